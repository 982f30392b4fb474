import { z } from 'zod'
import { locationIDSchema } from '#domain/values/location-id.ts'
import { assignmentFilters, worklistSchema } from '#domain/worklists/worklist.ts'
import { mostWorklistRows } from '#domain/worklists/worklist-row.ts'

/** A list, and what it shows of its rows. The command and the route have the same fields. */
export const worklistFilterFields = {
  /** Only this location; all locations of the user without it. */
  locationID: locationIDSchema.optional(),
  assigned: z.enum(assignmentFilters).default('all'),
}

export const ofWorklist = { list: worklistSchema }

export const rowsField = z.number().int().min(1).max(mostWorklistRows)
