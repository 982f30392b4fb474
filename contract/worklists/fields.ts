import { z } from 'zod'
import { locationIDSchema } from '#domain/values/location-id.ts'
import { optionalLineOfText } from '#domain/values/plain-text.ts'
import { plainDateSchema } from '#domain/values/time-schemas.ts'
import { assignmentFilters, worklistSchema } from '#domain/worklists/worklist.ts'
import { maxWorklistRows } from '#domain/worklists/worklist-row.ts'
import { worklistTaskSchema } from '#domain/worklists/worklist-task.ts'

/** The filter of a worklist (decision 319). The command and the route have the same fields. */
export const worklistFilterFields = {
  /** Only rows of this location; if absent, of all the user's locations. */
  locationID: locationIDSchema.optional(),
  assigned: z.enum(assignmentFilters).default('all'),
  /** Only rows of this task; the task of another list shows no rows. */
  task: worklistTaskSchema.optional(),
  lateOnly: z.boolean().default(false),
  /** Words of the member, as in the search for members. */
  member: optionalLineOfText(100).optional(),
  /** The first and the last day of the appointment, on its location's calendar. */
  scanFrom: plainDateSchema.optional(),
  scanTo: plainDateSchema.optional(),
}

export const ofWorklist = { list: worklistSchema }

export const rowsField = z.number().int().min(1).max(maxWorklistRows)
