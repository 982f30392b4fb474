import type { BookingBridge, SelfServiceBridge } from '#contract/booking/bridge.ts'
import type { CatchUpSteps, StopSteps } from '../lifecycle/orders.ts'
import { type BookingAttemptsParts, createBookingAttempts } from './attempts.ts'
import { type BookingServiceParts, createBookingService } from './booking-service.ts'
import { noteCalls } from './note-calls.ts'
import { createOwnHolds } from './own-holds.ts'
import { createSelfBookingService, type SelfBookingServiceParts } from './self-booking-service.ts'

type BookingPart = {
  readonly services: { readonly booking: BookingBridge; readonly selfService: SelfServiceBridge }
  /** Returns whether a booking, move, cancellation or conversion of the signed-in user still waits for its result. */
  hasOpen(): boolean
  /** Returns whether a slot hold of this workstation runs. */
  hasHold(): boolean
  /** Returns whether a member used the self-service pages within the last hour; their input is in the window only. */
  isUsedByMember(): boolean
  readonly catchUp: Pick<CatchUpSteps, 'bookings'>
  readonly stop: Pick<StopSteps, 'bookings'>
}

type BookingPartParts = BookingAttemptsParts & Omit<BookingServiceParts, 'attempts'> & SelfBookingServiceParts

/** How long after a call of the self-service pages a member may still be typing there, in milliseconds. */
const memberUseMs = 3_600_000

/** Creates the services for appointments: those that staff make, and those that members make themselves. */
export const createBookingPart = (given: BookingPartParts): BookingPart => {
  let usedByMemberMs = Number.NEGATIVE_INFINITY
  const holds = createOwnHolds(given.keeper, given.nowMs)
  const parts = { ...given, keeper: holds.keeper }
  const attempts = createBookingAttempts(parts)
  return {
    services: {
      booking: createBookingService({ ...parts, attempts }),
      selfService: noteCalls(createSelfBookingService(parts), () => {
        usedByMemberMs = given.nowMs()
      }),
    },
    hasOpen: attempts.hasOpen,
    hasHold: holds.has,
    isUsedByMember: () => given.nowMs() - usedByMemberMs < memberUseMs,
    catchUp: { bookings: attempts.settleOpen },
    stop: { bookings: attempts.finish },
  }
}
