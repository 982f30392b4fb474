import { z } from 'zod'
import { zoneIdSchema } from '../locations/location.ts'
import { type MemberID, memberIDSchema } from '../members/member.ts'
import { locationIDSchema } from '../values/location-id.ts'
import { type StudyID, studyIDSchema } from '../values/study-id.ts'
import { instantSchema } from '../values/time-schemas.ts'

const answerValueSchema = z.union([z.string(), z.array(z.string()).readonly()])
export const answersSchema = z.record(z.string(), answerValueSchema).readonly()

/**
 * The basis of a sign-off: the red notices with the answers behind them, and for dated notices the appointment.
 * @internal Tests read what is stored.
 */
export const signOffBasisSchema = z.object({
  /** The answers behind each notice, by notice key, in a form for comparison only. */
  notices: z.record(z.string(), z.string()).readonly(),
  /** The appointment's start if a notice depends on it; null otherwise. */
  utcStart: instantSchema.nullable(),
})
export type SignOffBasis = z.infer<typeof signOffBasisSchema>

/** A named decision that the scan goes ahead despite the red notices: who, when and why. */
const signOffSchema = z.object({
  signOffID: z.string(),
  /** The version of the answers that was signed. */
  version: z.number().int(),
  by: z.string(),
  at: instantSchema,
  reason: z.string(),
  ground: signOffBasisSchema,
  /** When the sign-off became void, who made the change, and why it became void; null while the sign-off is valid. */
  withdrawn: z.object({ by: z.string(), at: instantSchema, reason: z.string() }).nullable(),
})
export type SignOff = z.infer<typeof signOffSchema>

/**
 * A notice that staff gave a reason for. `reason` is not the reason that staff gave: it is the notice's date arithmetic
 * in words, null for a notice without dates.
 */
const settledNoticeSchema = z.object({ key: z.string(), text: z.string(), reason: z.string().nullable() })
export type SettledNotice = z.infer<typeof settledNoticeSchema>

/**
 * The reason for a booking, move, check-in or scan with a notice that was not settled: who gave it, when, for which
 * notices.
 */
const settleReasonRecordSchema = z.object({
  /** The action that the reason allowed. */
  kind: z.enum(['booked', 'moved', 'checked-in', 'scanned']),
  reason: z.string(),
  /** The open notices as shown at that time. Absent from a reason stored before notices were kept. */
  notices: z.array(settledNoticeSchema).optional(),
  by: z.string(),
  at: instantSchema,
})
export type SettleReason = z.infer<typeof settleReasonRecordSchema>

/** One save of the answers: who, when, and the differences from the previous save. */
const safetyRevisionSchema = z.object({
  version: z.number().int(),
  at: instantSchema,
  by: z.string(),
  changes: z.array(
    z.object({
      field: z.string(),
      /** The answer before the save (`from`) and after it (`to`); null if there was no answer. */
      from: answerValueSchema.nullable(),
      to: answerValueSchema.nullable(),
    }),
  ),
})
export type SafetyRevision = z.infer<typeof safetyRevisionSchema>

/** The study's shared draft: answers that are not completed. Every workstation continues from them. */
const sharedSafetyDraftSchema = z.object({
  SafetyQuestions: answersSchema,
  /** Grows with each change. */
  version: z.number().int(),
  /** The author of the latest answer, and its time. */
  by: z.string(),
  /** The account that gave all of the answers; null if several did, and in a record cached by an earlier version. */
  byUser: z.string().nullable().default(null),
  at: instantSchema,
  /** Whether the member alone gave the answers, on the self-service pages. */
  isByMember: z.boolean().optional(),
})
export type SharedSafetyDraft = z.infer<typeof sharedSafetyDraftSchema>

/** A study's stored safety answers (booking spec §3: answers keyed by dotted field name, under SafetyQuestions). */
export const safetyRecordSchema = z.object({
  studyID: studyIDSchema,
  patientID: memberIDSchema,
  SafetyQuestions: answersSchema,
  /** Counts the saves, for the `stale` check; 0 before the first. */
  version: z.number().int(),
  savedAt: instantSchema.nullable(),
  savedBy: z.string().nullable(),
  /** The latest first. */
  signOffs: z.array(signOffSchema),
  /** The latest first. Absent from a record that a workstation stored before reasons were kept. */
  settleReasons: z.array(settleReasonRecordSchema).default([]),
  /** The latest first; the oldest are omitted if there are very many or very long ones. */
  revisions: z.array(safetyRevisionSchema),
  /** The shared draft; null if there is none. */
  draft: sharedSafetyDraftSchema.nullable().default(null),
  /**
   * The member's answers for their previous study; null if there are none, or if the user may not see that study. The
   * answers are never copied into this study.
   */
  lastVisit: z.object({ studyID: studyIDSchema, savedAt: instantSchema, SafetyQuestions: answersSchema }).nullable(),
})
export type SafetyRecord = z.infer<typeof safetyRecordSchema>

/** Returns the record of a study without safety answers. */
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

/** Returns the answers that all workstations show: the shared draft if there is one, otherwise the saved answers. */
export const sharedAnswersOf = ({ draft, SafetyQuestions }: SafetyRecord): SafetyRecord['SafetyQuestions'] =>
  // A record cached by an earlier version has no `draft`.
  draft?.SafetyQuestions ?? SafetyQuestions

/** The short form of the shared draft. It does not contain the answers. */
const safetyDraftSummarySchema = z.object({
  /** Required questions with an answer. */
  answered: z.number().int(),
  /** Required questions known so far: an answer can add follow-up questions. */
  required: z.number().int(),
  /** Forbidden and settle notices. */
  stops: z.number().int(),
  /**
   * Stops that are not in the saved answers, or follow from different answers there, so that no sign-off covers them.
   * Null in a summary stored before they were counted.
   */
  newStops: z.number().int().nullable().default(null),
  notes: z.number().int(),
  isProhibited: z.boolean(),
  /** The author of the latest answer, and its time. */
  by: z.string(),
  at: instantSchema,
})
export type SafetyDraftSummary = z.infer<typeof safetyDraftSummarySchema>

/**
 * The stops and notes that another booking of the same member has and this study's own answers lack: their counts, and
 * where that booking is. The answers themselves are not included.
 */
const otherBookingSafetySchema = z.object({
  /** The other study, its place and its time. All are null if the user may not see them; the time is null if unset. */
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
 * The progress of a study's safety questions, for the board and the study page. The back office computes it again
 * whenever the answers, the appointment or the member's sex change.
 */
export const safetySummarySchema = z.object({
  version: z.number().int(),
  state: z.enum(['unanswered', 'incomplete', 'complete']),
  /** Required questions without an answer. */
  unanswered: z.number().int(),
  /** Notices by colour. */
  red: z.number().int(),
  blue: z.number().int(),
  green: z.number().int(),
  isProhibited: z.boolean(),
  /** The valid sign-off; null if there is none or nothing is red. */
  signOff: z.object({ by: z.string(), at: instantSchema }).nullable(),
  /** Required questions, answered or not; null in a summary stored before these questions were counted. */
  required: z.number().int().nullable().default(null),
  /** The shared draft; null if there is none. The counts above are of the saved answers alone. */
  draft: safetyDraftSummarySchema.nullable().default(null),
  /**
   * The stops and notes of the member's other bookings that this study's own answers lack. Absent if there are none,
   * and in a summary of an earlier version.
   */
  others: z.array(otherBookingSafetySchema).readonly().optional(),
  /** The reason given at check-in or scan for all stops of `others`; absent or null if none is valid. */
  othersReason: z.object({ by: z.string(), at: instantSchema }).nullable().optional(),
})
export type SafetySummary = z.infer<typeof safetySummarySchema>
