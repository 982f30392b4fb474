import { z } from 'zod'
import { machineTimeSchema } from '#domain/booking/machine-time.ts'
import { locationSchema } from '#domain/locations/location.ts'
import { memberSchema } from '#domain/members/member.ts'
import { safetyRecordSchema } from '#domain/safety/safety-record.ts'
import { studySchema } from '#domain/study/study.ts'
import { locationIDSchema } from '#domain/values/location-id.ts'
import { instantSchema } from '#domain/values/time-schemas.ts'
import { bare, type Route } from '../route.ts'

/** A record that changed, for the workstation's cache; `value` is null when it is gone. */
export const changeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('machine-time'), id: z.string(), value: machineTimeSchema.nullable() }),
  z.object({
    kind: z.literal('study'),
    id: z.string(),
    value: studySchema.nullable(),
    /**
     * The study's safety answers with their latest revisions, 20 at most, without those of an earlier visit; null where
     * nothing was saved yet, absent where nothing is said of them.
     */
    safety: safetyRecordSchema.nullable().optional(),
    /** Data beside the study has changed: its activity log, or its CRM record. */
    isAround: z.boolean().optional(),
  }),
  z.object({ kind: z.literal('member'), id: z.string(), value: memberSchema.nullable() }),
  z.object({ kind: z.literal('location'), id: z.string(), value: locationSchema.nullable() }),
])

export type Change = z.infer<typeof changeSchema>

/** What changed at a location, for the cache of a workstation (decisions §4). */
export const locationsRoutes = {
  /**
   * What changed at a location since a cursor; the first call gives everything of the cache window (minus 7 to plus 60 days)
   * in pages: call again at once while `more`, with the cursor just given. A cursor is opaque and belongs to one database.
   * Where it cannot be followed (another or a restored database, older than 7 days) the feed starts again from the beginning.
   * `reset` is true on the first page of every start: a workstation deletes its copy of the location before it stores that
   * page. The records of a page are in an order in which they can be written (location, members, studies, machine times). The
   * same record may come more than once, and changes outside the window are given too. A hold that lapses by its `expiresAt` may
   * be given as null only after it was swept.
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
    }),
  },
} as const satisfies Record<string, Route>
