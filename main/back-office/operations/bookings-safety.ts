import type { BookingRequest } from '#domain/booking/booking-request.ts'
import type { Gender } from '#domain/members/member.ts'
import { assessSafety, summarizeSafety } from '#domain/questionnaire/safety-assessment.ts'
import { decideSedative, noSedative } from '#domain/study/sedative.ts'
import { toInstant } from '#domain/time/instant.ts'
import type { ZoneId } from '#domain/time/location-clock.ts'
import type { Database } from '../repositories/database.ts'
import { saveSafetyAnswers } from '../repositories/safety-repository.ts'
import type { StudyRow } from '../repositories/studies-repository.ts'
import type { HandlerContext } from '../rest/handler.ts'
import { logForStudy } from './bookings-log.ts'
import { answeredLine, parseOrRefuse, refuseMissing, refuseProhibited } from './safety.ts'
import { keepHealthNumber } from './safety-health-number.ts'
import { appointmentOf, safetyCategory, toChanges, writerOf } from './safety-refresh.ts'
import { unansweredSafety } from './unanswered-safety.ts'

/** What a new study begins with: its own columns, and its answers to keep once its row is there. */
export type FirstSafety = {
  readonly columns: Pick<StudyRow, 'sedative' | 'safety'>
  keep(db: Database, study: StudyRow, context: HandlerContext): Promise<void>
}

/**
 * Reads the safety answers that a booking brings along, before anything is placed; a health number among them goes to the
 * member with the study. Without any the study begins unanswered.
 * Throws 400 `invalid-input`, 422 `missing-required-fields`, both with fields, 409 `scan-prohibited` with the notice's own text.
 */
export const planFirstSafety = (
  request: Pick<BookingRequest, 'SafetyQuestions'>,
  gender: Gender,
  appointment: { readonly starts_at: number | null; readonly timezone: string | null },
  zone: ZoneId,
  context: HandlerContext,
): FirstSafety => {
  if (request.SafetyQuestions === undefined) {
    const columns = { sedative: JSON.stringify(noSedative), safety: JSON.stringify(unansweredSafety(gender)) }
    return { columns, keep: async () => {} }
  }
  const { answers, unanswered } = parseOrRefuse(request.SafetyQuestions, gender, zone, context)
  refuseMissing(unanswered, { proactive_booking: 0, payment_amount: 0 })
  const assessment = assessSafety(answers, {
    gender,
    appointment: appointmentOf(appointment),
    now: toInstant(context.now * 1000),
    supportPhone: context.supportPhone,
  })
  refuseProhibited(assessment.notices)
  return {
    columns: {
      sedative: JSON.stringify(decideSedative(noSedative, answers)),
      safety: JSON.stringify(summarizeSafety(assessment, 1, [])),
    },
    keep: async (db, study, inside) => {
      const changes = toChanges({}, answers)
      await saveSafetyAnswers(db, study.study_id, 0, answers, changes, writerOf(inside))
      await keepHealthNumber(db, study.patient_id, changes)
      await logForStudy(db, study, safetyCategory, [answeredLine(0, changes)], inside)
    },
  }
}
