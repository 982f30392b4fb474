import { fork } from 'node:child_process'
import { findWorkerFile, missingWorkerMessage } from './worker-file.ts'

/** A process of its own, for what may crash: it is sent and sends plain values, and its end is told once. */
export type ChildProcessPort = {
  send(message: unknown): void
  onMessage(listener: (message: unknown) => void): void
  onExit(listener: () => void): void
  kill(): void
}

/** Starts one of our own workers in a Node process of its own; throws where this build has no such worker. */
export const startChildProcess = (workerName: string): ChildProcessPort => {
  const file = findWorkerFile(workerName)
  if (file === null) throw new Error(missingWorkerMessage(workerName))
  // What it prints is nobody's; what it has to say comes as messages.
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
    // The pipe may close between a look at it and the write: the end is told by `onExit`, never thrown at the sender.
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
