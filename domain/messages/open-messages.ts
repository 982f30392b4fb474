import { z } from 'zod'
import type { Role } from '../session/role.ts'
import { locationIDSchema } from '../values/location-id.ts'
import { studyIDSchema } from '../values/study-id.ts'
import { instantSchema, plainDateSchema } from '../values/time-schemas.ts'
import { messageViewSchema } from './message-view.ts'

/** The roles that investigate failed and uncertain messages, and decide what happens to them. */
export const messageRoles: readonly Role[] = ['frontdesk', 'sales', 'hi', 'np', 'admin']

/** The filters of the list: all messages that wait for a decision by staff, or those in one state. */
export const openMessageFilters = ['all', 'failed', 'uncertain'] as const
export type OpenMessageFilter = (typeof openMessageFilters)[number]

export const maxOpenMessages = 200

/**
 * A message that waits for a decision by staff, with its member. A message about an appointment waits until the
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
  /** The messages, longest waiting first. */
  rows: z.array(openMessageSchema),
  /** The number of waiting messages that match these filters. */
  total: z.number().int(),
})
export type OpenMessages = z.infer<typeof openMessagesSchema>

export const openMessageCountsSchema = z.object({ failed: z.number().int(), uncertain: z.number().int() })
export type OpenMessageCounts = z.infer<typeof openMessageCountsSchema>
