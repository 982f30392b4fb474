import { fail } from '#contract/reply.ts'
import type { Gender } from '#domain/members/member.ts'
import { mayLackAnswers } from '#domain/safety/proactive-booking.ts'
import type { Answers } from '#domain/safety/question.ts'
import { parseSafetyAnswers } from '#domain/safety/safety-assessment.ts'
import type { Study } from '#domain/study/study.ts'
import type { Instant } from '#domain/values/instant.ts'
import type { ZoneId } from '#domain/values/location-clock.ts'

/** The facts that answers are checked against before they are sent. */
type AnswersCase = {
  readonly study: Pick<Study, 'config' | 'paymentAmount'>
  readonly gender: Gender
  /** The location's time zone. */
  readonly zone: ZoneId
  readonly now: Instant
}

export type CheckedAnswers =
  | { readonly ok: true; readonly answers: Answers; readonly cleared: readonly string[] }
  | ReturnType<typeof fail<'invalid-input' | 'missing-required-fields'>>

/**
 * Checks answers against the questionnaire as the back office will (booking spec §5). Failures: `invalid-input` and
 * `missing-required-fields`, with a reason for each field. A proactive booking without a payment may lack answers.
 */
export const checkAnswers = (answers: Answers, against: AnswersCase): CheckedAnswers => {
  const parsed = parseSafetyAnswers(answers, against.gender, against.now, against.zone)
  if (!parsed.ok) return fail('invalid-input', 'Check what you entered.', { fields: parsed.problems })
  const { config, paymentAmount } = against.study
  const isAllowed = mayLackAnswers({ isProactive: config.proactiveBooking, paymentAmount })
  if (parsed.unanswered.length > 0 && !isAllowed) {
    const fields = Object.fromEntries(parsed.unanswered.map((field) => [field, 'must be answered']))
    return fail('missing-required-fields', 'Missing some required fields', { fields })
  }
  return parsed
}
