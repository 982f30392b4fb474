import { join } from 'node:path'
import type { App, DownloadItem, Session, WebContents, WindowOpenHandlerResponse } from 'electron'
import { isOwnAddress, isOwnBlob } from './app-protocol.ts'
import { APP_ORIGIN } from './ipc-transport.ts'

/** Returns whether a download is a file that an app page made, such as an invoice or a day's figures. */
const isOwnFile = (item: DownloadItem): boolean =>
  item.getInitiatorOrigin() === APP_ORIGIN && isOwnBlob(item.getURL()) && item.getURLChain().every(isOwnBlob)

/**
 * Permissions that Chromium requires before a page may frame a page of this machine or its network, such as the
 * embedded back office's. The content security policy restricts which pages may be framed.
 */
const localNetwork: readonly string[] = ['loopback-network', 'local-network', 'local-network-access']

/** The permissions of an app page. It may copy a text, such as a report's password, but never read the clipboard. */
const granted: readonly string[] = [...localNetwork, 'clipboard-sanitized-write']

/** The source fields of a session's request. */
type AskedFor = { readonly resourceType?: string; readonly frame?: { readonly parent: unknown } | null }

/**
 * Returns whether a request comes from a frame and not from the top page. The request is for the frame's page or for a
 * resource of that page.
 */
const isOfFrame = ({ resourceType, frame }: AskedFor): boolean =>
  resourceType === 'subFrame' || (frame !== null && frame !== undefined && frame.parent !== null)

/**
 * Denies a session everything that the app does not use: devices, foreign addresses, and all permissions except framing
 * of local addresses and copying by app pages. A framed page may load what `mayLoadInFrame` allows. Only a file that an
 * app page made may be downloaded. Electron's Save dialog then asks where to save it, starting in `downloadsFolder`, so
 * that no file is saved without the user's consent.
 */
export const hardenSession = (
  session: Session,
  parts: {
    readonly isOwnWindow: (contents: WebContents) => boolean
    readonly downloadsFolder: string
    /**
     * If `isPage`, the address is that of the frame's page; otherwise the framed page loads the address as a resource.
     */
    readonly mayLoadInFrame: (address: string, isPage: boolean) => boolean
  },
): void => {
  const isGranted = (contents: WebContents | null, permission: string, address: string): boolean =>
    granted.includes(permission) && contents !== null && parts.isOwnWindow(contents) && isOwnAddress(address)
  session.setPermissionRequestHandler((contents, permission, decide, { isMainFrame, requestingUrl }) =>
    decide(isGranted(contents, permission, requestingUrl) && isMainFrame),
  )
  session.setPermissionCheckHandler(
    (contents, permission, origin, { isMainFrame }) => isGranted(contents, permission, origin) && isMainFrame,
  )
  session.setDevicePermissionHandler(() => false)
  session.setSpellCheckerEnabled(false)
  session.on('will-download', (event, item, contents) => {
    if (!parts.isOwnWindow(contents) || !isOwnFile(item)) {
      event.preventDefault()
      return
    }
    // Without a title the dialog would show the address.
    item.setSaveDialogOptions({ title: 'Save', defaultPath: join(parts.downloadsFolder, item.getFilename()) })
  })
  session.webRequest.onBeforeRequest((details, decide) => {
    // A page saves its own file by a request to its blob. Developer tools load their own files; a release has none.
    const isOwn = isOwnAddress(details.url) || isOwnBlob(details.url) || details.url.startsWith('devtools:')
    const isFramed = isOfFrame(details) && parts.mayLoadInFrame(details.url, details.resourceType === 'subFrame')
    decide({ cancel: !isOwn && !isFramed })
  })
}

/** Denies a session every permission, device and download. The caller must handle its requests. */
export const denyEverything = (session: Session): void => {
  session.setPermissionRequestHandler((_contents, _permission, decide) => decide(false))
  session.setPermissionCheckHandler(() => false)
  session.setDevicePermissionHandler(() => false)
  session.setSpellCheckerEnabled(false)
  session.on('will-download', (event) => event.preventDefault())
}

/**
 * Closes a session that no window uses, such as Electron's default one: no permission, device, download or request. A
 * window that is opened without a session by mistake then shows nothing.
 */
export const closeSession = (session: Session): void => {
  denyEverything(session)
  session.webRequest.onBeforeRequest((_details, decide) => decide({ cancel: true }))
}

/** Returns whether a page may show an address in a frame. */
type MayFrame = (contents: WebContents, address: string) => boolean
/** Decides whether a page may open an address in a separate window, and in what kind of window. */
type DecideOnOpen = (contents: WebContents, address: string) => WindowOpenHandlerResponse

const hardenContents = (contents: WebContents, mayFrame: MayFrame, decideOnOpen: DecideOnOpen): void => {
  const keepHome = (event: { preventDefault(): void; readonly url: string; readonly isMainFrame?: boolean }): void => {
    if (isOwnAddress(event.url)) return
    if (event.isMainFrame === false && mayFrame(contents, event.url)) return
    event.preventDefault()
  }
  contents.on('will-navigate', keepHome)
  contents.on('will-redirect', keepHome)
  contents.on('will-frame-navigate', keepHome)
  contents.on('will-attach-webview', (event) => event.preventDefault())
  // A session or a content policy cannot refuse WebRTC connections. None of our pages uses WebRTC.
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp')
  contents.setWindowOpenHandler(({ url }) => decideOnOpen(contents, url))
}

/**
 * Restricts every page that the app opens to the app's addresses. No other site may open. `mayFrame` decides which
 * pages may be embedded, and `decideOnOpen` which other windows may open.
 */
export const hardenEveryPage = (
  app: App,
  mayFrame: MayFrame = () => false,
  decideOnOpen: DecideOnOpen = () => ({ action: 'deny' }),
): void => {
  app.on('web-contents-created', (_event, contents) => hardenContents(contents, mayFrame, decideOnOpen))
}
