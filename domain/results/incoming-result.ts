import { z } from 'zod'
import { memberSchema } from '../members/member.ts'
import { reportKinds } from '../release/study-report.ts'
import { studyIDSchema } from '../values/study-id.ts'
import { instantSchema } from '../values/time-schemas.ts'
import { resultChannels, resultIdentitySchema, resultStatuses } from './incoming-report.ts'

export const resultIDSchema = z.string().regex(/^[A-Za-z0-9-]{1,64}$/, 'must be a result id')

/** Why a result waits for a person. */
const waitingReasons = [
  'unmatched',
  'mismatch',
  'incomplete',
  'study-cancelled',
  'published',
  'unreadable',
  /** Atrium failed several times to compare the result with its study. */
  'undecided',
] as const
export type WaitingReason = (typeof waitingReasons)[number]

/** A result that waits for a person, without its report. */
export const waitingResultSchema = z.object({
  resultID: resultIDSchema,
  channel: z.enum(resultChannels),
  sender: z.string(),
  /** The study id that the message names. */
  studyRef: z.string(),
  kind: z.enum(reportKinds),
  status: z.enum(resultStatuses),
  issuedAt: instantSchema,
  receivedAt: instantSchema,
  /** The person that the message names. */
  identity: resultIdentitySchema,
  reason: z.enum(waitingReasons),
  /** The study with that id and its member; null if there is none. */
  named: z
    .object({
      studyID: studyIDSchema,
      member: memberSchema.pick({
        patientID: true,
        firstname: true,
        middlename: true,
        lastname: true,
        dob: true,
        gender: true,
      }),
    })
    .nullable(),
})
export type WaitingResult = z.infer<typeof waitingResultSchema>

/** The results about a study that are not matched yet (decision 314). */
export const studyResultsSchema = z.object({
  /** The number of results that name the study or its member. */
  waiting: z.number().int().min(0),
  /** The oldest result that waits for a person; null if there is none. */
  resultID: resultIDSchema.nullable(),
})
export type StudyResults = z.infer<typeof studyResultsSchema>

/**
 * The numbers of results and refused messages that wait for a person. A different number or time means that a list has
 * changed.
 */
export const waitingCountSchema = z.object({
  waiting: z.number().int().min(0),
  /** When the newest waiting result arrived; null if none waits. */
  newestAt: instantSchema.nullable(),
  /** The number of refused messages (decision 311). */
  refused: z.number().int().min(0),
  /** When a refused message last arrived, including repetitions; null if there is none. */
  lastRefusedAt: instantSchema.nullable(),
})
export type WaitingCount = z.infer<typeof waitingCountSchema>
