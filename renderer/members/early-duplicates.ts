import type { MembersBridge } from '#contract/members/bridge.ts'
import { findLikelyDuplicates } from '#domain/members/duplicates.ts'
import type { Member } from '#domain/members/member.ts'
import { readTypedPerson, type TypedPerson } from '#domain/members/member-rules.ts'
import type { PlainDate } from '#domain/values/plain-date.ts'
import { createSearchGate } from '../kit/search-pause.ts'

/** The part of a new member's form that warns of duplicates while the user types (decision 403). */
export type EarlyDuplicates = {
  /** Members who may be the person typed so far; those with the same name and birth date come first. */
  readonly likely: readonly Member[]
  /**
   * Searches for the person typed so far, once for each change of the person, after a typing pause. Finds nothing until
   * both names and a valid birth date are typed, after a failed search, and in a form that changes a member.
   */
  readonly findLikely: (typed: TypedPerson, today: PlainDate) => Promise<void>
}

/**
 * Milliseconds without a change after which the search starts. The pause is longer than that of other searches: the
 * first digit of the day of birth is already a date, and the audit log has a row for each member that a search finds.
 */
const earlyPauseMs = 500

const maxFound = 10

/** The greatest length of a search text in the contract. */
const maxChars = 200

/** Creates that part of a form. `show` stores the members that were found. */
export const createEarlyDuplicates = (
  members: Pick<MembersBridge, 'search'>,
  isCreating: boolean,
  show: (likely: readonly Member[]) => void,
): EarlyDuplicates => {
  const isLast = createSearchGate(earlyPauseMs)
  let wanted = ''
  return {
    likely: [],
    findLikely: async (typed, today) => {
      const person = isCreating ? readTypedPerson(typed, today) : null
      // The birth date comes first, so that a long name cannot cut it off.
      const text = person === null ? '' : `${person.dob} ${person.firstname} ${person.lastname}`.slice(0, maxChars)
      if (text === wanted) return
      wanted = text
      show([])
      if (person === null || !(await isLast()) || wanted !== text) return
      const reply = await members.search({ text, limit: maxFound })
      if (wanted === text && reply.ok) show(findLikelyDuplicates(person, reply.value.members))
    },
  }
}
