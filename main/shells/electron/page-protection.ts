import type { WebPreferences } from 'electron'

/** Options of every page in a window, ours and a provider's, so that all pages have the same protection. */
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
