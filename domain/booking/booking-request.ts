import { z } from 'zod'
import { addonChoiceSchema } from '../locations/addon.ts'
import { memberIDSchema } from '../members/member.ts'
import { bookingSafetyDraftIDSchema } from '../safety/booking-safety-draft.ts'
import { hasLetterOrDigit, settleReasonMaxLength } from '../safety/settle-rule.ts'
import { linesOfText, optionalLineOfText } from '../values/plain-text.ts'
import { studyIDSchema } from '../values/study-id.ts'
import { appointmentSchema } from './appointment.ts'

/** Member type choices, on the admin booking route only (booking spec §2, §9). */
export const memberTypes = ['New Member', 'Priority Access', 'Returning Member / Partner Referral'] as const
export type MemberType = (typeof memberTypes)[number]

/** Sedative choice, for the frontdesk role only (booking spec §2, §9). */
export const sedativeOptions = ['Sedative Taken', 'No Sedative Taken'] as const
export type SedativeOption = (typeof sedativeOptions)[number]

/** Who referred the member; `provider` by default (booking spec §2). */
export const referralTypes = ['provider', 'physician', 'self', 'partner'] as const
export type ReferralType = (typeof referralTypes)[number]
export const defaultReferralType: ReferralType = 'provider'

/** An administrator may book over another study, with a reason, which is logged (decisions §5). */
const overlapOverrideSchema = z.object({ reason: linesOfText(500).refine((text) => text.length > 0) })

/**
 * The reason to book, move, check in or scan despite a notice that is not settled (decisions §6): 1 to 500 characters,
 * with a letter or digit.
 */
export const settleReasonSchema = linesOfText(settleReasonMaxLength).refine(hasLetterOrDigit, 'must have a reason')

/** Body of `POST /booking/create` and `POST /booking/create/temporary-hold` (booking spec §3 Study, §7). */
export const bookingRequestSchema = appointmentSchema.extend({
  patientID: memberIDSchema,
  memberType: z.enum(memberTypes).nullable(),
  referralType: z.enum(referralTypes),
  referrer: optionalLineOfText(200),
  sedativeTaken: z.enum(sedativeOptions).nullable(),
  opportunityID: z
    .string()
    .regex(/^[A-Za-z0-9]{1,18}$/)
    .nullable(),
  override: overlapOverrideSchema.nullable(),
  /**
   * Whether the clinic books for the member before the member has answered and paid, see `mayLackAnswers`; absent means
   * false.
   */
  proactiveBooking: z.boolean().optional(),
  /** The add-ons that are booked with the scan; absent means no add-ons. */
  addons: addonChoiceSchema.optional(),
  /** Completed safety answers, stored in the same write; absent if there are none yet. */
  SafetyQuestions: z.record(z.string().max(200), z.unknown()).optional(),
  /**
   * Answers that are not completed, stored as the new study's draft in the same write; used only without completed
   * answers.
   */
  safetyDraft: z.record(z.string().max(200), z.unknown()).optional(),
  /**
   * The id under which the back office stores the safety answers that this member gave before there was a booking. The
   * stored record of these answers is removed in the same write. The answers in the record become the study's draft if
   * the request has neither `SafetyQuestions` nor `safetyDraft`.
   */
  safetyDraftID: bookingSafetyDraftIDSchema.optional(),
  /** Required while a notice has to be settled before the scan; ignored otherwise. */
  settleReason: settleReasonSchema.nullable().optional(),
})
export type BookingRequest = z.infer<typeof bookingRequestSchema>

/**
 * Body of `POST /booking/change/appointment-time`: the whole new appointment, and the version of the study that the
 * workstation read.
 */
export const appointmentChangeSchema = appointmentSchema.extend({
  studyID: studyIDSchema,
  version: z.number().int().min(0),
  override: overlapOverrideSchema.nullable(),
  /** Required while a stop of the study is open at the new time: not settled, and not signed off. */
  settleReason: settleReasonSchema.nullable().optional(),
})
export type AppointmentChange = z.infer<typeof appointmentChangeSchema>
