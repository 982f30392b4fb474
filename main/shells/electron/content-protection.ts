import type { App } from 'electron'

/** Leaves each window that is created from now on out of screenshots and recordings. */
export const protectContent = (app: Pick<App, 'on'>): void => {
  app.on('browser-window-created', (_event, window) => window.setContentProtection(true))
}
