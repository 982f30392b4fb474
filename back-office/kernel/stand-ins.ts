import type { FastifyInstance } from 'fastify'
import type { Database } from '../database/database.ts'
import type { FaxCarrier } from '../outside/fax/fax-carrier.ts'
import type { Mailer } from '../outside/mail/mailer.ts'
import type { CardProcessor } from '../outside/processor/card-processor.ts'
import type { Results } from '../outside/results/results.ts'
import type { Scheduler } from '../outside/scheduler/scheduler.ts'
import type { CallSurroundings } from './answer-call.ts'
import type { RateLimits } from './http/rest-options.ts'

/** What the stand-ins that keep files need. */
type StandInParts = {
  readonly dataFolder: string
  /** Epoch seconds. */
  readonly now: () => number
  readonly newId: () => string
}

/** What the mail sink needs. */
export type MailSinkParts = Pick<StandInParts, 'now' | 'newId'> & {
  readonly db: Database
  /** The address that mail comes from; a default one when absent. */
  readonly sender: string | undefined
}

/**
 * Demo data, and services in place of those that a clinic has. Only the two entries hand them in, and a server in production
 * uses none of them (decisions section 6).
 */
export type StandIns = {
  /** Fills an empty database. `now`: epoch seconds. */
  fillDemoData(db: Database, options: { readonly now: number }): Promise<void>
  createProcessor(parts: StandInParts): CardProcessor
  createCarrier(parts: StandInParts): FaxCarrier
  createScheduler(db: Database): Scheduler
  /** Serves the pages of the scheduling service. */
  registerScheduler(server: FastifyInstance, surroundings: CallSurroundings, rateLimits: RateLimits): Promise<void>
  /** Sends mail into the database, where the demo shows it. */
  openMailSink(parts: MailSinkParts): Promise<Mailer>
  readonly results: Results
}
