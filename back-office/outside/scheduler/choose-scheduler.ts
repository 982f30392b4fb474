import { createCalendlyScheduler } from './calendly-scheduler.ts'
import { noScheduler, type Scheduler } from './scheduler.ts'

type SchedulerOptions = {
  /** A blank token counts as missing. */
  readonly token: string | undefined
  /** The address of the service's API, for tests; when absent, the service's own address is used. */
  readonly baseUrl?: string | undefined
  readonly isDemo: boolean
  readonly createStandIn: (() => Scheduler) | null
}

/**
 * Returns the service for booking consults: the real one if a token is given, else the stand-in, else {@link
 * noScheduler}. A demo always uses the stand-in: the demo's locations link to the stand-in, and fictional people must
 * not reach a real service.
 */
export const chooseScheduler = ({ token = '', baseUrl, isDemo, createStandIn }: SchedulerOptions): Scheduler => {
  const trimmed = token.trim()
  if (trimmed !== '' && !(isDemo && createStandIn !== null)) return createCalendlyScheduler({ token: trimmed, baseUrl })
  return createStandIn?.() ?? noScheduler
}
