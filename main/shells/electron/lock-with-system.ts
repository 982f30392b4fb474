import type { App, PowerMonitor } from 'electron'

/**
 * Calls `lock` when a person leaves the computer: its screen is locked, it sleeps, another account becomes active, or
 * the account is signed out. Windows reports a change of the account as a locked screen, and it reports a sign-out to
 * each window. Linux sends no event for a locked screen, so on Linux Atrium locks only after a time without activity.
 */
export const lockWithSystem = (
  { app, powerMonitor }: { readonly app: Pick<App, 'on'>; readonly powerMonitor: Pick<PowerMonitor, 'on'> },
  lock: () => void,
): void => {
  powerMonitor.on('lock-screen', lock)
  powerMonitor.on('suspend', lock)
  powerMonitor.on('user-did-resign-active', lock)
  powerMonitor.on('shutdown', lock)
  app.on('browser-window-created', (_event, window) => {
    window.on('query-session-end', lock)
    window.on('session-end', lock)
  })
}
