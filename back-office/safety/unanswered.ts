import type { Gender } from '#domain/members/member.ts'
import { assessSafety, summarizeSafety, toSafetyCase } from '#domain/safety/safety-assessment.ts'
import type { SafetySummary } from '#domain/safety/safety-record.ts'
import { toInstant } from '#domain/values/instant.ts'

/** Returns the safety summary of a study without answers. It depends only on the member's sex. */
export const unansweredSafety = (gender: Gender): SafetySummary =>
  summarizeSafety(assessSafety({}, toSafetyCase({ gender, appointment: null, now: toInstant(0) })), 0, [])
