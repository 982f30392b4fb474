import { randomInt } from 'node:crypto'
import type { Member } from '#domain/members/member.ts'
import { isMember, type MemberDetails } from '#domain/release/member-details.ts'
import { releaseMessages } from '#domain/release/release-messages.ts'
import { Refusal } from '../kernel/refusal.ts'

/** Letters and digits without those that look alike: 0 and O, 1 and I, 2 and Z, 5 and S, 8 and B. */
const passwordLetters = 'ACDEFGHJKLMNPQRTUVWXY34679'
const passwordGroups = 3
const groupLetters = 4

/** Returns a random password for one file, such as `K7PX-4M7Q-9TRD`: about 56 bits, to be given by phone. */
export const makePassword = (): string =>
  Array.from({ length: passwordGroups }, () =>
    Array.from({ length: groupLetters }, () => passwordLetters[randomInt(passwordLetters.length)]).join(''),
  ).join('-')

/** Throws 409 `stale` unless these details equal the member's record. */
export const checkMemberDetails = (details: MemberDetails, member: Member): void => {
  if (!isMember(details, member)) throw new Refusal('stale', releaseMessages.detailsChanged)
}
