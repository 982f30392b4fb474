import { z } from 'zod'
import { genders } from '../members/member.ts'
import { lineOfText } from '../values/plain-text.ts'
import { plainDateSchema } from '../values/time-schemas.ts'

/**
 * The member to whom a paper belongs, as stamped on every page and confirmed by the sender (study spec §7
 * memberDetails).
 */
export const memberDetailsSchema = z.strictObject({
  firstname: lineOfText(100),
  lastname: lineOfText(100),
  dob: plainDateSchema,
  sex: z.enum(genders),
})
export type MemberDetails = z.infer<typeof memberDetailsSchema>
