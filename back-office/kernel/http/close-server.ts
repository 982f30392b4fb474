import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** Milliseconds that calls have to be answered after the server stopped listening. */
const graceMs = 10_000
const lookMs = 20

/**
 * Returns a function that closes `server`: it accepts no more connections, answers the calls that have begun for up to ten
 * seconds, then ends every connection. Node counts a connection without a request as busy, and would wait 72 seconds for it.
 */
export const prepareClosing = (server: FastifyInstance): (() => Promise<void>) => {
  let running = 0
  server.addHook('onRequest', async () => {
    running += 1
  })
  server.addHook('onResponse', async () => {
    running -= 1
  })
  return async () => {
    const closed = server.close()
    for (let waitedMs = 0; running > 0 && waitedMs < graceMs; waitedMs += lookMs) await sleep(lookMs)
    server.server.closeAllConnections()
    await closed
  }
}
