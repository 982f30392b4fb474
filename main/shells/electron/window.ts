import { join } from 'node:path'
import { BrowserWindow, type Session, screen } from 'electron'
import type { Log } from '../../platform.ts'
import { APP_START_URL } from './app-protocol.ts'
import { decideBounds, readBounds, SMALLEST_HEIGHT, SMALLEST_WIDTH, writeBounds } from './window-bounds.ts'

/** No name of a person or a study ever stands in a title bar or a task switcher. */
const TITLE = 'Atrium'
const RELOADS_AFTER_CRASH = 3
const WRITE_AFTER_MS = 500

/** Opens the one window, where it was left, on the app's first page. `preload` is the built preload's path. */
export const openWindow = (parts: {
  session: Session
  preload: string
  dataFolder: string
  allowDevTools: boolean
  log: Log
}): BrowserWindow => {
  const boundsFile = join(parts.dataFolder, 'window-bounds.json')
  const workAreas = screen.getAllDisplays().map((display) => display.workArea)
  const window = new BrowserWindow({
    ...decideBounds(readBounds(boundsFile), workAreas),
    minWidth: SMALLEST_WIDTH,
    minHeight: SMALLEST_HEIGHT,
    show: false,
    title: TITLE,
    webPreferences: {
      session: parts.session,
      preload: parts.preload,
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
      devTools: parts.allowDevTools,
    },
  })

  window.once('ready-to-show', () => window.show())
  window.on('page-title-updated', (event) => event.preventDefault())

  let timer: ReturnType<typeof setTimeout> | undefined
  const remember = (): void => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      if (!window.isDestroyed()) writeBounds(boundsFile, window.getNormalBounds())
    }, WRITE_AFTER_MS)
  }
  window.on('resize', remember)
  window.on('move', remember)
  window.on('close', () => {
    clearTimeout(timer)
    writeBounds(boundsFile, window.getNormalBounds())
  })

  let reloads = 0
  window.webContents.on('render-process-gone', (_event, details) => {
    parts.log('error', 'window.gone', { reason: details.reason, exitCode: details.exitCode })
    if (details.reason === 'clean-exit' || reloads === RELOADS_AFTER_CRASH) return
    reloads += 1
    window.webContents.reload()
  })

  void window.loadURL(APP_START_URL)
  return window
}
