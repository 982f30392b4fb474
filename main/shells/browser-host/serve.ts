import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { AppFiles } from '../../bridge/app-files.ts'
import type { Dispatcher } from '../../bridge/dispatcher.ts'
import { createEntrance } from './entrance.ts'
import { createPageServer } from './page-server.ts'
import { attachSocketTransport } from './socket-transport.ts'

type Served = {
  readonly port: number
  /** The address that lets a window in. */
  readonly url: string
  stop(): Promise<void>
}

/**
 * Serves the app's files and the bridge on the loopback interface, and there only. Port 0 takes any free one. Rejects with
 * the system's error, such as EADDRINUSE, where the port cannot be had.
 */
export const serve = async (parts: {
  port: number
  files: AppFiles
  dispatcher: Dispatcher
  /** Where frames of its pages may come from; without any they have none. */
  frames?: readonly string[]
}): Promise<Served> => {
  const server = createServer({ maxHeaderSize: 16_384, requestTimeout: 10_000 })
  await new Promise<void>((done, failed) => {
    server.once('error', failed)
    server.listen(parts.port, '127.0.0.1', done)
  })
  const { port } = server.address() as AddressInfo
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
