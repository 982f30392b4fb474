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
  /** A study's safety answers with their history; a member reads their own. 404 for no such study. */
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
   * Keeps a study's safety answers over the `version` that was read (0 for the first; so counts one left out). Answers to
   * questions that are not asked are `cleared`; the same answers again change nothing. In the same write: revision, sedative
   * status, summary, sign-off withdrawn where its ground changed, a line of the log that names the fields; with a member's own
   * save also the health number it gives, which staff write with `changeMember`. 400 `invalid-input` with fields; 422
   * `missing-required-fields` with fields, unless proactive booking with nothing paid; 409 `stale`, `already-cancelled`.
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
      /** Of the draft that was read, null for none. Another desk's later one is refused as `stale`; left out, none is. */
      draftVersion: versionSchema.nullable().optional(),
    }),
    answer: z.object({ record: safetyRecordSchema, study: studySchema, cleared: z.array(z.string()) }),
  },
  /**
   * Keeps answers that are not completed, for every desk of the study. `base` is the answers that this desk had begun from: a
   * field that it changed is taken, a field that another desk changed stays. Where both changed one differently, the answer
   * of the other person stays and the field is one of `conflicts`; the same person's later answer counts. Values that cannot
   * be taken yet, such as half a date, are left out. Saving the answers removes the draft. 400 `invalid-input` for a field
   * that is no question; 409 `already-cancelled`, to a member `study-not-bookable` once scanned; 404. A member shares their
   * own answers so, and reads back only what they alone gave.
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
  /** Throws the draft of the answers away, for every desk; the saved answers stay. 409 `already-cancelled`; 404. */
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
   * Keeps answers about a member that were given on a booking page, before there is a booking: one record for each booking
   * draft and member, written by its author alone. A workstation names its booking draft by `draftID`. The whole record is
   * replaced; without answers it is removed, and null is answered. Values that cannot be taken yet are left out. The same
   * answers again change nothing. A booking that names the draft moves the record to its study; 30 days after the last
   * answer it is deleted. 400 `invalid-input` for a field that is no question; 403 `insufficient-permissions` for the record
   * of another person and for a member who names another member; as a booking 409 `location-not-bookable`; 404.
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
  /** The answers about a member that were given before a booking, at the caller's locations, the latest first. 404. */
  readBookingSafetyDrafts: {
    ...bare,
    method: 'GET',
    path: '/api/booking/safety-questions/booking-drafts',
    access: staffAnywhere,
    audit: 'safety.draft-viewed',
    query: z.object({ patientID: memberIDSchema }),
    answer: z.object({ drafts: z.array(bookingSafetyDraftSchema) }),
  },
  /** Removes a booking draft's answers about a member; one that is gone is answered the same. 403 as when it is saved. */
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
   * A named sign-off on the red notices of one version; it replaces the current one. `utcStart` is the appointment that the
   * notices were checked against, null for none; the sign-off does not cover another one. Left out, the current one counts. 409
   * `stale`, `nothing-to-sign-off` (also while required questions are open), `scan-prohibited`.
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
  /** Withdraws the current sign-off. 409 `nothing-to-sign-off` without one. */
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
  /** Says that a desk has a study's questions open, for half a minute or no more; answers who else has. */
  touchSafetyPresence: {
    ...bare,
    method: 'POST',
    path: '/api/booking/safety-questions/presence',
    access: staffAtStudy,
    audit: null,
    body: z.object({
      studyID: studyIDSchema,
      /** One per open form. */
      deskID: z.string().regex(/^[A-Za-z0-9-]{8,80}$/),
      isLeaving: z.boolean(),
    }),
    answer: z.object({ others: z.array(z.object({ name: z.string(), since: instantSchema })) }),
  },
} as const satisfies Record<string, Route>
