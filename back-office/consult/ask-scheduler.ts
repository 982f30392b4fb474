import type { RouteAnswer } from '#contract/back-office.ts'
import type { HandlerContext } from '../kernel/handler.ts'
import { Refusal } from '../kernel/refusal.ts'
import { isSchedulerDown, type SchedulerEvent, type SchedulerReading } from '../outside/scheduler/scheduler.ts'

/**
 * Returns an event of the scheduling service, with its state for one invitee if `inviteeID` is given. Throws
 * `not-found` when the service has no such event and `scheduler-unavailable` when the service cannot be reached.
 */
export const askScheduler = async (
  eventID: string,
  inviteeID: string | null,
  context: Pick<HandlerContext, 'log' | 'scheduler'>,
): Promise<SchedulerEvent> => {
  const reading: SchedulerReading = isSchedulerDown()
    ? { kind: 'unavailable', code: 'switched-off' }
    : await context.scheduler.readEvent(eventID, inviteeID)
  if (reading.kind === 'known') return reading.event
  if (reading.kind === 'unknown') throw noSuchEvent()
  context.log('warning', 'scheduler.unavailable', { code: reading.code })
  throw new Refusal('scheduler-unavailable', "The scheduling service isn't responding. Try again later.")
}

export const noSuchEvent = (): Refusal => new Refusal('not-found', 'The scheduling service has no such booking.')

/** Returns the time and state of an event at the scheduling service. */
export const readSchedulerEvent = async (
  eventID: string,
  context: Pick<HandlerContext, 'log' | 'scheduler'>,
): Promise<RouteAnswer<'readSchedulerEvent'>> => {
  const { startTime, status } = await askScheduler(eventID, null, context)
  return { startTime, status }
}
