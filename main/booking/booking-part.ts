import type { BookingBridge, SelfServiceBridge } from '#contract/booking/bridge.ts'
import type { CatchUpSteps, StopSteps } from '../lifecycle/orders.ts'
import { type BookingAttemptsParts, createBookingAttempts } from './attempts.ts'
import { type BookingServiceParts, createBookingService } from './booking-service.ts'
import { createSelfBookingService, type SelfBookingServiceParts } from './self-booking-service.ts'

type BookingPart = {
  readonly services: { readonly booking: BookingBridge; readonly selfService: SelfServiceBridge }
  /** Returns whether a booking of the signed-in user still waits for its result. */
  hasOpen(): boolean
  readonly catchUp: Pick<CatchUpSteps, 'bookings'>
  readonly stop: Pick<StopSteps, 'bookings'>
}

type BookingPartParts = BookingAttemptsParts & Omit<BookingServiceParts, 'attempts'> & SelfBookingServiceParts

/** Creates the services for appointments: those that staff make, and those that members make themselves. */
export const createBookingPart = (parts: BookingPartParts): BookingPart => {
  const attempts = createBookingAttempts(parts)
  return {
    services: {
      booking: createBookingService({ ...parts, attempts }),
      selfService: createSelfBookingService(parts),
    },
    hasOpen: attempts.hasOpen,
    catchUp: { bookings: attempts.settleOpen },
    stop: { bookings: attempts.finish },
  }
}
