import type { Gender } from '#domain/members/member.ts'
import { assessSafety, summarizeSafety, toSafetyCase } from '#domain/questionnaire/safety-assessment.ts'
import type { SafetySummary } from '#domain/questionnaire/safety-record.ts'
import { toInstant } from '#domain/time/instant.ts'

/** The summary of a study nobody has answered the safety questions of. It hangs on nothing but the member's sex. */
export const unansweredSafety = (gender: Gender): SafetySummary =>
  summarizeSafety(assessSafety({}, toSafetyCase({ gender, appointment: null, now: toInstant(0) })), 0, [])
