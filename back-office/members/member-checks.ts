import type { MemberDraft } from '#domain/members/member.ts'
import { memberProblems } from '#domain/members/member-rules.ts'
import { toInstant } from '#domain/values/instant.ts'
import { addDays, type PlainDate } from '#domain/values/plain-date.ts'
import { Refusal } from '../kernel/refusal.ts'

export const noSuchMember = (): Refusal => new Refusal('not-found', 'Member not found.')

export const memberExists = (): Refusal =>
  new Refusal('member-exists', 'A member with this email address already exists.', {
    fields: { email: 'is already in use' },
  })

/**
 * Returns a date that is today or later everywhere on Earth, for checks of a birth date: a member born today in
 * Auckland must not count as born in the future.
 */
export const latestToday = (now: number): PlainDate => addDays(toInstant(now * 1000).slice(0, 10) as PlainDate, 1)

export const refuseProblems = (draft: Pick<MemberDraft, 'country' | 'state' | 'dob'>, now: number): void => {
  const fields = memberProblems(draft, latestToday(now))
  const sentences = Object.values(fields)
  if (sentences.length > 0) throw new Refusal('invalid-input', `${sentences.join('. ')}.`, { fields })
}
