import { join } from 'node:path'
import type { App, DownloadItem, Session, WebContents, WindowOpenHandlerResponse } from 'electron'
import { isOwnAddress, isOwnBlob } from './app-protocol.ts'
import { APP_ORIGIN } from './ipc-transport.ts'

/** Whether a page asks to save what a page of ours made itself, such as an invoice or a day's figures. */
const isOwnFile = (item: DownloadItem): boolean =>
  item.getInitiatorOrigin() === APP_ORIGIN && isOwnBlob(item.getURL()) && item.getURLChain().every(isOwnBlob)

/**
 * What Chromium asks for before a page may have a page of this machine or its network in a frame, as the embedded back office's
 * is. Which ones it may have, its content policy says.
 */
const localNetwork: readonly string[] = ['loopback-network', 'local-network', 'local-network-access']

/** What a session's request tells of where it comes from. */
type AskedFor = { readonly resourceType?: string; readonly frame?: { readonly parent: unknown } | null }

/** Whether a request is a frame's of a page, its own page or what that loads, and not the page's itself. */
const isOfFrame = ({ resourceType, frame }: AskedFor): boolean =>
  resourceType === 'subFrame' || (frame !== null && frame !== undefined && frame.parent !== null)

/**
 * Denies a session everything the app does not use: permissions but that of our own pages to frame what is near, devices, any address but its own and, for a page in a
 * frame, those that `mayLoadInFrame` grants, and every download but of a file that one of our own windows made. Where that one goes Electron's Save dialog asks, beginning in
 * `downloadsFolder`, so that no file appears unasked.
 */
export const hardenSession = (
  session: Session,
  parts: {
    readonly isOwnWindow: (contents: WebContents) => boolean
    readonly downloadsFolder: string
    /** `isPage`: the frame is to show it, rather than load it into the page it shows. */
    readonly mayLoadInFrame: (address: string, isPage: boolean) => boolean
  },
): void => {
  const mayFrameWhatIsNear = (contents: WebContents | null, permission: string, address: string): boolean =>
    localNetwork.includes(permission) && contents !== null && parts.isOwnWindow(contents) && isOwnAddress(address)
  session.setPermissionRequestHandler((contents, permission, decide, { isMainFrame, requestingUrl }) =>
    decide(mayFrameWhatIsNear(contents, permission, requestingUrl) && isMainFrame),
  )
  session.setPermissionCheckHandler(
    (contents, permission, origin, { isMainFrame }) => mayFrameWhatIsNear(contents, permission, origin) && isMainFrame,
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
    // A file that a page made is saved by asking for it. Developer tools load their own files; a release has none.
    const isOwn = isOwnAddress(details.url) || isOwnBlob(details.url) || details.url.startsWith('devtools:')
    const isFramed = isOfFrame(details) && parts.mayLoadInFrame(details.url, details.resourceType === 'subFrame')
    decide({ cancel: !isOwn && !isFramed })
  })
}

/** Whether a page may have an address in a frame of it. */
type MayFrame = (contents: WebContents, address: string) => boolean
/** Whether a page may open an address in a window of its own, and in what kind of window. */
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
  contents.setWindowOpenHandler(({ url }) => decideOnOpen(contents, url))
}

/**
 * Holds every page the app will ever open to its own addresses: no other site, no embedded page but those that `mayFrame`
 * grants, no other window but those that `decideOnOpen` allows.
 */
export const hardenEveryPage = (
  app: App,
  mayFrame: MayFrame = () => false,
  decideOnOpen: DecideOnOpen = () => ({ action: 'deny' }),
): void => {
  app.on('web-contents-created', (_event, contents) => hardenContents(contents, mayFrame, decideOnOpen))
}
