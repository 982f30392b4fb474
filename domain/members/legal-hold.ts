import { z } from 'zod'
import { lineOfText } from '../values/plain-text.ts'
import { instantSchema, plainDateSchema } from '../values/time-schemas.ts'
import { memberIDSchema } from './member.ts'

export const holdNameMaxLength = 80
export const holdReasonMaxLength = 500

/** The fields of a new hold. Its name is that of the case, and is not a member's name. */
export const legalHoldFields = { name: lineOfText(holdNameMaxLength), reason: lineOfText(holdReasonMaxLength) }

export const legalHoldIDSchema = z.string().regex(/^[A-Za-z0-9-]{1,64}$/, 'must be the id of a legal hold')

/** A legal hold: as long as a member has one that is not lifted, nothing of the member is erased or removed. */
export const legalHoldSchema = z.object({
  holdID: legalHoldIDSchema,
  memberID: memberIDSchema,
  /** The member's name and date of birth, so that a person can check whom the hold is about. */
  member: z.object({ name: z.string(), dob: plainDateSchema }),
  name: z.string(),
  reason: z.string(),
  placedAt: instantSchema,
  placedBy: z.string(),
  /** All null while the hold is in force. */
  liftedAt: instantSchema.nullable(),
  liftedBy: z.string().nullable(),
  liftedReason: z.string().nullable(),
})
export type LegalHold = z.infer<typeof legalHoldSchema>

/** Names of holds are compared without case and without repeated spaces. */
export const holdNameKey = (name: string): string => name.trim().replace(/\s+/gu, ' ').toLocaleLowerCase('en')

/**
 * Returns whether a typed name is that of a hold. Lifting a hold needs its name, so that a person with several holds on
 * the screen cannot lift the wrong one by a slip.
 */
export const isHoldName = (typed: string, name: string): boolean => holdNameKey(typed) === holdNameKey(name)
