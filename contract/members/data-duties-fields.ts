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

/** Lifting a hold requires its name, and the reason why the case ended. */
export const liftHoldFields = { name: lineOfText(holdNameMaxLength), reason: lineOfText(holdReasonMaxLength) }

/**
 * The version of the member that the administrator saw, and why the records are erased before the end of their
 * retention period.
 */
export const eraseFields = { version: versionSchema, early: earlyErasureSchema.nullable() }

/**
 * A retention period, and the version on which the change is based; 0 if no period was set. `days` is null to keep the
 * records forever.
 */
export const retentionFields = {
  kind: z.enum(retentionKinds),
  place: retentionPlaceSchema,
  days: z.number().int().min(1).max(36_525).nullable(),
  version: versionSchema,
}

/** An obstacle to an erasure, with what to do about it. */
const obstacleSchema = z.object({ kind: z.enum(erasureObstacles), text: z.string() })

/** A member's data duties: legal holds, obstacles to an erasure, and the erasure itself. */
export const memberDutiesSchema = z.object({
  holds: z.array(legalHoldSchema),
  obstacles: z.array(obstacleSchema),
  /** The last day on which the medical records must be kept; null if there are none, or if they are kept forever. */
  keepUntil: plainDateSchema.nullable(),
  erasure: z.object({ at: instantSchema, by: z.string() }).nullable(),
})
export type MemberDuties = z.infer<typeof memberDutiesSchema>

/** The lists of the Data duties section. */
export const dataDutiesSchema = z.object({
  holds: z.array(legalHoldSchema),
  /** The latest erasures. */
  erasures: z.array(erasureSchema),
  retention: z.object({
    /** The retention periods that administrators set; otherwise the standard period applies. */
    periods: z.array(retentionPeriodSchema),
    /** The places for which a period can be set: `all`, and the countries, provinces and states of the locations. */
    places: z.array(z.string()),
    /** The last nightly run; null before the first one. */
    lastRun: retentionRunSchema.nullable(),
    /** Members whose medical records no longer have to be kept. */
    due: z.array(
      z.object({ memberID: memberIDSchema, name: z.string(), dob: plainDateSchema, keptUntil: plainDateSchema }),
    ),
    hasMoreDue: z.boolean(),
  }),
})
export type DataDuties = z.infer<typeof dataDutiesSchema>
