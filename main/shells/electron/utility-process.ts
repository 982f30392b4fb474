import { utilityProcess } from 'electron'
import type { ChildProcessPort } from '#runtime/child-process.ts'
import { findWorkerFile, missingWorkerMessage } from '#runtime/worker-file.ts'

/** Starts one of our own workers in a utility process; throws when this build has no such worker. */
export const startUtilityProcess = (workerName: string): ChildProcessPort => {
  const file = findWorkerFile(workerName)
  if (file === null) throw new Error(missingWorkerMessage(workerName))
  const child = utilityProcess.fork(file, [], { stdio: 'ignore', serviceName: workerName })
  const exitListeners: (() => void)[] = []
  let hasEnded = false
  child.once('exit', () => {
    hasEnded = true
    for (const listener of exitListeners) listener()
  })
  return {
    send: (message) => {
      if (!hasEnded) child.postMessage(message)
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
