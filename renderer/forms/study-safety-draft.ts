import { z } from 'zod'
import type { StudyID } from '#domain/booking/study-id.ts'
import type { Answers } from '#domain/questionnaire/question.ts'
import { answersSchema } from '#domain/questionnaire/safety-record.ts'
import type { Instant } from '#domain/time/instant.ts'
import { instantSchema } from '#domain/time/time-schemas.ts'

/** Safety answers that are not saved yet, with the saved ones they were made from: what another desk saves is merged in. */
export const safetyDraftSchema = z.object({
  answers: answersSchema,
  /** The version of the saved answers; 0 where there were none. */
  baseVersion: z.number().int().min(0),
  baseAnswers: answersSchema,
  savedAt: instantSchema,
})
export type SafetyDraft = z.infer<typeof safetyDraftSchema>

/** Where the unsaved safety answers of a study are kept, sealed to their author. */
export const safetyDraftID = (studyID: StudyID): string => `safety:${studyID}`

/** The draft of answers taken before their study was made: nothing was saved of it yet. */
export const toFirstSafetyDraft = (answers: Answers, savedAt: Instant): SafetyDraft => ({
  answers,
  baseVersion: 0,
  baseAnswers: {},
  savedAt,
})

/** Reads a draft as it was kept; null where there is none, or it is none any more. */
export const parseSafetyDraft = (content: unknown): SafetyDraft | null =>
  safetyDraftSchema.safeParse(content).data ?? null
