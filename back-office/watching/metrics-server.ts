import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Metrics } from './metrics.ts'

export type MetricsSettings = { readonly host: string; readonly port: number }

/**
 * Serves `GET /metrics` for Prometheus on a port of its own, so that a proxy never publishes the metrics with the
 * calls. Rejects if the port is taken.
 */
export const startMetricsServer = async (
  { host, port }: MetricsSettings,
  metrics: Pick<Metrics, 'print'>,
): Promise<{ readonly port: number; close(): Promise<void> }> => {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    metrics.print().then(
      ({ contentType, text }) => response.writeHead(200, { 'content-type': contentType }).end(text),
      () => response.writeHead(503).end(),
    )
  })
  server.requestTimeout = 10_000
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
