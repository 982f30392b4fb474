import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { AppFiles } from '../../bridge/app-files.ts'
import type { Dispatcher } from '../../bridge/dispatcher.ts'
import type { StandalonePage, StandaloneSite } from '../../bridge/standalone-page.ts'
import { createEntrance } from './entrance.ts'
import { createPageServer, createSiteServer, createStandaloneServer } from './page-server.ts'
import { attachSocketTransport } from './socket-transport.ts'

type Served = {
  readonly port: number
  /** The URL that a window opens first, with its token. */
  readonly url: string
  stop(): Promise<void>
}

const listen = async (wanted: number): Promise<{ readonly server: Server; readonly port: number }> => {
  const server = createServer({ maxHeaderSize: 16_384, requestTimeout: 10_000 })
  await new Promise<void>((done, failed) => {
    server.once('error', failed)
    server.listen(wanted, '127.0.0.1', done)
  })
  return { server, port: (server.address() as AddressInfo).port }
}

type ShownApp = {
  readonly files: AppFiles
  readonly dispatcher: Dispatcher
  /** Allowed sources of frames in the app's pages; when absent, no frame may load. */
  readonly frames?: readonly string[]
}

type LoopbackServer = Served & {
  /** The URL without a token, for a page that needs none. */
  readonly plainUrl: string
  /** Serves the app's files and the bridge. */
  showApp(app: ShownApp): void
  /** Serves pages in place of the app. They need the cookie, as the app does. */
  showSite(site: StandaloneSite): void
  /** Serves one page in place of the app. The page has no personal data and needs no token. */
  showPage(page: StandalonePage): void
}

/**
 * Listens on the loopback interface only, and serves nothing until a handler is set. Port 0 takes any free port.
 * Rejects with the system's error, such as EADDRINUSE, when the port is not available.
 */
export const openLoopbackServer = async (wanted: number): Promise<LoopbackServer> => {
  const { server, port } = await listen(wanted)
  const entrance = createEntrance(port)
  let endSockets: (() => void) | null = null
  const replace = (answer: RequestListener): void => {
    endSockets?.()
    endSockets = null
    server.removeAllListeners('request')
    server.on('request', answer)
  }
  return {
    port,
    url: `http://127.0.0.1:${port}/?token=${entrance.token}`,
    plainUrl: `http://127.0.0.1:${port}/`,
    showApp: ({ files, dispatcher, frames }) => {
      replace(createPageServer(entrance, files, frames ?? []))
      endSockets = attachSocketTransport(server, entrance, dispatcher)
    },
    showSite: (site) => replace(createSiteServer(entrance, site)),
    showPage: (page) => replace(createStandaloneServer(entrance, page)),
    stop: () =>
      new Promise((done) => {
        endSockets?.()
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}

/**
 * Serves the app's files and the bridge on the loopback interface only. Rejects as {@link openLoopbackServer} does.
 * @internal Tests serve an app without a launcher.
 */
export const serve = async ({ port, ...app }: ShownApp & { readonly port: number }): Promise<Served> => {
  const opened = await openLoopbackServer(port)
  opened.showApp(app)
  return opened
}
