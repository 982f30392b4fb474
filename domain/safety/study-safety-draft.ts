import { z } from 'zod'
import type { Instant } from '../values/instant.ts'
import { type StudyID, studyIDSchema } from '../values/study-id.ts'
import { instantSchema } from '../values/time-schemas.ts'
import type { Answers } from './question.ts'
import { answersSchema } from './safety-record.ts'

/**
 * Safety answers of one person that are not saved yet, with those they were made from: the answers that every desk had then.
 * What another desk answers is merged in.
 */
const safetyDraftSchema = z.object({
  answers: answersSchema,
  /** The version of the saved answers; 0 where there were none. */
  baseVersion: z.number().int().min(0),
  baseAnswers: answersSchema,
  savedAt: instantSchema,
})
export type SafetyDraft = z.infer<typeof safetyDraftSchema>

/** The start of the name of every draft of safety answers. */
export const safetyDraftPrefix = 'safety:'

/** Where the unsaved safety answers of a study are kept, sealed to their author. */
export const safetyDraftID = (studyID: StudyID): string => `${safetyDraftPrefix}${studyID}`

/** Returns the study that a draft of safety answers is about; null for another draft. */
export const studyOfSafetyDraft = (draftID: string): StudyID | null =>
  draftID.startsWith(safetyDraftPrefix)
    ? (studyIDSchema.safeParse(draftID.slice(safetyDraftPrefix.length)).data ?? null)
    : null

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
