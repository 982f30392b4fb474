import { z } from 'zod'
import { auditHeadSchema } from '#domain/audit/audit-head.ts'
import { machineTimeSchema } from '#domain/booking/machine-time.ts'
import { locationSchema } from '#domain/locations/location.ts'
import { memberSchema } from '#domain/members/member.ts'
import { safetyRecordSchema } from '#domain/safety/safety-record.ts'
import { studySchema } from '#domain/study/study.ts'
import { locationIDSchema } from '#domain/values/location-id.ts'
import { instantSchema } from '#domain/values/time-schemas.ts'
import { bare, type Route } from '../route.ts'
import { locationAdministrationRoutes } from './administration-routes.ts'

/** A changed record, for the workstation's cache; `value` is null if the record no longer exists. */
export const changeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('machine-time'), id: z.string(), value: machineTimeSchema.nullable() }),
  z.object({
    kind: z.literal('study'),
    id: z.string(),
    value: studySchema.nullable(),
    /**
     * The study's safety answers with at most 20 of their latest revisions. Answers of an earlier visit are not
     * included. Null if nothing was saved yet; absent if this change does not include the answers.
     */
    safety: safetyRecordSchema.nullable().optional(),
    /** Data related to the study has changed: its activity log or its CRM record. */
    isAround: z.boolean().optional(),
  }),
  z.object({
    kind: z.literal('member'),
    id: z.string(),
    value: memberSchema.nullable(),
    /**
     * The ids of all studies of a member who was erased: the workstation removes all its data about the member and
     * these studies. The tombstone, if this location needs it, comes later in the same page.
     */
    erasedStudies: z.array(z.string()).optional(),
  }),
  z.object({ kind: z.literal('location'), id: z.string(), value: locationSchema.nullable() }),
])

export type Change = z.infer<typeof changeSchema>

/** The change feed of a location, for the cache of a workstation (decisions §4), and the calls of administrators. */
export const locationsRoutes = {
  ...locationAdministrationRoutes,
  /**
   * Returns the changes at a location since a cursor. The first call returns the first page of everything in the cache
   * window (minus 7 to plus 60 days). While `more` is true, the caller immediately requests the next page with the new
   * cursor. A cursor is opaque and belongs to one database.
   *
   * If a cursor cannot be followed (it is of another database, ahead of a restored backup, or older than 7 days), the
   * feed starts again from the beginning. Each time the feed starts from the beginning, `reset` is true on the first
   * page: the workstation deletes its copy of the location before it stores that page.
   *
   * A page has its records in an order in which the workstation can store them: location, members, studies, machine
   * times. A record may occur more than once, and changes outside the cache window are included. The expiry of a hold
   * is not a change: the feed reports the hold as null when the server deletes the hold, which can be later.
   */
  readChanges: {
    ...bare,
    method: 'GET',
    path: '/api/v1/changes',
    access: { session: 'staff', location: 'locationID' },
    audit: 'cache.changes-read',
    query: z.object({ locationID: locationIDSchema, cursor: z.string().max(200).optional() }),
    answer: z.object({
      cursor: z.string(),
      reset: z.boolean(),
      more: z.boolean(),
      asOf: instantSchema,
      changes: z.array(changeSchema),
      /** The audit log's signed head, which the workstation keeps; null if the server could not make one. */
      auditHead: auditHeadSchema.nullable().optional(),
    }),
  },
} as const satisfies Record<string, Route>
