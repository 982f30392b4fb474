import { type Environment, isProduction } from '#domain/environment/environment.ts'
import type { Database } from '../repositories/database.ts'
import { createCalendlyScheduler } from './calendly-scheduler.ts'
import { noScheduler, type Scheduler } from './scheduler.ts'
import { createStandInScheduler } from './stand-in-scheduler.ts'

export type SchedulerOptions = {
  /** The token of the environment or the vault; a blank one is none. */
  readonly token: string | undefined
  /** Where the service's API is, for tests; its own address when absent. */
  readonly baseUrl?: string | undefined
  readonly isDemo: boolean
  readonly environment: Environment
  readonly db: Database
}

/**
 * Whom consults are booked with: the real service where there is a token, else outside production its stand-in, else nobody. A
 * demo has the stand-in whatever tokens lie about: its locations point there, and its people are not for others to see.
 */
export const chooseScheduler = (options: SchedulerOptions): Scheduler => {
  const mayStandIn = !isProduction(options.environment)
  const token = options.token?.trim() ?? ''
  if (options.isDemo && mayStandIn) return createStandInScheduler(options.db)
  if (token !== '') return createCalendlyScheduler({ token, baseUrl: options.baseUrl })
  return mayStandIn ? createStandInScheduler(options.db) : noScheduler
}
