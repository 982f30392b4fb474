import { join } from 'node:path'
import {
  BrowserWindow,
  type BrowserWindowConstructorOptions,
  type Session,
  screen,
  type WebContents,
  type WindowOpenHandlerResponse,
} from 'electron'
import type { Log } from '#runtime/log.ts'
import type { CrashReports } from '../../platform.ts'
import { APP_START_URL, isOwnWindowAddress } from './app-protocol.ts'
import { pageProtection } from './page-protection.ts'
import { decideWindowBounds, readBounds, SMALLEST_HEIGHT, SMALLEST_WIDTH, writeBounds } from './window-bounds.ts'

/** A title bar or task switcher never shows the name of a member or a study. */
const TITLE = 'Atrium'
const RELOADS_AFTER_CRASH = 3
const WRITE_AFTER_MS = 500
/** Wide enough for a page of paper, and narrow enough to leave the window behind it visible. */
const PAPER_WIDTH = 1000

type WindowParts = {
  readonly session: Session
  /** Path of the built preload. */
  readonly preload: string
  readonly dataFolder: string
  readonly allowDevTools: boolean
  /** Whether the main window fills the screen and the user cannot leave it. */
  readonly kiosk: boolean
  readonly log: Log
  readonly crashes: Pick<CrashReports, 'record'>
}

/** The windows that show the app's own pages: the main window, and a separate window for each invoice or follow-up. */
export type OwnWindows = {
  /**
   * Opens the main window at its last position, on the page with this path or, if it is null, on the app's first page.
   * When the main window closes, all other windows close too; then `onClosed` is called.
   */
  open(path: string | null, onClosed: () => void): void
  /** Brings the main window to the front. */
  focus(): void
  /** Returns whether a page is in one of these windows. */
  has(contents: WebContents): boolean
  /**
   * Decides on a page's request for a window. An invoice or a follow-up opens in a window with the main window's
   * protections; all other requests are denied.
   */
  decideOnOpen(contents: WebContents, address: string): WindowOpenHandlerResponse
}

/** Options of every window, so that all windows have the same protection. */
const windowOptions = (parts: WindowParts): BrowserWindowConstructorOptions => ({
  minWidth: SMALLEST_WIDTH,
  minHeight: SMALLEST_HEIGHT,
  show: false,
  title: TITLE,
  webPreferences: {
    session: parts.session,
    preload: parts.preload,
    ...pageProtection,
    devTools: parts.allowDevTools,
  },
})

const workAreas = () => screen.getAllDisplays().map((display) => display.workArea)

/** Shows a window once it has content, keeps its title, and reloads it after its process crashed. */
const maintainWindow = (window: BrowserWindow, { log, crashes }: Pick<WindowParts, 'log' | 'crashes'>): void => {
  window.once('ready-to-show', () => window.show())
  window.on('page-title-updated', (event) => event.preventDefault())
  let reloads = 0
  window.webContents.on('render-process-gone', (_event, details) => {
    log('error', 'window.gone', { reason: details.reason, exitCode: details.exitCode })
    if (details.reason === 'clean-exit') return
    crashes.record({ where: 'window', kind: 'process-gone', reason: details.reason, exitCode: details.exitCode })
    if (reloads === RELOADS_AFTER_CRASH) return
    reloads += 1
    window.webContents.reload()
  })
}

/** Stores a window's position and size for the next start. */
const rememberBounds = (window: BrowserWindow, boundsFile: string): void => {
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
}

/** Creates the app's windows; opens none yet. */
export const createOwnWindows = (parts: WindowParts): OwnWindows => {
  const windows = new Map<WebContents, BrowserWindow>()
  let main: BrowserWindow | null = null

  const takeIn = (window: BrowserWindow): void => {
    // A closed window no longer returns its `webContents`.
    const contents = window.webContents
    windows.set(contents, window)
    window.once('closed', () => windows.delete(contents))
    contents.on('did-create-window', takeIn)
    maintainWindow(window, parts)
  }

  return {
    open: (path, onClosed) => {
      const boundsFile = join(parts.dataFolder, 'window-bounds.json')
      const window = new BrowserWindow({
        ...windowOptions(parts),
        ...decideWindowBounds(readBounds(boundsFile), workAreas()),
        ...(parts.kiosk && { kiosk: true, fullscreen: true }),
      })
      main = window
      takeIn(window)
      rememberBounds(window, boundsFile)
      window.once('closed', () => {
        main = null
        for (const other of windows.values()) if (!other.isDestroyed()) other.destroy()
        onClosed()
      })
      void window.loadURL(path === null ? APP_START_URL : new URL(path, APP_START_URL).href)
    },
    focus: () => {
      if (main?.isMinimized()) main.restore()
      main?.focus()
    },
    has: (contents) => windows.has(contents),
    decideOnOpen: (contents, address) => {
      if (!windows.has(contents) || !isOwnWindowAddress(address)) return { action: 'deny' }
      const { width, height } = decideWindowBounds(null, workAreas())
      return {
        action: 'allow',
        overrideBrowserWindowOptions: { ...windowOptions(parts), width: Math.min(width, PAPER_WIDTH), height },
      }
    },
  }
}
