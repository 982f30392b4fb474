import { z } from 'zod'
import type { Instant } from '../values/instant.ts'
import { type StudyID, studyIDSchema } from '../values/study-id.ts'
import { instantSchema } from '../values/time-schemas.ts'
import type { Answers } from './question.ts'
import { answersSchema } from './safety-record.ts'

/**
 * One person's unsaved safety answers, with the shared answers from which they started. Answers of other workstations
 * are merged in.
 */
const safetyDraftSchema = z.object({
  answers: answersSchema,
  /** The version of the saved answers; 0 if there were none. */
  baseVersion: z.number().int().min(0),
  baseAnswers: answersSchema,
  savedAt: instantSchema,
})
export type SafetyDraft = z.infer<typeof safetyDraftSchema>

/** The start of the name of every draft of safety answers. */
export const safetyDraftPrefix = 'safety:'

/** Returns the id of the draft with a study's unsaved safety answers, which only their author can read. */
export const safetyDraftID = (studyID: StudyID): string => `${safetyDraftPrefix}${studyID}`

/** Returns the study of a safety draft; null for another draft. */
export const studyOfSafetyDraft = (draftID: string): StudyID | null =>
  draftID.startsWith(safetyDraftPrefix)
    ? (studyIDSchema.safeParse(draftID.slice(safetyDraftPrefix.length)).data ?? null)
    : null

/** Returns the draft for answers given before their study existed: nothing is saved yet, so the base is empty. */
export const toFirstSafetyDraft = (answers: Answers, savedAt: Instant): SafetyDraft => ({
  answers,
  baseVersion: 0,
  baseAnswers: {},
  savedAt,
})

/** Reads a stored draft; null if there is none or its format is no longer valid. */
export const parseSafetyDraft = (content: unknown): SafetyDraft | null =>
  safetyDraftSchema.safeParse(content).data ?? null
