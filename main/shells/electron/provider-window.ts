import { BrowserWindow, type Session, session, type WebContents } from 'electron'
import { type ProviderEvent, providerPageGlobal } from '#contract/provider-window.ts'
import type { Log } from '#runtime/log.ts'
import type { AppFiles } from '../../bridge/app-files.ts'
import type { CrashReports, ProviderWindow } from '../../platform.ts'
import { pageProtection } from './page-protection.ts'
import { type ProviderPageName, providerFiles, providerOrigins, providerPageHeaders } from './provider-page-headers.ts'

const LOAD_LIMIT_MS = 20_000

const titles: Readonly<Record<ProviderPageName, string>> = { terminal: 'Card reader', 'card-fields': 'Card details' }

/** Sessions in which a card provider's script runs. They contain no Atrium data. */
const providerSessions = new WeakSet<Session>()

/**
 * Returns whether a frame in a provider's page may show an address; false for every other page. The provider's card
 * fields and a bank's questions are such frames. The page's content policy restricts which addresses they may show.
 */
export const isProviderFrame = (contents: Pick<WebContents, 'session'>, address: string): boolean =>
  providerSessions.has(contents.session) && URL.canParse(address) && new URL(address).protocol === 'https:'

/** Answers requests to the page's own origin from the app's files; all other requests go to the network. */
const answerWith =
  (files: AppFiles, page: ProviderPageName, own: Session) =>
  async (request: Request): Promise<Response> => {
    const { origin, pathname } = new URL(request.url)
    if (origin !== providerOrigins[page]) return await own.fetch(request, { bypassCustomProtocolHandlers: true })
    const path = pathname === '/' ? providerFiles[page] : pathname
    // Without `isOurs`, any other path without a file name would return the app's own first page.
    const isOurs = path === providerFiles[page] || path.startsWith('/assets/')
    const file = request.method === 'GET' && isOurs ? files.find(path) : null
    if (file === null) {
      return new Response(null, { status: 404, headers: providerPageHeaders(page, 'text/plain') })
    }
    return new Response(file.bytes, { status: 200, headers: providerPageHeaders(page, file.mediaType) })
  }

/** Returns the session of one page: in memory, https only, with no permissions. */
const openSession = (files: AppFiles, page: ProviderPageName): Session => {
  const own = session.fromPartition(`provider-${page}`, { cache: false })
  if (providerSessions.has(own)) return own
  providerSessions.add(own)
  own.setPermissionRequestHandler((_contents, _permission, decide) => decide(false))
  own.setPermissionCheckHandler(() => false)
  own.setDevicePermissionHandler(() => false)
  own.setSpellCheckerEnabled(false)
  own.on('will-download', (event) => event.preventDefault())
  own.webRequest.onBeforeRequest((details, decide) => {
    decide({ cancel: !/^(https|wss|blob|data|devtools):/.test(details.url) })
  })
  own.protocol.handle('https', answerWith(files, page, own))
  return own
}

const createWindow = (page: ProviderPageName, own: Session): BrowserWindow => {
  const isSeen = page === 'card-fields'
  const window = new BrowserWindow({
    width: 460,
    height: 600,
    show: false,
    title: titles[page],
    resizable: false,
    minimizable: false,
    maximizable: false,
    fullscreenable: false,
    skipTaskbar: !isSeen,
    focusable: isSeen,
    autoHideMenuBar: true,
    webPreferences: {
      session: own,
      ...pageProtection,
      devTools: false,
      // The timers of a hidden window would be slowed down, and the reader's heartbeat with them.
      backgroundThrottling: false,
    },
  })
  window.on('page-title-updated', (event) => event.preventDefault())
  if (isSeen) window.once('ready-to-show', () => window.show())
  return window
}

const isEvent = (event: unknown): event is ProviderEvent =>
  typeof event === 'object' && event !== null && 'name' in event && typeof event.name === 'string'

/**
 * Opens a card provider's page in a separate window: `terminal` hidden, `card-fields` for typing. There is no preload
 * and no channel to main: main calls the page and reads its events, so the provider's script has nothing to call.
 * Rejects when the page does not load.
 */
export const openElectronProviderWindow = async (parts: {
  readonly page: ProviderPageName
  readonly files: AppFiles
  readonly log: Log
  readonly crashes: Pick<CrashReports, 'record'>
}): Promise<ProviderWindow> => {
  const { page, files, log, crashes } = parts
  const own = openSession(files, page)
  const window = createWindow(page, own)
  const { promise: closed, resolve: end } = Promise.withResolvers<undefined>()
  const closeListeners: (() => void)[] = []
  let isGone = false
  window.once('closed', () => {
    isGone = true
    end(undefined)
    // Clears what a provider's script stored, so that the next payment cannot read it.
    if (page === 'card-fields') void own.clearStorageData()
    for (const listener of closeListeners) listener()
  })
  const close = (): void => {
    if (!isGone) window.destroy()
  }
  window.webContents.on('render-process-gone', (_event, details) => {
    const { reason, exitCode } = details
    log('error', 'provider-window.gone', { page, reason, exitCode })
    if (reason !== 'clean-exit') crashes.record({ where: 'provider-window', kind: 'process-gone', reason, exitCode })
    close()
  })

  /** Runs `expression` on the page's global; returns undefined when the window is closed or shows another page. */
  const run = async (expression: string): Promise<unknown> => {
    if (isGone) return undefined
    const answer = window.webContents
      .executeJavaScript(`window[${JSON.stringify(providerPageGlobal)}].${expression}`)
      .catch(() => undefined)
    return await Promise.race([answer, closed])
  }

  const timer = setTimeout(close, LOAD_LIMIT_MS)
  try {
    await Promise.race([
      window.loadURL(`${providerOrigins[page]}/`),
      closed.then(() => Promise.reject(new Error('The window of the card service was closed.'))),
    ])
  } catch (thrown) {
    log('error', 'provider-window.not-loaded', { page })
    close()
    throw thrown
  } finally {
    clearTimeout(timer)
  }

  const eventListeners: ((name: string, payload: unknown) => void)[] = []
  const listen = async (): Promise<void> => {
    while (!isGone) {
      const events = await run('takeEvents()')
      if (!Array.isArray(events)) return
      for (const event of events.filter(isEvent)) {
        for (const listener of eventListeners) listener(event.name, event.payload)
      }
    }
  }

  return {
    call: (method, input) => run(`call(${JSON.stringify(method)}, ${JSON.stringify(input ?? null)})`),
    onEvent: (listener) => {
      eventListeners.push(listener)
      // The page keeps its events until the first listener subscribes.
      if (eventListeners.length === 1) void listen()
    },
    onClosed: (listener) => {
      if (isGone) listener()
      else closeListeners.push(listener)
    },
    close,
  }
}
