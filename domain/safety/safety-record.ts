import { z } from 'zod'
import { zoneIdSchema } from '../locations/location.ts'
import { type MemberID, memberIDSchema } from '../members/member.ts'
import { locationIDSchema } from '../values/location-id.ts'
import { type StudyID, studyIDSchema } from '../values/study-id.ts'
import { instantSchema } from '../values/time-schemas.ts'

const answerValueSchema = z.union([z.string(), z.array(z.string()).readonly()])
export const answersSchema = z.record(z.string(), answerValueSchema).readonly()

/**
 * What a sign-off was given for: which red notices over which answers, and for dated ones against which appointment.
 * @internal Tests read what is stored.
 */
export const signOffGroundSchema = z.object({
  /** By notice key: the answers it rests on, in a form that is only compared. */
  notices: z.record(z.string(), z.string()).readonly(),
  /** The appointment's start where a notice hangs on it; null where none does. */
  utcStart: instantSchema.nullable(),
})
export type SignOffGround = z.infer<typeof signOffGroundSchema>

/** Somebody who may decide it has looked at the red notices and lets the scan go on: who, when and why. */
const signOffSchema = z.object({
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

/** A notice that a reason was given for: its key, its text, and the date arithmetic in words, null for none. */
const settledNoticeSchema = z.object({ key: z.string(), text: z.string(), reason: z.string().nullable() })
export type SettledNotice = z.infer<typeof settledNoticeSchema>

/** Why a member was booked, moved, checked in or marked as scanned while a notice was not settled: who gave the reason, when, and for which notices. */
const settleReasonRecordSchema = z.object({
  /** What was done with it. */
  kind: z.enum(['booked', 'moved', 'checked-in', 'scanned']),
  reason: z.string(),
  /** What was not settled, as it was read then. Absent from a reason that was stored before the notices were kept. */
  notices: z.array(settledNoticeSchema).optional(),
  by: z.string(),
  at: instantSchema,
})
export type SettleReason = z.infer<typeof settleReasonRecordSchema>

/** One save of the answers: who, when, and what differs from the save before. */
const safetyRevisionSchema = z.object({
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

/** Answers that are given and not completed, as the back office has them: every desk of the study goes on from them. */
const sharedSafetyDraftSchema = z.object({
  SafetyQuestions: answersSchema,
  /** Grows with each change. */
  version: z.number().int(),
  /** Who gave the last of these answers, and when. */
  by: z.string(),
  /** The account of the person who gave all of them; null where several people did, and in a record cached before. */
  byUser: z.string().nullable().default(null),
  at: instantSchema,
  /** Whether the member alone gave them, on the self-service pages. */
  isByMember: z.boolean().optional(),
})
export type SharedSafetyDraft = z.infer<typeof sharedSafetyDraftSchema>

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
  /** The latest first. Absent from a record that a workstation stored before they were kept. */
  settleReasons: z.array(settleReasonRecordSchema).default([]),
  /** The latest first; of very many or very long ones not the oldest. */
  revisions: z.array(safetyRevisionSchema),
  /** Answers not completed; null where there are none. */
  draft: sharedSafetyDraftSchema.nullable().default(null),
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
  settleReasons: [],
  revisions: [],
  draft: null,
  lastVisit: null,
})

/** Returns the answers that every desk has: those not completed where there are any, else the saved ones. */
export const sharedAnswersOf = ({ draft, SafetyQuestions }: SafetyRecord): SafetyRecord['SafetyQuestions'] =>
  // A record cached by an earlier version has no such field.
  draft?.SafetyQuestions ?? SafetyQuestions

/** Answers that are given and not completed, as the back office has them. Their text stays in the draft itself. */
const safetyDraftSummarySchema = z.object({
  /** Required questions with an answer. */
  answered: z.number().int(),
  /** Required questions known so far: an answer can add follow-up questions. */
  required: z.number().int(),
  /** Forbidden and settle notices. */
  stops: z.number().int(),
  /**
   * Of the stops those that the saved answers do not have, or have over other answers: no sign-off covers them. Null in a
   * summary stored before they were counted.
   */
  newStops: z.number().int().nullable().default(null),
  notes: z.number().int(),
  isProhibited: z.boolean(),
  /** Who gave the last of these answers, and when. */
  by: z.string(),
  at: instantSchema,
})
export type SafetyDraftSummary = z.infer<typeof safetyDraftSummarySchema>

/**
 * Stops and notes of another booking of the same member that this study's own answers do not have: counts, and where the
 * booking is. Its answers stay in that booking.
 */
const otherBookingSafetySchema = z.object({
  /** The other study, its place and its time; null where the reader may not see them, or where it has no time. */
  studyID: studyIDSchema.nullable(),
  locationID: locationIDSchema.nullable(),
  /** The location's name. */
  place: z.string().nullable(),
  utcStart: instantSchema.nullable(),
  timezone: zoneIdSchema.nullable(),
  /** Forbidden and settle notices. */
  stops: z.number().int(),
  /** Notes about implants, devices and pregnancy. */
  notes: z.number().int(),
  isProhibited: z.boolean(),
})
export type OtherBookingSafety = z.infer<typeof otherBookingSafetySchema>

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
  /** Required questions, answered or not; null in a summary stored before it was counted. */
  required: z.number().int().nullable().default(null),
  /** Answers not completed; null where there are none. The counts above are of the saved answers alone. */
  draft: safetyDraftSummarySchema.nullable().default(null),
  /** What other bookings of the member add. Absent where they add nothing, and in a summary of an earlier version. */
  others: z.array(otherBookingSafetySchema).readonly().optional(),
  /** The reason that was given for all stops of `others` at the check-in or at the scan; absent or null where none counts. */
  othersReason: z.object({ by: z.string(), at: instantSchema }).nullable().optional(),
})
export type SafetySummary = z.infer<typeof safetySummarySchema>
