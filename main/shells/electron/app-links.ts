import type { App } from 'electron'
import { APP_LINK_SCHEME, findAppLink } from '#domain/crm/app-link.ts'

type AppLinks = {
  /** Takes the page of a link that arrived before the window was open; null if there is none. */
  takePending(): string | null
  /** Sends every later link to `open`. */
  onLink(open: (path: string) => void): void
}

/**
 * Registers an installed Atrium as the program that opens `atrium://` addresses. Receives these addresses from its own
 * arguments, from a second start, which passes its link on, and on macOS from the system. Links to pages that are not
 * allowed are ignored. Addresses are not logged, because they identify records. Call it after the single-instance lock
 * is obtained.
 */
export const receiveAppLinks = (
  app: Pick<App, 'isPackaged' | 'on' | 'setAsDefaultProtocolClient'>,
  args: readonly string[],
): AppLinks => {
  // A development build would register Electron itself, without the app.
  if (app.isPackaged) app.setAsDefaultProtocolClient(APP_LINK_SCHEME)
  let pending = findAppLink(args)
  let open: ((path: string) => void) | null = null
  const receive = (path: string | null): void => {
    if (path === null) return
    if (open === null) pending = path
    else open(path)
  }
  app.on('second-instance', (_event, argv) => receive(findAppLink(argv)))
  app.on('open-url', (event, url) => {
    event.preventDefault()
    receive(findAppLink([url]))
  })
  return {
    takePending: () => {
      const path = pending
      pending = null
      return path
    },
    onLink: (listener) => {
      open = listener
    },
  }
}
