import { z } from 'zod'
import { genders, type Member } from '../members/member.ts'
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

type NamedMember = Pick<Member, 'firstname' | 'lastname' | 'dob' | 'gender'>

/** Returns the details of a member's record. */
export const toMemberDetails = ({ firstname, lastname, dob, gender }: NamedMember): MemberDetails => ({
  firstname,
  lastname,
  dob,
  sex: gender,
})

/** Returns whether these details are those of the member's record. */
export const isMember = (details: MemberDetails, member: NamedMember): boolean =>
  details.firstname === member.firstname &&
  details.lastname === member.lastname &&
  details.dob === member.dob &&
  details.sex === member.gender
