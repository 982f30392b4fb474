import type { Gender } from '#domain/members/member.ts'
import { answerWords } from '#domain/safety/answer-words.ts'
import { assessSafety, toSafetyCase } from '#domain/safety/safety-assessment.ts'
import { safetyQuestionnaire } from '#domain/safety/safety-questionnaire.ts'
import type { SafetyRecord } from '#domain/safety/safety-record.ts'
import { readFlag } from '#domain/study/status-flags.ts'
import type { Study } from '#domain/study/study.ts'
import { toInstant } from '#domain/values/instant.ts'
import type { HistoryAnswer, MedicalHistory } from './draw-medical-history.ts'

/**
 * Returns a study's medical history as text: every question that applies to this member, with its answer. `now` is in
 * epoch seconds.
 */
export const toMedicalHistory = (
  record: Pick<SafetyRecord, 'SafetyQuestions' | 'savedAt' | 'savedBy'>,
  gender: Gender,
  study: Study,
  now: number,
): MedicalHistory => {
  const safetyCase = toSafetyCase({ gender, appointment: study.booking, now: toInstant(now * 1000) })
  const { visible, answers } = assessSafety(record.SafetyQuestions, safetyCase)
  const completed = readFlag(study.status, 'medicalHistory')
  return {
    isComplete: completed.isSet,
    completedAt: completed.isSet ? completed.time : null,
    savedAt: record.savedAt,
    savedBy: record.savedBy,
    sections: safetyQuestionnaire.sections.map(({ title, questions }) => {
      const tops = new Set(questions.map(({ field }) => field))
      return {
        title,
        answers: visible.flatMap(({ question, depth, top }): HistoryAnswer[] => {
          if (question.type === 'info' || !tops.has(top)) return []
          const value = answers[question.field]
          return [{ depth, title: question.title, answer: value === undefined ? '' : answerWords(question, value) }]
        }),
      }
    }),
  }
}
