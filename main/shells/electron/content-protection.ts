import type { App } from 'electron'

/** Keeps the content of each window that is created after this call out of screenshots and recordings. */
export const protectContent = (app: Pick<App, 'on'>): void => {
  app.on('browser-window-created', (_event, window) => window.setContentProtection(true))
}
