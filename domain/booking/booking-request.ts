import { z } from 'zod'
import { locationIDSchema, machineIDSchema, skuIDSchema } from '../locations/location-id.ts'
import { memberIDSchema } from '../members/member.ts'
import { linesOfText, optionalLineOfText } from '../text/plain-text.ts'
import { instantSchema } from '../time/time-schemas.ts'
import { eventIDSchema } from './machine-time.ts'
import { studyIDSchema } from './study-id.ts'

/** Member type choices, on the admin booking route only (booking spec §2, §9). */
export const memberTypes = ['New Member', 'Priority Access', 'Returning Member / Partner Referral'] as const
export type MemberType = (typeof memberTypes)[number]

/** Sedative choice, for the frontdesk role only (booking spec §2, §9). */
export const sedativeOptions = ['Sedative Taken', 'No Sedative Taken'] as const
export type SedativeOption = (typeof sedativeOptions)[number]

/** Where a member was referred from; defaults to the provider itself (booking spec §2). */
export const referralTypes = ['provider', 'physician', 'self', 'partner'] as const
export type ReferralType = (typeof referralTypes)[number]
export const defaultReferralType: ReferralType = 'provider'

export const slotSelectionTypes = ['slot', 'manual'] as const

/** An administrator may book over another study, with a reason, which is logged (decisions §5). */
export const overlapOverrideSchema = z.object({ reason: linesOfText(500).refine((text) => text.length > 0) })

/** The place and time of an appointment, with the slot hold that secures it, if there is one. */
export const appointmentSchema = z.object({
  locationID: locationIDSchema,
  skuID: skuIDSchema,
  machineID: machineIDSchema,
  utcStart: instantSchema,
  slotSelectionType: z.enum(slotSelectionTypes),
  holdEventID: eventIDSchema.nullable(),
})
export type Appointment = z.infer<typeof appointmentSchema>

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
  /** Complete safety answers, kept in the same write; absent where they are not taken yet. */
  SafetyQuestions: z.record(z.string().max(200), z.unknown()).optional(),
})
export type BookingRequest = z.infer<typeof bookingRequestSchema>

/** Body of `POST /booking/change/appointment-time`: the whole new appointment, over the version that was read. */
export const appointmentChangeSchema = appointmentSchema.extend({
  studyID: studyIDSchema,
  version: z.number().int().min(0),
  override: overlapOverrideSchema.nullable(),
})
export type AppointmentChange = z.infer<typeof appointmentChangeSchema>
