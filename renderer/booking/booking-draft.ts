import { z } from 'zod'
import { appointmentSchema, chosenTimeSchema, scanPlaceSchema } from '#domain/booking/appointment.ts'
import { defaultReferralType, memberTypes, referralTypes, sedativeOptions } from '#domain/booking/booking-request.ts'
import { slotHoldSchema } from '#domain/booking/machine-time.ts'
import { memberIDSchema } from '#domain/members/member.ts'
import { answersSchema } from '#domain/safety/safety-record.ts'
import { noSettleTick } from '#domain/safety/settle-rule.ts'
import { defaultSkuID, locationIDSchema, skuIDSchema } from '#domain/values/location-id.ts'
import { instantSchema, plainDateSchema } from '#domain/values/time-schemas.ts'
import { allSetAsideSchema } from '../safety/booking-safety.ts'

const manualTimeSchema = z.object({
  date: plainDateSchema.nullable(),
  utcStart: appointmentSchema.shape.utcStart.nullable(),
  machineID: appointmentSchema.shape.machineID.nullable(),
  /**
   * Set if the time is outside opening hours or in a closed time. Such a time is held and booked only after
   * confirmation.
   */
  outsideHours: z.enum(['ask', 'confirmed']).optional().catch(undefined),
})
/** The values of the fields of Add a Manual Time; null for an empty field. */
export type ManualTime = z.infer<typeof manualTimeSchema>
export const emptyManualTime: ManualTime = { date: null, utcStart: null, machineID: null }

/**
 * The tick that lets staff book or move before the stops are signed off, and its reason. A reason that is too long is
 * kept, so that the field can show it.
 */
const settleTickShape = {
  settleGround: z.string().nullable().catch(null),
  settleReason: z.string().max(4000).catch(''),
}

/** What the user has decided about a booking, except the chosen time and its hold. */
const bookingFormSchema = z.object({
  memberID: memberIDSchema.nullable().catch(null),
  locationID: locationIDSchema.nullable().catch(null),
  skuID: skuIDSchema.nullable().catch(defaultSkuID),
  memberType: z.enum(memberTypes).nullable().catch(null),
  referralType: z.enum(referralTypes).catch(defaultReferralType),
  referrer: z.string().max(200).catch(''),
  sedativeTaken: z.enum(sedativeOptions).nullable().catch(null),
  temporaryHold: z.boolean().catch(false),
  proactiveBooking: z.boolean().catch(false),
  addons: z.array(skuIDSchema).max(20).catch([]),
  overrideReason: z.string().max(500).catch(''),
  ...settleTickShape,
  manual: manualTimeSchema.catch(emptyManualTime),
  opportunityID: z.string().nullable().catch(null),
  /** The member for whom staff attached the opportunity; null if the opportunity came with the page's address. */
  opportunityMemberID: memberIDSchema.nullable().catch(null),
})
export type BookingForm = z.infer<typeof bookingFormSchema>

export const emptyBookingForm: BookingForm = {
  memberID: null,
  locationID: null,
  skuID: defaultSkuID,
  memberType: null,
  referralType: defaultReferralType,
  referrer: '',
  sedativeTaken: null,
  temporaryHold: false,
  proactiveBooking: false,
  addons: [],
  overrideReason: '',
  ...noSettleTick,
  manual: emptyManualTime,
  opportunityID: null,
  opportunityMemberID: null,
}

/** A booking form as stored across a reload, a crash or a lock. */
export const bookingDraftSchema = z.object({
  form: bookingFormSchema,
  /** Safety answers, including incomplete ones; an older draft has none. */
  safetyAnswers: answersSchema.catch({}),
  setAside: allSetAsideSchema,
  /** Answers given without a chosen member, from a draft of an earlier version. */
  unassigned: answersSchema.nullable().catch(null),
  chosen: chosenTimeSchema.nullable().catch(null),
  hold: slotHoldSchema.nullable().catch(null),
  idempotencyKey: z.string().min(8).max(80),
  savedAt: instantSchema,
})
export type BookingDraft = z.infer<typeof bookingDraftSchema>

/** The unsaved change of an existing booking, as stored across a reload, a crash or a lock. */
export const moveDraftSchema = z.object({
  ...scanPlaceSchema.shape,
  temporaryHold: z.boolean().optional().catch(undefined),
  manual: manualTimeSchema.catch(emptyManualTime),
  overrideReason: z.string().max(500).catch(''),
  ...settleTickShape,
  chosen: chosenTimeSchema.nullable().catch(null),
  hold: slotHoldSchema.nullable().catch(null),
  idempotencyKey: z.string().min(8).max(80),
  savedAt: instantSchema,
})
export type MoveDraft = z.infer<typeof moveDraftSchema>
