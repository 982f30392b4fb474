import type { BookingBridge, SelfServiceBridge } from '#contract/booking/bridge.ts'
import type { CatchUpSteps, StopSteps } from '../lifecycle/orders.ts'
import { type BookingAttemptsParts, createBookingAttempts } from './attempts.ts'
import { type BookingServiceParts, createBookingService } from './booking-service.ts'
import { createOwnHolds } from './own-holds.ts'
import { createSelfBookingService, type SelfBookingServiceParts } from './self-booking-service.ts'

type BookingPart = {
  readonly services: { readonly booking: BookingBridge; readonly selfService: SelfServiceBridge }
  /** Returns whether a booking, move, cancellation or conversion by the signed-in user still waits for its result. */
  hasOpen(): boolean
  /** Returns whether this workstation has an active slot hold. */
  hasHold(): boolean
  readonly catchUp: Pick<CatchUpSteps, 'bookings'>
  readonly stop: Pick<StopSteps, 'bookings'>
}

type BookingPartParts = BookingAttemptsParts & Omit<BookingServiceParts, 'attempts'> & SelfBookingServiceParts

/** Creates the services for appointments: those that staff make, and those that members make themselves. */
export const createBookingPart = (given: BookingPartParts): BookingPart => {
  const holds = createOwnHolds(given.keeper, given.nowMs)
  const parts = { ...given, keeper: holds.keeper }
  const attempts = createBookingAttempts(parts)
  return {
    services: {
      booking: createBookingService({ ...parts, attempts }),
      selfService: createSelfBookingService(parts),
    },
    hasOpen: attempts.hasOpen,
    hasHold: holds.has,
    catchUp: { bookings: attempts.settleOpen },
    stop: { bookings: attempts.finish },
  }
}
