import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { AppFiles } from '../../bridge/app-files.ts'
import type { Dispatcher } from '../../bridge/dispatcher.ts'
import type { StandalonePage } from '../../bridge/newer-data-page.ts'
import { createEntrance } from './entrance.ts'
import { createPageServer, createStandaloneServer } from './page-server.ts'
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

/**
 * Serves one page in place of the app, on the loopback interface. The page has no personal data and needs no token.
 * Rejects as {@link serve} does.
 */
export const serveStandalone = async (wanted: number, page: StandalonePage): Promise<Served> => {
  const { server, port } = await listen(wanted)
  server.on('request', createStandaloneServer(createEntrance(port), page))
  return {
    port,
    url: `http://127.0.0.1:${port}/`,
    stop: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}

/**
 * Serves the app's files and the bridge on the loopback interface only. Port 0 takes any free one. Rejects with the
 * system's error, such as EADDRINUSE, when the port is not available.
 */
export const serve = async (parts: {
  port: number
  files: AppFiles
  dispatcher: Dispatcher
  /** Origins that the app may show in frames; none when absent. */
  frames?: readonly string[]
}): Promise<Served> => {
  const { server, port } = await listen(parts.port)
  const entrance = createEntrance(port)
  server.on('request', createPageServer(entrance, parts.files, parts.frames ?? []))
  const endSockets = attachSocketTransport(server, entrance, parts.dispatcher)
  return {
    port,
    url: `http://127.0.0.1:${port}/?token=${entrance.token}`,
    stop: () =>
      new Promise((done) => {
        endSockets()
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}
