import { EventEmitter } from 'node:events'
import { readFileSync } from 'node:fs'
import { type BrowserContext, chromium, type Frame, type Page } from '@playwright/test'
import { STAND_IN_ORIGIN, toAppAddress, toAppBlobAddress, toShownAddress } from './own-address.ts'
import { preloadWorld } from './stand-in-preload.ts'
import { record } from './stand-in-record.ts'
import type { StandInSession } from './stand-in-session.ts'

type Bounds = { x: number; y: number; width: number; height: number }
type WindowOptions = {
  width: number
  height: number
  x?: number
  y?: number
  title?: string
  webPreferences: { session: StandInSession; preload?: string; navigateOnDragDrop?: boolean }
}
type FakeFrame = { readonly origin: string; readonly parent: FakeFrame | null }
type IpcCall = readonly ['invoke' | 'send' | 'poll' | 'save', string, readonly unknown[]]
type WindowOpenAnswer = { action: string; overrideBrowserWindowOptions?: Partial<WindowOptions> }

/** The events of this process's windows, for the rest of the stand-in. */
export const windowEvents = new EventEmitter()
export const ipcMainEvents = new EventEmitter()
export const ipcHandlers = new Map<string, (event: object, ...args: unknown[]) => unknown>()
export const openWindows = new Set<BrowserWindow>()

/** Permissions, each by Electron's name and by Chromium's. */
const PERMISSIONS: readonly (readonly [string, string])[] = [
  ['geolocation', 'geolocation'],
  ['notifications', 'notifications'],
  ['media', 'camera'],
  ['media', 'microphone'],
  ['midi', 'midi'],
  ['clipboard-read', 'clipboard-read'],
  ['loopback-network', 'loopback-network'],
]

let context: BrowserContext | null = null

/**
 * Connects to the Chromium whose address is in ATRIUM_TEST_CDP. Does not change its download settings, which other
 * connected processes may have set. Chromium opens a popup before the product allows it. The requests of a new page
 * therefore get an empty answer until `show` applies the product's rules to the page.
 */
export const joinChromium = async (): Promise<void> => {
  const address = process.env.ATRIUM_TEST_CDP
  if (!address) throw new Error('ATRIUM_TEST_CDP names no running Chromium')
  const browser = await chromium.connectOverCDP(address, { noDefaults: true })
  context = browser.contexts()[0] ?? null
  await context?.route('**/*', (route) => route.fulfill({ status: 200, contentType: 'text/html', body: '' }))
}

class StandInContents extends EventEmitter {
  readonly #frames = new WeakMap<Frame, FakeFrame>()
  readonly #queue: (readonly [string, readonly unknown[]])[] = []
  #deliver: ((batch: readonly (readonly [string, readonly unknown[]])[]) => void) | null = null
  #windowOpen: (details: { url: string }) => WindowOpenAnswer = () => ({ action: 'allow' })
  /** Addresses that main is loading; the page itself did not request them. */
  readonly #loading = new Set<string>()
  #webRtcPolicy = 'default'
  page: Page | null = null
  session: StandInSession | null = null

  /** Runs `code` in the page's own world, whatever its content security policy, and returns a copy of the result. */
  async executeJavaScript(code: string): Promise<unknown> {
    if (!this.page) throw new Error('Object has been destroyed')
    return this.page.evaluate(code)
  }

  get mainFrame(): FakeFrame | null {
    return this.page ? this.frameOf(this.page.mainFrame()) : null
  }

  frameOf(frame: Frame): FakeFrame {
    const known = this.#frames.get(frame)
    if (known) return known
    const parent = frame.parentFrame()
    const made: FakeFrame = {
      get origin() {
        return URL.canParse(frame.url()) ? toAppAddress(new URL(frame.url()).origin) : 'null'
      },
      parent: parent ? this.frameOf(parent) : null,
    }
    this.#frames.set(frame, made)
    return made
  }

  isDestroyed(): boolean {
    return this.page?.isClosed() ?? false
  }

  send(channel: string, ...args: unknown[]): void {
    this.#queue.push([channel, structuredClone(args)])
    this.#flush()
  }

  setWindowOpenHandler(handler: (details: { url: string }) => WindowOpenAnswer): void {
    this.#windowOpen = handler
  }

  setWebRTCIPHandlingPolicy(policy: string): void {
    this.#webRtcPolicy = policy
  }

  reload(): void {
    void this.page?.reload()
  }

  async load(url: string): Promise<void> {
    const shown = toShownAddress(url)
    this.#loading.add(shown)
    await this.page?.goto(shown, { waitUntil: 'domcontentloaded' })
    this.#loading.delete(shown)
  }

  /**
   * Sets the page of these contents, runs the product's preload in the page, and applies the product's rules to the
   * page's requests and permissions.
   */
  async show(page: Page, options: WindowOptions['webPreferences']): Promise<void> {
    this.page = page
    const { session, preload } = options
    this.session = session
    // Chromium has this policy only as a switch. With neither UDP nor a proxy, a page can make no WebRTC connection.
    if (this.#webRtcPolicy === 'disable_non_proxied_udp') await page.addInitScript('delete window.RTCPeerConnection')
    // The preference is off by default. Electron then opens nothing that is dropped on a page.
    if (options.navigateOnDragDrop !== true) {
      await page.addInitScript(
        "for (const type of ['dragover', 'drop']) addEventListener(type, (event) => event.preventDefault())",
      )
    }
    // A window without a preload has no connection to main.
    if (preload !== undefined) {
      const bindingName = '__electronStandIn'
      await page.exposeBinding(bindingName, ({ frame }, ...call) => this.#receive(frame, call as unknown as IpcCall))
      await page.addInitScript({ content: preloadWorld(readFileSync(preload, 'utf8'), bindingName) })
    }
    await page.route('**/*', async (route) => {
      const request = route.request()
      const url = toAppAddress(request.url())
      if (request.isNavigationRequest() && !this.#mayNavigate(request.frame(), request.url(), url)) {
        return route.abort('aborted')
      }
      const frame = this.frameOf(request.frame())
      const documentType = frame.parent === null ? 'mainFrame' : 'subFrame'
      const resourceType = request.isNavigationRequest() ? documentType : request.resourceType()
      const answer = await session.answer(url, request.method(), { resourceType, frame }, request.postData())
      if (answer === 'network' && resourceType !== 'subFrame') return route.continue()
      if (answer === 'network') {
        // The product's own pages have STAND_IN_ORIGIN in place of `app:`. A page that allows framing by `app:` must
        // allow framing by STAND_IN_ORIGIN instead.
        const response = await route.fetch()
        const { 'content-security-policy': policy, ...headers } = response.headers()
        const named = policy?.replace(/(frame-ancestors[^;]*)\bapp:/, `$1${STAND_IN_ORIGIN}`)
        return route.fulfill({ response, headers: named ? { ...headers, 'content-security-policy': named } : headers })
      }
      if (!answer || answer.type === 'error') return route.abort('blockedbyclient')
      await route.fulfill({
        status: answer.status,
        headers: Object.fromEntries(answer.headers),
        body: Buffer.from(await answer.arrayBuffer()),
      })
    })
    page.on('popup', (popup) => this.#openOrClose(popup, options))
    const browserSession = await page.context().newCDPSession(page)
    for (const [electronName, name] of PERMISSIONS) {
      const setting = session.grants(this, electronName) ? 'granted' : 'denied'
      await browserSession.send('Browser.setPermission', { permission: { name }, setting, origin: STAND_IN_ORIGIN })
    }
  }

  /**
   * Closes a popup that the product denies. Opens a window for any other popup as Electron does: the product's options
   * override those of the opener, and the window closes with its opener.
   */
  #openOrClose(popup: Page, own: WindowOptions['webPreferences']): void {
    const url = toAppBlobAddress(popup.url())
    const { action, overrideBrowserWindowOptions: options = {} } = this.#windowOpen({ url })
    if (action === 'deny') {
      void popup.close()
      return
    }
    const webPreferences = { ...own, ...options.webPreferences }
    const window = new BrowserWindow({ width: 800, height: 600, ...options, webPreferences }, popup)
    this.once('destroyed', () => window.destroy())
    this.emit('did-create-window', window, { url })
    void window.loadURL(url).catch((error: unknown) => {
      if (!window.isDestroyed()) console.error(error)
    })
  }

  #mayNavigate(frame: Frame, shown: string, url: string): boolean {
    const isMain = frame.parentFrame() === null
    if (isMain && this.#loading.has(shown)) return true
    let prevented = false
    const event = {
      url,
      isMainFrame: isMain,
      preventDefault: () => {
        prevented = true
      },
    }
    this.emit('will-frame-navigate', event)
    if (isMain) this.emit('will-navigate', event)
    return !prevented
  }

  async #receive(frame: Frame, [kind, channel, args]: IpcCall): Promise<unknown> {
    if (kind === 'poll') {
      return new Promise((resolve) => {
        this.#deliver = resolve
        this.#flush()
      })
    }
    const event = { sender: this, senderFrame: this.frameOf(frame) }
    if (kind === 'save') {
      const file = { url: toAppBlobAddress(channel), name: String(args[0]), origin: event.senderFrame.origin }
      return this.session?.letsSave(this, file)
    }
    if (kind === 'send') {
      ipcMainEvents.emit(channel, event, ...args)
      return undefined
    }
    const handler = ipcHandlers.get(channel)
    if (!handler) throw new Error(`No handler registered for '${channel}'`)
    return handler(event, ...args)
  }

  #flush(): void {
    if (!this.#deliver || this.#queue.length === 0) return
    this.#deliver(this.#queue.splice(0))
    this.#deliver = null
  }
}

export class BrowserWindow extends EventEmitter {
  readonly webContents = new StandInContents()
  readonly #options: WindowOptions
  readonly #opened: Promise<void>
  #isGone = false

  /** `made` is the page if Chromium has already made it. */
  constructor(options: WindowOptions, made: Page | null = null) {
    super()
    this.#options = options
    const { session: _session, ...webPreferences } = options.webPreferences
    record('BrowserWindow', { ...options, webPreferences })
    openWindows.add(this)
    windowEvents.emit('web-contents-created', {}, this.webContents)
    windowEvents.emit('browser-window-created', {}, this)
    this.#opened = this.#open(made)
  }

  async #open(made: Page | null): Promise<void> {
    if (!context) throw new Error('A window was created before the app was ready')
    const page = made ?? (await context.newPage())
    await page.setViewportSize({ width: this.#options.width, height: this.#options.height })
    page.on('close', () => this.#gone())
    page.on('crash', () => this.webContents.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 1 }))
    await this.webContents.show(page, this.#options.webPreferences)
    page.once('domcontentloaded', () => this.emit('ready-to-show'))
  }

  async loadURL(url: string): Promise<void> {
    await this.#opened
    await this.webContents.load(url)
  }

  getNormalBounds(): Bounds {
    const size = this.webContents.page?.viewportSize() ?? this.#options
    return { x: this.#options.x ?? 0, y: this.#options.y ?? 0, width: size.width, height: size.height }
  }

  show(): void {
    record('window.show')
  }
  setContentProtection(isOn: boolean): void {
    record('window.setContentProtection', isOn)
  }
  focus(): void {
    record('window.focus')
  }
  restore(): void {
    record('window.restore')
  }
  isMinimized(): boolean {
    return false
  }
  isDestroyed(): boolean {
    return this.#isGone
  }

  /** Closes the window without a `close` event. */
  destroy(): void {
    void this.#opened.catch(() => undefined).then(() => this.webContents.page?.close().catch(() => undefined))
  }

  /** Closes the window as its user would. */
  async close(): Promise<void> {
    this.emit('close', { preventDefault: () => undefined })
    await this.#opened.catch(() => undefined)
    await this.webContents.page?.close().catch(() => undefined)
  }

  #gone(): void {
    if (this.#isGone) return
    this.#isGone = true
    openWindows.delete(this)
    this.webContents.emit('destroyed')
    this.emit('closed')
    if (openWindows.size === 0) windowEvents.emit('window-all-closed')
  }
}
