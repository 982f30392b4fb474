import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Calls that are still in progress are ended this many milliseconds after the server stops listening. */
const graceMs = 10_000
const lookMs = 20

/**
 * Returns a function that closes `server`. The server accepts no more connections, and the calls that have begun get up
 * to ten seconds to finish. The work of a call that its caller broke off gets the same time, because it uses the
 * database, which is closed next. Then every connection ends. Without this, Node would
 * wait 72 seconds for a connection that has no request, because it counts the connection as busy.
 */
export const prepareClosing = (server: FastifyInstance): (() => Promise<void>) => {
  let running = 0
  // Fastify's `onResponse` does not run when the caller breaks the call off, and the call would count for ever.
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
  // Runs after the handler, also when the caller has broken the call off.
  server.addHook('onSend', async (request) => {
    working.delete(request)
  })
  return async () => {
    const closed = server.close()
    const isBusy = (): boolean => running > 0 || working.size > 0
    for (let waitedMs = 0; isBusy() && waitedMs < graceMs; waitedMs += lookMs) await sleep(lookMs)
    server.server.closeAllConnections()
    await closed
  }
}
