import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Database, DatabaseKind } from '../../database/database.ts'
import { isReadOnly, readSchemaState } from '../../database/schema-state.ts'
import type { RateLimits } from './rest-options.ts'

/** Why a server takes no calls now. */
type NotReady =
  | 'database-unreachable'
  | 'database-slow'
  | 'database-read-only'
  | 'migrations-missing'
  | 'database-newer'

/** A check of the database that takes longer counts as failed, because probes have timeouts of a few seconds. */
const checkTimeoutMs = 2_000
/**
 * Probes come from several places, and strangers can send them too, so the result of a check is reused for this long.
 */
const keptMs = 1_000

/** Returns the function that checks whether the database answers and has the schema of this version. */
export const createDatabaseCheck = (
  db: Database,
  kind: DatabaseKind,
  now: () => number = () => performance.now(),
): (() => Promise<NotReady | null>) => {
  let last: { readonly at: number; readonly outcome: Promise<NotReady | null> } | null = null
  const readState = async (): Promise<NotReady | null> => {
    try {
      const state = await Promise.race([
        readSchemaState(db, kind).then(async ({ state }) => ((await isReadOnly(db, kind)) ? 'read-only' : state)),
        sleep(checkTimeoutMs, 'slow' as const, { ref: false }),
      ])
      if (state === 'slow') return 'database-slow'
      if (state === 'read-only') return 'database-read-only'
      if (state === 'current') return null
      return state === 'missing' ? 'migrations-missing' : 'database-newer'
    } catch {
      return 'database-unreachable'
    }
  }
  return () => {
    if (last === null || now() - last.at >= keptMs) last = { at: now(), outcome: readState() }
    return last.outcome
  }
}

/**
 * Adds the calls for process managers and proxies (decision 308). `GET /health/live` shows that the process runs; a
 * process that does not answer it must be restarted. `GET /health/ready` returns 200 when the process can take calls,
 * else 503 with the reason; a 503 requires no restart. Neither answer has the version or any data of the clinic, and
 * neither call needs a session. While the server closes, Fastify answers 503 to every call.
 */
export const registerProbes = (
  server: FastifyInstance,
  {
    checkDatabase,
    rateLimits,
  }: {
    readonly checkDatabase: () => Promise<NotReady | null>
    readonly rateLimits: Pick<RateLimits, 'health'>
  },
): void => {
  const config = {
    rateLimit: {
      max: rateLimits.health,
      timeWindow: 60_000,
      keyGenerator: (request: FastifyRequest) => `probe ${request.ip}`,
    },
  }
  server.get('/health/live', { config }, async () => ({ status: 'live' }))
  server.get('/health/ready', { config }, async (_request, reply) => {
    const reason = await checkDatabase()
    return reason === null ? { status: 'ready' } : reply.code(503).send({ status: 'not-ready', reason })
  })
}
