import type { FastifyInstance } from 'fastify'
import type { Database } from '../database/database.ts'
import type { FaxCarrier } from '../outside/fax/fax-carrier.ts'
import type { Mailer } from '../outside/mail/mailer.ts'
import type { CardProcessor } from '../outside/processor/card-processor.ts'
import type { Results } from '../outside/results/results.ts'
import type { Scheduler } from '../outside/scheduler/scheduler.ts'
import type { ServerContext } from './answer-call.ts'
import type { RateLimits } from './http/rest-options.ts'

/** The inputs of stand-ins that store files. */
type StandInParts = {
  readonly dataFolder: string
  /** Epoch seconds. */
  readonly now: () => number
  readonly newId: () => string
}

/** The inputs of the mail sink. */
export type MailSinkParts = Pick<StandInParts, 'now' | 'newId'> & {
  readonly db: Database
  /** The sender's address; a default one when absent. */
  readonly sender: string | undefined
}

/**
 * Demo data, and stand-ins for a clinic's services. Only `back-office-cli.ts` and `back-office.worker.ts` inject them,
 * and a server in production uses none of them (decisions section 6).
 */
export type StandIns = {
  /** Fills an empty database. `now` in epoch seconds. */
  fillDemoData(db: Database, options: { readonly now: number }): Promise<void>
  createProcessor(parts: StandInParts): CardProcessor
  createCarrier(parts: StandInParts): FaxCarrier
  createScheduler(db: Database): Scheduler
  /** Serves the scheduling service's pages. */
  registerScheduler(server: FastifyInstance, serverContext: ServerContext, rateLimits: RateLimits): Promise<void>
  /** Opens a mailer that stores mail in the database, where the demo shows it. */
  openMailSink(parts: MailSinkParts): Promise<Mailer>
  readonly results: Results
}
