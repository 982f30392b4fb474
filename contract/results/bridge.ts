import { z } from 'zod'
import {
  resultIDSchema,
  type StudyResults,
  type WaitingCount,
  type WaitingResult,
} from '#domain/results/incoming-result.ts'
import type { RefusedDelivery } from '#domain/results/refused-delivery.ts'
import { type Accepted, idempotencyKey, noInput, ofStudy, staffCommand } from '../command.ts'
import type { Nothing, Reply } from '../reply.ts'
import { attachFields, closeFields, hasNeededNote, rejectFields } from './fields.ts'

const ofResult = z.strictObject({ resultID: resultIDSchema })

export const resultsCommands = {
  list: staffCommand(noInput),
  count: staffCommand(noInput),
  ofStudy: staffCommand(ofStudy),
  readFile: staffCommand(ofResult),
  attach: staffCommand(ofResult.extend({ ...attachFields, idempotencyKey })),
  reject: staffCommand(ofResult.extend({ ...rejectFields, idempotencyKey })),
  listRefused: staffCommand(noInput),
  closeRefused: staffCommand(
    z
      .strictObject({ refusalID: resultIDSchema, ...closeFields, idempotencyKey })
      .refine(hasNeededNote, { path: ['note'], error: 'must not be empty' }),
  ),
}

/**
 * Results of other systems that wait for a person (decision 281). The workstation keeps no copy. Common failures:
 * `insufficient-permissions`, `offline`.
 */
export interface ResultsBridge {
  /** Returns the waiting results, oldest first, without their reports. */
  list(input: Nothing): Promise<Reply<readonly WaitingResult[]>>
  count(input: Nothing): Promise<Reply<WaitingCount>>
  /** Returns the number of unmatched results about a study, for users who publish the study's reports. */
  ofStudy(input: Accepted<typeof resultsCommands.ofStudy>): Promise<Reply<StudyResults>>
  /**
   * Returns the report of a waiting result, as a PDF without a stamp. Failures: `not-found`, `act-not-allowed` if the
   * result is already decided, `report-missing` for a cancellation, `pdf-refused`.
   */
  readFile(input: Accepted<typeof resultsCommands.readFile>): Promise<Reply<{ base64: string; pages: number }>>
  /**
   * Attaches a result to a study whose member the user confirmed. Failures: `stale` if the member's record has changed,
   * `act-not-allowed` if a required reason is missing or the result is already decided, `already-cancelled`,
   * `pdf-refused`.
   */
  attach(input: Accepted<typeof resultsCommands.attach>): Promise<Reply<Nothing>>
  /**
   * Removes a result from the list, with a reason. Failures: `not-found`, `act-not-allowed` if the result is already
   * decided.
   */
  reject(input: Accepted<typeof resultsCommands.reject>): Promise<Reply<Nothing>>
  /** Returns the refused messages that wait, oldest first. */
  listRefused(input: Nothing): Promise<Reply<readonly RefusedDelivery[]>>
  /**
   * Removes a refused message from the list: the sender was informed, or no action is needed. Failures: `not-found`,
   * `act-not-allowed` if the message was closed in another way, or if the sender has sent it again.
   */
  closeRefused(input: Accepted<typeof resultsCommands.closeRefused>): Promise<Reply<Nothing>>
}
