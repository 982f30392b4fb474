import type { WebPreferences } from 'electron'

/** What every page in a window runs with, ours and a provider's, so that none is less protected than another. */
export const pageProtection = {
  contextIsolation: true,
  sandbox: true,
  nodeIntegration: false,
  nodeIntegrationInWorker: false,
  nodeIntegrationInSubFrames: false,
  webviewTag: false,
  webSecurity: true,
  allowRunningInsecureContent: false,
  navigateOnDragDrop: false,
  spellcheck: false,
} as const satisfies WebPreferences
