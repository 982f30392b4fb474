import { z } from 'zod'
import { linesOfText } from '#domain/values/plain-text.ts'
import { instantSchema } from '#domain/values/time-schemas.ts'

/** A sign-off of the stops of one version of the answers. */
export const signOffFields = {
  version: z.number().int().min(1).max(2_147_483_647),
  /** The appointment for which the stops were checked, null for none. If absent, the appointment is not compared. */
  utcStart: instantSchema.nullable().optional(),
  reason: linesOfText(500),
}

export const withdrawalFields = { reason: linesOfText(500) }
