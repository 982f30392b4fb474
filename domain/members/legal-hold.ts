import { z } from 'zod'
import { lineOfText } from '../values/plain-text.ts'
import { instantSchema, plainDateSchema } from '../values/time-schemas.ts'
import { memberIDSchema } from './member.ts'

export const holdNameMaxLength = 80
export const holdReasonMaxLength = 500

/** The fields of a new hold. The name is that of the case, never a member's name. */
export const legalHoldFields = { name: lineOfText(holdNameMaxLength), reason: lineOfText(holdReasonMaxLength) }

export const legalHoldIDSchema = z.string().regex(/^[A-Za-z0-9-]{1,64}$/, 'must be the id of a legal hold')

/** A legal hold. While a member has a hold that is not lifted, none of the member's data is erased or removed. */
export const legalHoldSchema = z.object({
  holdID: legalHoldIDSchema,
  memberID: memberIDSchema,
  /** The member's name and date of birth, so that staff can check which member the hold is about. */
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

/** Returns the form in which names of holds are compared: without case and repeated spaces. */
export const holdNameKey = (name: string): string => name.trim().replace(/\s+/gu, ' ').toLocaleLowerCase('en')

/**
 * Returns whether a typed name is the name of a hold. Lifting a hold requires its name, so that a person with several
 * holds on the screen cannot lift the wrong one by mistake.
 */
export const isHoldName = (typed: string, name: string): boolean => holdNameKey(typed) === holdNameKey(name)
