import type { ChildProcess } from 'node:child_process'

const GRACE_MS = 10_000

/**
 * Waits until a serving child process has ended, and passes SIGINT and SIGTERM on to it. Resolves with the exit code: 0
 * after a signal that the child obeyed, 1 when it had to be killed after ten seconds, else the child's own.
 */
export const standBy = (child: ChildProcess): Promise<number> => {
  let signalled = false
  let overdue = false
  const pass = (signal: NodeJS.Signals): void => {
    if (!signalled) {
      setTimeout(() => {
        overdue = true
        child.kill('SIGKILL')
      }, GRACE_MS).unref()
    }
    signalled = true
    child.kill(signal)
  }
  process.on('SIGINT', pass)
  process.on('SIGTERM', pass)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => {
      if (overdue) resolve(1)
      else if (signalled && (code === 0 || signal === 'SIGTERM' || signal === 'SIGINT')) resolve(0)
      else resolve(code ?? 1)
    })
  })
}
