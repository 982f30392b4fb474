import type { BookingRequest } from '#domain/booking/booking-request.ts'
import { type Addon, sumOfAddons } from '#domain/locations/addon.ts'
import { initialStatus, type StudyStatus } from '#domain/study/study.ts'
import { type StudyRow, toItemsColumn } from '../repositories/studies-repository.ts'
import type { PlannedAppointment } from './appointment.ts'

type NewStudy = {
  readonly studyID: string
  readonly request: Pick<
    BookingRequest,
    | 'patientID'
    | 'locationID'
    | 'skuID'
    | 'opportunityID'
    | 'memberType'
    | 'referralType'
    | 'referrer'
    | 'sedativeTaken'
    | 'slotSelectionType'
    | 'proactiveBooking'
  >
  readonly plan: PlannedAppointment
  /** The chosen add-ons, at the location's prices. */
  readonly addons: readonly Addon[]
  readonly eventID: string
  readonly isTemporaryHold: boolean
  /** Epoch seconds; null for a real booking. */
  readonly holdUntil: number | null
  /** The flags that differ from the initial status. */
  readonly status: Partial<StudyStatus>
  readonly safety: Pick<StudyRow, 'safety' | 'sedative'>
  readonly now: number
}

/** Returns the row of a new booking, before any payment. */
export const toNewStudy = ({ request, plan, ...input }: NewStudy): StudyRow => ({
  study_id: input.studyID,
  patient_id: request.patientID,
  location_id: request.locationID,
  sku_id: request.skuID,
  ...plan.columns,
  event_id: input.eventID,
  temporary_hold: input.isTemporaryHold ? 1 : 0,
  temporary_hold_until: input.holdUntil,
  cancelled: 0,
  status: JSON.stringify({ ...initialStatus, ...input.status }),
  cancellation: null,
  price: plan.price,
  payment_amount: 0,
  payment_made: 0,
  balance: plan.price + sumOfAddons(input.addons),
  ...toItemsColumn(input.addons),
  ledger_version: 0,
  invoice_step: 'none',
  opportunity_id: request.opportunityID,
  member_type: request.memberType,
  referral_type: request.referralType,
  referrer: request.referrer,
  sedative_taken: request.sedativeTaken,
  slot_selection_type: request.slotSelectionType,
  proactive_booking: request.proactiveBooking === true ? 1 : 0,
  extra: '{}',
  ...input.safety,
  other_safety: null,
  version: 1,
  created_at: input.now,
})
