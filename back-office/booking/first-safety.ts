import type { BookingRequest } from '#domain/booking/booking-request.ts'
import type { Gender } from '#domain/members/member.ts'
import type { Answers } from '#domain/safety/question.ts'
import { assessSafety, summarizeSafety, summarizeSafetyDraft } from '#domain/safety/safety-assessment.ts'
import { decideSedative, noSedative } from '#domain/study/sedative.ts'
import { toInstant } from '#domain/values/instant.ts'
import type { ZoneId } from '#domain/values/location-clock.ts'
import type { Database } from '../database/database.ts'
import type { HandlerContext } from '../kernel/handler.ts'
import type { BookingSafetyDraftRow } from '../repositories/booking-safety-drafts-repository.ts'
import { putSafetyDraft } from '../repositories/safety-draft-repository.ts'
import { parseAnswersOf, saveSafetyAnswers } from '../repositories/safety-repository.ts'
import type { StudyRow } from '../repositories/studies-repository.ts'
import { answeredLine, parseOrRefuse, refuseMissing } from '../safety/answers.ts'
import { draftBegun, draftWriter, parseUnfinishedAnswers } from '../safety/draft.ts'
import { keepHealthNumber } from '../safety/health-number.ts'
import { safetyCaseOf, safetyCategory, toChanges, writerOf } from '../safety/refresh.ts'
import { unansweredSafety } from '../safety/unanswered.ts'
import { logForStudy } from '../study-access/log.ts'
import { checkBookingNotices, keepReason } from './settle-reason.ts'

/** The initial values of a new study's safety columns, and the answers to store once its row exists. */
export type FirstSafety = {
  readonly columns: Pick<StudyRow, 'sedative' | 'safety'>
  /** The answers that came with the booking, complete or not. */
  readonly answers: Answers
  keep(db: Database, study: StudyRow, context: Pick<HandlerContext, 'caller' | 'newId' | 'now'>): Promise<void>
}

/**
 * Reads a booking's safety answers before any time is reserved. A health number among the answers is written to the
 * member's record in the transaction that stores the study. Without `SafetyQuestions`, the unfinished answers of the
 * request (`safetyDraft`) or of the booking draft (`begun`) become the study's draft; without any, the study starts
 * unanswered. Throws 400 `invalid-input` and 422 `missing-required-fields`, both with fields, and what
 * {@link checkBookingNotices} throws.
 */
export const planFirstSafety = (
  request: Pick<BookingRequest, 'SafetyQuestions' | 'safetyDraft' | 'settleReason' | 'proactiveBooking'>,
  gender: Gender,
  appointment: { readonly starts_at: number | null; readonly timezone: string | null },
  zone: ZoneId,
  context: Pick<HandlerContext, 'caller' | 'now' | 'supportPhone'>,
  begun?: BookingSafetyDraftRow,
): FirstSafety => {
  const draftAnswers = request.safetyDraft ?? (begun === undefined ? undefined : parseAnswersOf(begun))
  if (request.SafetyQuestions === undefined && draftAnswers !== undefined) {
    return planFirstDraft(draftAnswers, request.settleReason, gender, appointment, zone, context, begun)
  }
  if (request.SafetyQuestions === undefined) {
    const columns = { sedative: JSON.stringify(noSedative), safety: JSON.stringify(unansweredSafety(gender)) }
    return { columns, answers: {}, keep: async () => {} }
  }
  const { answers, unanswered } = parseOrRefuse(request.SafetyQuestions, gender, zone, context)
  refuseMissing(unanswered, { proactive_booking: request.proactiveBooking === true ? 1 : 0, payment_amount: 0 })
  const assessment = assessSafety(answers, safetyCaseOf(gender, appointment, context))
  const reason = checkBookingNotices(assessment.notices, request.settleReason, context)
  return {
    columns: {
      sedative: JSON.stringify(decideSedative(noSedative, answers)),
      safety: JSON.stringify(summarizeSafety(assessment, 1, [])),
    },
    answers,
    keep: async (db, study, inside) => {
      const changes = toChanges({}, answers)
      await saveSafetyAnswers(db, study.study_id, 0, answers, changes, writerOf(inside))
      await keepHealthNumber(db, study.patient_id, changes)
      await logForStudy(db, study, safetyCategory, [answeredLine(0, changes)], inside)
      await keepReason(db, study, reason, inside)
    },
  }
}

/**
 * Plans the safety draft of a study that is booked with incomplete answers. If the booking draft had the same answers,
 * the new draft takes over its author and time. Throws 400 for an unknown field, and what {@link checkBookingNotices}
 * throws.
 */
const planFirstDraft = (
  draftAnswers: Readonly<Record<string, unknown>>,
  settleReason: string | null | undefined,
  gender: Gender,
  appointment: { readonly starts_at: number | null; readonly timezone: string | null },
  zone: ZoneId,
  context: Pick<HandlerContext, 'caller' | 'now' | 'supportPhone'>,
  begun: BookingSafetyDraftRow | undefined,
): FirstSafety => {
  const { answers } = parseUnfinishedAnswers(draftAnswers, gender, zone, context)
  const safetyCase = safetyCaseOf(gender, appointment, context)
  const assessment = assessSafety(answers, safetyCase)
  const reason = checkBookingNotices(assessment.notices, settleReason, context)
  const sedative = JSON.stringify(noSedative)
  if (Object.keys(answers).length === 0) {
    return { columns: { sedative, safety: JSON.stringify(unansweredSafety(gender)) }, answers, keep: async () => {} }
  }
  const isMoved = begun !== undefined && toChanges(parseAnswersOf(begun), answers).length === 0
  const { saved_at, saved_by, saved_by_user } = isMoved ? begun : draftWriter(context)
  const saved = assessSafety({}, safetyCase)
  const draft = summarizeSafetyDraft(assessment, saved, saved_by, toInstant(saved_at * 1000))
  return {
    answers,
    columns: { sedative, safety: JSON.stringify(summarizeSafety(saved, 0, [], draft)) },
    keep: async (db, study, inside) => {
      await putSafetyDraft(db, study, {
        answers: JSON.stringify(answers),
        version: inside.now,
        base_version: 0,
        saved_at,
        saved_by,
        saved_by_user,
      })
      await logForStudy(db, study, safetyCategory, [draftBegun], inside)
      await keepReason(db, study, reason, inside)
    },
  }
}
