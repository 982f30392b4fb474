import { z } from 'zod'
import { type StudyID, studyIDSchema } from '../booking/study-id.ts'
import { type MemberID, memberIDSchema } from '../members/member.ts'
import { instantSchema } from '../time/time-schemas.ts'

const answerValueSchema = z.union([z.string(), z.array(z.string()).readonly()])
export const answersSchema = z.record(z.string(), answerValueSchema).readonly()

/** What a sign-off was given for: which red notices over which answers, and for dated ones against which appointment. */
export const signOffGroundSchema = z.object({
  /** By notice key: the answers it rests on, in a form that is only compared. */
  notices: z.record(z.string(), z.string()).readonly(),
  /** The appointment's start where a notice hangs on it; null where none does. */
  utcStart: instantSchema.nullable(),
})
export type SignOffGround = z.infer<typeof signOffGroundSchema>

/** Somebody who may decide it has looked at the red notices and lets the scan go on: who, when and why. */
export const signOffSchema = z.object({
  signOffID: z.string(),
  /** The version of the answers that was signed. */
  version: z.number().int(),
  by: z.string(),
  at: instantSchema,
  reason: z.string(),
  ground: signOffGroundSchema,
  /** When it ceased to count, by whom and why; null while it stands. */
  withdrawn: z.object({ by: z.string(), at: instantSchema, reason: z.string() }).nullable(),
})
export type SignOff = z.infer<typeof signOffSchema>

/** One save of the answers: who, when, and what differs from the save before. */
export const safetyRevisionSchema = z.object({
  version: z.number().int(),
  at: instantSchema,
  by: z.string(),
  changes: z.array(
    z.object({
      field: z.string(),
      /** Null where there was, or is, no answer. */
      from: answerValueSchema.nullable(),
      to: answerValueSchema.nullable(),
    }),
  ),
})
export type SafetyRevision = z.infer<typeof safetyRevisionSchema>

/** A study's safety answers as kept (booking spec §3: answers keyed by dotted field name, under SafetyQuestions). */
export const safetyRecordSchema = z.object({
  studyID: studyIDSchema,
  patientID: memberIDSchema,
  SafetyQuestions: answersSchema,
  /** Counts saves, for `stale`; 0 where nothing was saved yet. */
  version: z.number().int(),
  savedAt: instantSchema.nullable(),
  savedBy: z.string().nullable(),
  /** The latest first. */
  signOffs: z.array(signOffSchema),
  /** The latest first; of very many or very long ones not the oldest. */
  revisions: z.array(safetyRevisionSchema),
  /** The member's answers for their last study before this one, where the reader may see it. Never taken over. */
  lastVisit: z.object({ studyID: studyIDSchema, savedAt: instantSchema, SafetyQuestions: answersSchema }).nullable(),
})
export type SafetyRecord = z.infer<typeof safetyRecordSchema>

/** The record of a study whose safety questions nobody has answered. */
export const emptySafetyRecord = (studyID: StudyID, patientID: MemberID): SafetyRecord => ({
  studyID,
  patientID,
  SafetyQuestions: {},
  version: 0,
  savedAt: null,
  savedBy: null,
  signOffs: [],
  revisions: [],
  lastVisit: null,
})

/**
 * How far a study's safety questions are, as the board and the study page show it: worked out by the back office whenever
 * answers, appointment or the member's sex change.
 */
export const safetySummarySchema = z.object({
  version: z.number().int(),
  state: z.enum(['unanswered', 'incomplete', 'complete']),
  /** Required questions without an answer. */
  unanswered: z.number().int(),
  /** Notices that stand, by colour. */
  red: z.number().int(),
  blue: z.number().int(),
  green: z.number().int(),
  isProhibited: z.boolean(),
  /** The sign-off that stands; null where there is none or nothing red. */
  signOff: z.object({ by: z.string(), at: instantSchema }).nullable(),
})
export type SafetySummary = z.infer<typeof safetySummarySchema>
