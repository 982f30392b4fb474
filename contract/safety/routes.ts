import { z } from 'zod'
import { memberIDSchema } from '#domain/members/member.ts'
import { bookingSafetyDraftIDSchema, bookingSafetyDraftSchema } from '#domain/safety/booking-safety-draft.ts'
import { safetyRecordSchema } from '#domain/safety/safety-record.ts'
import { safetySignOffRoles } from '#domain/session/safety-permissions.ts'
import { studySchema } from '#domain/study/study.ts'
import { locationIDSchema } from '#domain/values/location-id.ts'
import { studyIDSchema } from '#domain/values/study-id.ts'
import { instantSchema } from '#domain/values/time-schemas.ts'
import {
  acknowledged,
  answersBodyBytes,
  bare,
  type Route,
  staffAnywhere,
  staffAtStudy,
  versionSchema,
} from '../route.ts'
import { signOffFields, withdrawalFields } from './fields.ts'

/** Safety questions (booking spec §7). */
export const safetyRoutes = {
  /** A study's safety answers with their history; members read their own. 404 for an unknown study. */
  readSafetyQuestions: {
    ...bare,
    method: 'GET',
    path: '/api/booking/safety-questions',
    access: { session: 'member', location: 'study' },
    audit: 'safety.viewed',
    query: z.object({ studyID: studyIDSchema }),
    answer: safetyRecordSchema,
  },
  /**
   * Saves a study's safety answers under an optimistic lock: `version` was read with the answers, 0 (or absent) for the
   * first save. Answers to questions that are not asked are not stored; `cleared` lists their fields. Saving the same
   * answers again changes nothing.
   *
   * The same write stores the revision, the sedative status, the summary and a log line that names the fields. It also
   * withdraws a sign-off whose basis changed. A member's own save also stores their health number, which staff write
   * with `changeMember`. 400 `invalid-input` with fields; 422 `missing-required-fields` with fields, unless the study
   * is a proactive booking with nothing paid; 409 `stale`, `already-cancelled`.
   */
  saveSafetyQuestions: {
    ...bare,
    method: 'POST',
    path: '/api/booking/safety-questions',
    access: { session: 'member', location: 'study' },
    audit: 'safety.changed',
    bodyBytes: answersBodyBytes,
    body: z.object({
      studyID: studyIDSchema,
      SafetyQuestions: z.record(z.string().max(200), z.unknown()),
      version: versionSchema.min(0).optional(),
      /**
       * The version of the draft that was read, null for none. The save is refused as `stale` if another user has
       * changed the draft since. If the field is omitted, the draft is not checked.
       */
      draftVersion: versionSchema.nullable().optional(),
    }),
    answer: z.object({ record: safetyRecordSchema, study: studySchema, cleared: z.array(z.string()) }),
  },
  /**
   * Stores answers that are not completed as the study's shared draft. `base` is the set of answers that this
   * workstation started from. A field that only one workstation changed takes that change. If two people changed a
   * field differently, the other person's answer stays and the field is one of `conflicts`; for the same person the
   * later answer wins.
   *
   * Values that cannot be accepted yet, such as half a date, are omitted. Saving the answers removes the draft. 400
   * `invalid-input` for an unknown field; 409 `already-cancelled`; for a member 409 `study-not-bookable` once the study
   * is scanned; 404 if unknown. Members can make this call too, but its response has the draft only if no other person
   * wrote to the draft.
   */
  saveSafetyDraft: {
    ...bare,
    method: 'POST',
    path: '/api/booking/safety-questions/draft',
    access: { session: 'member', location: 'study' },
    audit: 'safety.draft-saved',
    bodyBytes: answersBodyBytes,
    body: z.object({
      studyID: studyIDSchema,
      SafetyQuestions: z.record(z.string().max(200), z.unknown()),
      base: z.record(z.string().max(200), z.unknown()),
    }),
    answer: z.object({ record: safetyRecordSchema, study: studySchema, conflicts: z.array(z.string()) }),
  },
  /**
   * Discards the study's draft for every workstation; the saved answers stay. 409 `already-cancelled`; 404 if unknown.
   */
  discardSafetyDraft: {
    ...bare,
    method: 'POST',
    path: '/api/booking/safety-questions/draft/discard',
    access: staffAtStudy,
    audit: 'safety.draft-discarded',
    body: z.object({ studyID: studyIDSchema }),
    answer: z.object({ record: safetyRecordSchema, study: studySchema }),
  },
  /**
   * Stores answers about a member that were given on a booking page, before there is a booking. There is one record for
   * each pair of a booking draft and a member, and only its author may write it. `draftID` identifies the booking
   * draft. The call replaces the whole record; without answers it removes the record and returns null. Values that
   * cannot be accepted yet are omitted. Saving the same answers again changes nothing. A booking that names the draft
   * moves the record to its study. The server deletes a record 30 days after its last answer. 400 `invalid-input` for
   * an unknown field; 403 `insufficient-permissions` for another person's record, and for a member who names another
   * member; 409 `location-not-bookable` as for a booking; 404 for an unknown member or location.
   */
  saveBookingSafetyDraft: {
    ...bare,
    method: 'POST',
    path: '/api/booking/safety-questions/booking-draft',
    access: { session: 'member', location: 'locationID' },
    audit: 'safety.draft-saved',
    bodyBytes: answersBodyBytes,
    body: z.object({
      draftID: bookingSafetyDraftIDSchema,
      patientID: memberIDSchema,
      locationID: locationIDSchema,
      SafetyQuestions: z.record(z.string().max(200), z.unknown()),
    }),
    answer: z.object({ draft: bookingSafetyDraftSchema.nullable() }),
  },
  /**
   * The answers about a member that were given before a booking at one of the caller's locations, latest first. 404 for
   * an unknown member.
   */
  readBookingSafetyDrafts: {
    ...bare,
    method: 'GET',
    path: '/api/booking/safety-questions/booking-drafts',
    access: staffAnywhere,
    audit: 'safety.draft-viewed',
    query: z.object({ patientID: memberIDSchema }),
    answer: z.object({ drafts: z.array(bookingSafetyDraftSchema) }),
  },
  /** Removes a booking draft's answers about a member, if there are any. 403 as {@link saveBookingSafetyDraft}. */
  discardBookingSafetyDraft: {
    ...bare,
    method: 'POST',
    path: '/api/booking/safety-questions/booking-draft/discard',
    access: { session: 'member', location: 'none' },
    audit: 'safety.draft-discarded',
    body: z.object({ draftID: bookingSafetyDraftIDSchema, patientID: memberIDSchema }),
    answer: acknowledged,
  },
  /**
   * Stores the caller's sign-off of the stops of one version of the answers; it replaces the current sign-off.
   * `utcStart` is the appointment for which the caller checked the stops, null for none. If the study has another
   * appointment, the call is refused as `stale`. If `utcStart` is omitted, the appointment is not compared. 409
   * `stale`, `nothing-to-sign-off` (also while required questions are unanswered), `scan-prohibited`.
   */
  signOffSafety: {
    ...bare,
    method: 'POST',
    path: '/api/booking/safety-questions/sign-off',
    access: { ...staffAtStudy, roles: safetySignOffRoles },
    idempotent: true,
    audit: 'safety.signed-off',
    body: z.object({
      studyID: studyIDSchema,
      ...signOffFields,
    }),
    answer: z.object({ record: safetyRecordSchema, study: studySchema }),
  },
  /** Withdraws the current sign-off. 409 `nothing-to-sign-off` if there is no current sign-off. */
  withdrawSafetySignOff: {
    ...bare,
    method: 'POST',
    path: '/api/booking/safety-questions/sign-off/withdraw',
    access: { ...staffAtStudy, roles: safetySignOffRoles },
    idempotent: true,
    audit: 'safety.sign-off-withdrawn',
    body: z.object({ studyID: studyIDSchema, ...withdrawalFields }),
    answer: z.object({ record: safetyRecordSchema, study: studySchema }),
  },
  /**
   * Reports that a workstation has a study's questions open, or has closed them. A report is valid for 30 seconds.
   * Returns the users of the other workstations that have the questions open.
   */
  touchSafetyPresence: {
    ...bare,
    method: 'POST',
    path: '/api/booking/safety-questions/presence',
    access: staffAtStudy,
    audit: null,
    body: z.object({
      studyID: studyIDSchema,
      /** The id of one open form: one workstation with the questions of one study open. */
      deskID: z.string().regex(/^[A-Za-z0-9-]{8,80}$/),
      isLeaving: z.boolean(),
    }),
    answer: z.object({ others: z.array(z.object({ name: z.string(), since: instantSchema })) }),
  },
} as const satisfies Record<string, Route>
