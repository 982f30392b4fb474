import type { Bridge } from '#contract/bridge.ts'
import type { SafetyDraft } from '#domain/safety/study-safety-draft.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import type { WithClock } from '../../kit/clock-store.ts'
import type { WithConnectivity } from '../../session/connectivity-store.ts'
import { type StoreParts, secondOf, supportPhoneOf } from '../../session/store-parts.ts'
import type { SelfBookingDesk } from './self-booking-state.ts'
import { createSelfBookingDesk } from './self-booking-store.ts'
import { createSelfSafetyDesk, type SelfSafetyDesk } from './self-safety-store.ts'

/** Builds the stores that live as long as one of the member's own pages. */
type SelfServiceFactories = {
  readonly newSelfBooking: (options: {
    /** True on the referral page: the referrer and the safety answers are sent with the booking (booking spec §2). */
    readonly isReferral: boolean
    /** Receives the answers if they are incomplete when the booking is made; the member completes them afterwards. */
    readonly onDraft: (studyID: StudyID, draft: SafetyDraft) => void
  }) => SelfBookingDesk
  readonly newSelfSafety: (studyID: StudyID, draft: SafetyDraft | null) => SelfSafetyDesk
}

/** The stores that the member's own pages need. */
export type SelfServiceStores = SelfServiceFactories & WithClock & WithConnectivity

type Parts = Pick<StoreParts, 'newKey'> & {
  readonly bridge: Pick<Bridge, 'selfService' | 'on'>
  readonly stores: WithClock & WithConnectivity
}

export const createSelfServiceFactories = ({ bridge, stores, newKey }: Parts): SelfServiceFactories => {
  const now = secondOf(stores)
  const supportPhone = supportPhoneOf(stores)
  return {
    newSelfBooking: ({ isReferral, onDraft }) =>
      createSelfBookingDesk({ bridge, now, newKey, isReferral, supportPhone, onDraft }),
    newSelfSafety: (studyID, draft) => createSelfSafetyDesk({ bridge, studyID, draft, now, supportPhone }),
  }
}
