import { createCalendlyScheduler } from './calendly-scheduler.ts'
import { noScheduler, type Scheduler } from './scheduler.ts'

type SchedulerOptions = {
  /** The token of the environment or the vault; a blank one is none. */
  readonly token: string | undefined
  /** Where the service's API is, for tests; its own address when absent. */
  readonly baseUrl?: string | undefined
  readonly isDemo: boolean
  readonly createStandIn: (() => Scheduler) | null
}

/**
 * Returns the service that consults are booked with: the real one where there is a token, else the stand-in, else none. A demo
 * has the stand-in even with a token: its locations point there, and its made-up people are no matter for a real service.
 */
export const chooseScheduler = ({ token = '', baseUrl, isDemo, createStandIn }: SchedulerOptions): Scheduler => {
  const given = token.trim()
  if (given !== '' && !(isDemo && createStandIn !== null)) return createCalendlyScheduler({ token: given, baseUrl })
  return createStandIn?.() ?? noScheduler
}
