import { z } from 'zod'
import type { Role } from '../session/role.ts'
import { locationIDSchema } from '../values/location-id.ts'
import { studyIDSchema } from '../values/study-id.ts'
import { instantSchema, plainDateSchema } from '../values/time-schemas.ts'
import { messageViewSchema } from './message-view.ts'

/** The roles that find out about failed and uncertain messages, and decide what happens with them. */
export const messageRoles: readonly Role[] = ['frontdesk', 'sales', 'hi', 'np', 'admin']

/** The states of a message that wait for a decision of staff, and both together. */
export const openMessageFilters = ['all', 'failed', 'uncertain'] as const
export type OpenMessageFilter = (typeof openMessageFilters)[number]

export const mostOpenMessages = 200

/**
 * A message that waits for a decision of staff, with its member. A message about an appointment waits until the
 * appointment begins; its study's page shows it afterwards too.
 */
const openMessageSchema = messageViewSchema.extend({
  studyID: studyIDSchema,
  member: z.string(),
  dob: plainDateSchema,
  locationID: locationIDSchema,
  location: z.string(),
  timezone: z.string(),
})
export type OpenMessage = z.infer<typeof openMessageSchema>

export const openMessagesSchema = z.object({
  asOf: instantSchema,
  /** The longest waiting first. */
  rows: z.array(openMessageSchema),
  /** How many wait in all with these filters. */
  total: z.number().int(),
})
export type OpenMessages = z.infer<typeof openMessagesSchema>

export const openMessageCountsSchema = z.object({ failed: z.number().int(), uncertain: z.number().int() })
export type OpenMessageCounts = z.infer<typeof openMessageCountsSchema>
