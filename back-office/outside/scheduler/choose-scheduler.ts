import { createCalendlyScheduler } from './calendly-scheduler.ts'
import { noScheduler, type Scheduler } from './scheduler.ts'

type SchedulerOptions = {
  /** A blank token counts as missing. */
  readonly token: string | undefined
  /** The address of the service's API, for tests; absent for the service's own. */
  readonly baseUrl?: string | undefined
  readonly isDemo: boolean
  readonly createStandIn: (() => Scheduler) | null
}

/**
 * Returns the service for booking consults: the real one with a token, else the stand-in, else none. A demo always uses
 * the stand-in: its locations link to it, and fictional people must not reach a real service.
 */
export const chooseScheduler = ({ token = '', baseUrl, isDemo, createStandIn }: SchedulerOptions): Scheduler => {
  const given = token.trim()
  if (given !== '' && !(isDemo && createStandIn !== null)) return createCalendlyScheduler({ token: given, baseUrl })
  return createStandIn?.() ?? noScheduler
}
