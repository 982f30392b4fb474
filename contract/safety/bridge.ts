import { z } from 'zod'
import { memberIDSchema } from '#domain/members/member.ts'
import type { BookingSafetyDraft } from '#domain/safety/booking-safety-draft.ts'
import type { SafetyRecord } from '#domain/safety/safety-record.ts'
import type { Study } from '#domain/study/study.ts'
import type { Instant } from '#domain/values/instant.ts'
import { type Accepted, answers, draftID, idempotencyKey, ofStudy, staffCommand } from '../command.ts'
import type { Failure, Reply } from '../reply.ts'
import type { StudyView } from '../study/bridge.ts'
import { sedativeStatusFields } from '../study/fields.ts'
import { signOffFields, withdrawalFields } from './fields.ts'

export type SafetyView = StudyView & {
  readonly record: SafetyRecord
  readonly asOf: Instant
  readonly source: 'cache' | 'back-office'
}

export type SavedSafety = {
  readonly record: SafetyRecord
  readonly study: Study
  /** Fields whose answers were not stored because their question is not asked. */
  readonly cleared: readonly string[]
  /**
   * Why the health number could not be written to the member; null if it was written, or if there was no health number.
   */
  readonly memberFailure: Failure | null
}

export const safetyCommands = {
  read: staffCommand(ofStudy),
  save: staffCommand(
    ofStudy.extend({
      answers,
      version: z.number().int().min(0),
      /**
       * The version of the shared draft on the screen, null for none. The save is also `stale` if another user has
       * changed the draft since.
       */
      draftVersion: z.number().int().nullable().optional(),
    }),
  ),
  discardDraft: staffCommand(ofStudy),
  readBookingDrafts: staffCommand(z.strictObject({ memberID: memberIDSchema, draftID: draftID.nullable() })),
  signOff: staffCommand(
    ofStudy.extend({
      ...signOffFields,
      idempotencyKey,
    }),
  ),
  withdrawSignOff: staffCommand(ofStudy.extend({ ...withdrawalFields, idempotencyKey })),
  setSedativeStatus: staffCommand(ofStudy.extend({ ...sedativeStatusFields, version: z.number().int().min(0) })),
  present: staffCommand(ofStudy.extend({ isLeaving: z.boolean() })),
  makePdf: staffCommand(ofStudy),
}

/**
 * The mandatory safety questions of a study (booking spec §3, §7). After `booking.studyChanged` the window reads the
 * data again.
 */
export interface SafetyBridge {
  /**
   * Returns answers, history and sign-offs; from the cache when offline. Failures: `not-found`, `location-forbidden`.
   */
  read(input: Accepted<typeof safetyCommands.read>): Promise<Reply<SafetyView>>
  /**
   * Saves the answers under an optimistic lock, and writes the health number to the member. Failures: `invalid-input`
   * and `missing-required-fields` with `details.fields`, `stale` with `details.currentVersion`, `already-cancelled`,
   * `offline`.
   */
  save(input: Accepted<typeof safetyCommands.save>): Promise<Reply<SavedSafety>>
  /**
   * Discards the shared draft for every workstation. Answers that are given later become a new shared draft. Failures:
   * `already-cancelled`, `offline`.
   */
  discardDraft(
    input: Accepted<typeof safetyCommands.discardDraft>,
  ): Promise<Reply<{ record: SafetyRecord; study: Study }>>
  /**
   * Returns the answers about a member that other workstations, or the member, gave before a booking, the latest first.
   * The answers of this workstation's booking draft `draftID` are omitted; if `draftID` is null, no answers are
   * omitted. Failures: `offline`, `not-found`.
   */
  readBookingDrafts(
    input: Accepted<typeof safetyCommands.readBookingDrafts>,
  ): Promise<Reply<{ drafts: readonly BookingSafetyDraft[] }>>
  /**
   * Signs off the stops of this version of the answers. `utcStart` is the appointment on the screen, null for none. If
   * `utcStart` is omitted, the appointment is not compared. Failures: `insufficient-permissions`, `stale` if the
   * answers or the appointment have changed, `nothing-to-sign-off`, `scan-prohibited`, `offline`.
   */
  signOff(input: Accepted<typeof safetyCommands.signOff>): Promise<Reply<{ record: SafetyRecord; study: Study }>>
  /** Failures: `insufficient-permissions`, `nothing-to-sign-off`, `offline`. */
  withdrawSignOff(
    input: Accepted<typeof safetyCommands.withdrawSignOff>,
  ): Promise<Reply<{ record: SafetyRecord; study: Study }>>
  /** `POST /study/{id}/prescriptionStatus`. Failures: `stale`, `offline`. */
  setSedativeStatus(input: Accepted<typeof safetyCommands.setSedativeStatus>): Promise<Reply<Study>>
  /**
   * Reports that this window has the questions open, or has closed them. The window calls this method every 10 s while
   * the questions are open. Returns the users of the other workstations that have the questions open.
   */
  present(
    input: Accepted<typeof safetyCommands.present>,
  ): Promise<Reply<{ others: readonly { readonly name: string; readonly since: Instant }[] }>>
  /**
   * Returns the answered form for the technologist as a PDF of one or two pages. Failures: `not-found`, `offline` if
   * this workstation has no answers.
   */
  makePdf(
    input: Accepted<typeof safetyCommands.makePdf>,
  ): Promise<Reply<{ readonly base64: string; readonly pages: number }>>
}
