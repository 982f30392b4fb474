import { fork } from 'node:child_process'
import { findWorkerFile, missingWorkerMessage } from './worker-file.ts'

/** A separate process for code that may crash. It receives and sends plain values, and its end is reported once. */
export type ChildProcessPort = {
  send(message: unknown): void
  onMessage(listener: (message: unknown) => void): void
  onExit(listener: () => void): void
  kill(): void
}

/** Starts one of our own workers in a separate Node process; throws when this build has no such worker. */
export const startChildProcess = (workerName: string): ChildProcessPort => {
  const file = findWorkerFile(workerName)
  if (file === null) throw new Error(missingWorkerMessage(workerName))
  // Its output is discarded; it reports through messages.
  const child = fork(file, [], { serialization: 'advanced', stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
  const exitListeners: (() => void)[] = []
  let hasEnded = false
  const end = (): void => {
    if (hasEnded) return
    hasEnded = true
    for (const listener of exitListeners) listener()
  }
  child.once('exit', end)
  child.once('error', end)
  return {
    // The pipe may close between the check and the write. `onExit` reports the end; the sender sees no exception.
    send: (message) => {
      if (child.connected) child.send(message as object, () => undefined)
    },
    onMessage: (listener) => {
      child.on('message', listener)
    },
    onExit: (listener) => {
      if (hasEnded) listener()
      else exitListeners.push(listener)
    },
    kill: () => {
      child.kill()
    },
  }
}
