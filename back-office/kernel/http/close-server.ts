import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Calls that are still in progress are ended this many milliseconds after the server stops listening. */
const graceMs = 10_000
const pollMs = 20

/**
 * Returns a function that closes `server`. The server accepts no more connections, and the calls that have begun get up
 * to ten seconds to finish. A call whose caller has disconnected gets the same time, because its work uses the
 * database, which is closed next. Finally every connection is ended, because Node counts a connection without a request
 * as busy and would wait 72 seconds for it.
 */
export const prepareClosing = (server: FastifyInstance): (() => Promise<void>) => {
  let running = 0
  // Fastify's `onResponse` does not run when the caller disconnects, so the call would be counted forever.
  server.addHook('onRequest', async (_request, reply) => {
    running += 1
    reply.raw.once('close', () => {
      running -= 1
    })
  })
  const working = new Set<FastifyRequest>()
  server.addHook('preHandler', async (request) => {
    working.add(request)
  })
  // Runs after the handler, even if the caller has disconnected.
  server.addHook('onSend', async (request) => {
    working.delete(request)
  })
  return async () => {
    const closed = server.close()
    const isBusy = (): boolean => running > 0 || working.size > 0
    for (let waitedMs = 0; isBusy() && waitedMs < graceMs; waitedMs += pollMs) await sleep(pollMs)
    server.server.closeAllConnections()
    await closed
  }
}
