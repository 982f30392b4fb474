import { z } from 'zod'
import { fail, ok } from '#contract/reply.ts'
import type { StudyBridge } from '#contract/study/bridge.ts'
import type { Instant } from '#domain/values/instant.ts'
import { completeCall } from '../back-office-client/complete-call.ts'
import type { StaffCalls } from '../back-office-client/staff-calls.ts'
import type { SessionHolder } from '../session/session-service.ts'
import type { StudyReader } from '../study-access/study-reader.ts'

const confirmBodyCompQC = {
  query: 'mutation ($studyId: ID!) { confirmBodyCompQC(studyId: $studyId) { message statusCode } }',
  answer: z.object({ confirmBodyCompQC: z.object({ message: z.string(), statusCode: z.number() }) }),
}

/** Creates the function that confirms the quality check of a study's body composition and returns the changed study. */
export const createBodyCompositionCheck = (parts: {
  readonly calls: StaffCalls
  readonly reader: StudyReader
  readonly session: SessionHolder
  now(): Instant
}): StudyBridge['confirmBodyCompositionQC'] => {
  const { calls, reader, session, now } = parts

  return async ({ studyID }) => {
    const request = { ...confirmBodyCompQC, variables: { studyId: studyID } }
    // Confirming twice has no further effect, so the call is repeated after a lost answer.
    const reply = await completeCall(() => calls.callGraphqlExactly('confirmBodyCompQC', request))
    if (!reply.ok) return reply
    const { message, statusCode } = reply.value.confirmBodyCompQC
    if (statusCode >= 300) return fail('act-not-allowed', message)
    const read = await reader.readFresh(studyID)
    if (read.ok) return ok(read.value.study)
    // The check is confirmed even when this read fails: returns the cached study with the confirmation added.
    const copy = reader.cached(studyID)
    if (copy === null) return read
    const { study } = copy
    const confirmed = {
      bodyCompositionQC: true,
      bodyCompositionQCTime: now(),
      bodyCompositionQCBy: session.user()?.fullname ?? null,
    }
    return ok({ ...study, status: { ...study.status, ...confirmed } })
  }
}
