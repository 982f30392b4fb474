import { z } from 'zod'
import { earlyErasureSchema, erasureObstacles, erasureSchema } from '#domain/members/erasure.ts'
import { holdNameMaxLength, holdReasonMaxLength, legalHoldFields, legalHoldSchema } from '#domain/members/legal-hold.ts'
import { memberIDSchema } from '#domain/members/member.ts'
import {
  retentionKinds,
  retentionPeriodSchema,
  retentionPlaceSchema,
  retentionRunSchema,
} from '#domain/members/retention.ts'
import { lineOfText } from '#domain/values/plain-text.ts'
import { instantSchema, plainDateSchema } from '#domain/values/time-schemas.ts'
import { versionSchema } from '../route.ts'

export const placeHoldFields = legalHoldFields

/** A hold is lifted by its name, with the reason why the case ended. */
export const liftHoldFields = { name: lineOfText(holdNameMaxLength), reason: lineOfText(holdReasonMaxLength) }

/** The version of the member as the administrator saw it, and why the records are erased before the end of their period. */
export const eraseFields = { version: versionSchema, early: earlyErasureSchema.nullable() }

/** A period with the version that it was made from; 0 if none was set. `days` is null to keep without an end. */
export const retentionFields = {
  kind: z.enum(retentionKinds),
  place: retentionPlaceSchema,
  days: z.number().int().min(1).max(36_525).nullable(),
  version: versionSchema,
}

/** What is in the way of an erasure, with what to do about it. */
const obstacleSchema = z.object({ kind: z.enum(erasureObstacles), text: z.string() })

/** A member's data duties: legal holds, what is in the way of an erasure, and the erasure itself. */
export const memberDutiesSchema = z.object({
  holds: z.array(legalHoldSchema),
  obstacles: z.array(obstacleSchema),
  /** The last day of the period of the medical records; null if there is none, or no end. */
  keepUntil: plainDateSchema.nullable(),
  erasure: z.object({ at: instantSchema, by: z.string() }).nullable(),
})
export type MemberDuties = z.infer<typeof memberDutiesSchema>

/** The lists of the section Data duties. */
export const dataDutiesSchema = z.object({
  holds: z.array(legalHoldSchema),
  /** The latest erasures. */
  erasures: z.array(erasureSchema),
  retention: z.object({
    /** The periods that administrators set; without one the standard period applies. */
    periods: z.array(retentionPeriodSchema),
    /** Where a period can be set: `all`, and the countries, provinces and states of the locations. */
    places: z.array(z.string()),
    /** The last nightly run; null before the first one. */
    lastRun: retentionRunSchema.nullable(),
    /** Members whose medical records are no longer required. */
    due: z.array(
      z.object({ memberID: memberIDSchema, name: z.string(), dob: plainDateSchema, keptUntil: plainDateSchema }),
    ),
    hasMoreDue: z.boolean(),
  }),
})
export type DataDuties = z.infer<typeof dataDutiesSchema>
