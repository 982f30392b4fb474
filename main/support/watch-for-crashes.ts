import { watchThreads } from '#runtime/watch-threads.ts'
import type { CrashReports } from '../platform.ts'

/**
 * Records the crashes of this process and of the threads that it starts, until the caller calls the returned function.
 * The watch only listens: the process ends or continues as it would without the watch. `rejectionsContinue`: whether
 * the shell's process continues after an unhandled rejection, as Electron's does. Any other process reports an
 * unhandled rejection as an uncaught exception.
 */
export const watchForCrashes = (
  crashes: Pick<CrashReports, 'record'>,
  options: { readonly rejectionsContinue: boolean },
): (() => void) => {
  const onException = (thrown: unknown, origin: NodeJS.UncaughtExceptionOrigin): void => {
    const kind = origin === 'unhandledRejection' ? 'unhandled-rejection' : 'uncaught-exception'
    crashes.record({ where: 'main', kind, thrown })
  }
  const onRejection = (thrown: unknown): void => {
    crashes.record({ where: 'main', kind: 'unhandled-rejection', thrown })
  }
  // A listener to this event changes nothing; a listener to `uncaughtException` would keep the process alive.
  process.on('uncaughtExceptionMonitor', onException)
  if (options.rejectionsContinue) process.on('unhandledRejection', onRejection)
  const stopThreads = watchThreads((thrown) => crashes.record({ where: 'thread', kind: 'uncaught-exception', thrown }))
  return () => {
    process.off('uncaughtExceptionMonitor', onException)
    process.off('unhandledRejection', onRejection)
    stopThreads()
  }
}
