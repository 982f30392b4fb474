import type { App, Session, WebContents } from 'electron'
import { isOwnAddress } from './app-protocol.ts'

/** Denies a session everything the app does not use: permissions, devices, downloads, and any address but its own. */
export const hardenSession = (session: Session): void => {
  session.setPermissionRequestHandler((_contents, _permission, decide) => decide(false))
  session.setPermissionCheckHandler(() => false)
  session.setDevicePermissionHandler(() => false)
  session.setSpellCheckerEnabled(false)
  session.on('will-download', (event) => event.preventDefault())
  session.webRequest.onBeforeRequest((details, decide) => {
    // Developer tools load their own files; a release has none.
    decide({ cancel: !isOwnAddress(details.url) && !details.url.startsWith('devtools:') })
  })
}

/** Whether a page may have an address in a frame of it. */
type MayFrame = (contents: WebContents, address: string) => boolean

const hardenContents = (contents: WebContents, mayFrame: MayFrame): void => {
  const keepHome = (event: { preventDefault(): void; readonly url: string; readonly isMainFrame?: boolean }): void => {
    if (isOwnAddress(event.url)) return
    if (event.isMainFrame === false && mayFrame(contents, event.url)) return
    event.preventDefault()
  }
  contents.on('will-navigate', keepHome)
  contents.on('will-redirect', keepHome)
  contents.on('will-frame-navigate', keepHome)
  contents.on('will-attach-webview', (event) => event.preventDefault())
  contents.setWindowOpenHandler(() => ({ action: 'deny' }))
}

/**
 * Holds every page the app will ever open to its own addresses: no other window, no other site, no embedded page but those
 * that `mayFrame` grants.
 */
export const hardenEveryPage = (app: App, mayFrame: MayFrame = () => false): void => {
  app.on('web-contents-created', (_event, contents) => hardenContents(contents, mayFrame))
}
