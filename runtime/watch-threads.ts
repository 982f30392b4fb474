import { errorMonitor } from 'node:events'
import type { Worker } from 'node:worker_threads'

/**
 * Calls `onError` with the error of each thread that this thread starts and that ends with an error, until the caller
 * calls the returned function. `watchThreads` only listens: the code that started the thread still receives the error.
 */
export const watchThreads = (onError: (thrown: unknown) => void): (() => void) => {
  const watch = (thread: Worker): void => {
    thread.on(errorMonitor, onError)
  }
  process.on('worker', watch)
  return () => {
    process.off('worker', watch)
  }
}
