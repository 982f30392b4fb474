import { app } from 'electron'
import { startPreparedUpdate } from './program-updates.ts'

/** Starts a prepared update or, if that fails, the old program again. Returns whether either was started. */
const startsNewVersion = async (): Promise<boolean> => {
  try {
    return await startPreparedUpdate()
  } catch {
    // The journal has a record that the update was begun, so the old program reports at its start that the update was
    // not installed.
    app.relaunch()
    return true
  }
}

/**
 * Runs `stops` in reverse order before the program ends. If `restarts`, the program then starts again, unless a signal
 * ended it.
 */
export const quitCleanly = (parts: {
  readonly stops: (() => void | Promise<void>)[]
  readonly restarts: boolean
  exitCode(): number
}): void => {
  let isStopping = false
  let isSignalled = false
  const end = async (): Promise<void> => {
    // After a signal no program is started: the operating system sends a signal when the user signs out of the computer
    // or shuts it down.
    if (!isSignalled && !(await startsNewVersion()) && parts.restarts) app.relaunch()
    app.exit(parts.exitCode())
  }
  app.on('before-quit', (event) => {
    // Also prevents a second quit, such as by the last window that closes: the running stop must finish.
    event.preventDefault()
    if (isStopping) return
    isStopping = true
    const stopAll = async (): Promise<void> => {
      for (const stop of parts.stops.reverse()) await stop()
    }
    void stopAll().finally(() => void end())
  })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      isSignalled = true
      app.quit()
    })
  }
}
