import { z } from 'zod'
import { messageSettingsSchema } from '#domain/messages/message-settings.ts'
import { messageDecisions } from '#domain/messages/message-view.ts'
import { maxOpenMessages, openMessageFilters } from '#domain/messages/open-messages.ts'
import { locationIDSchema } from '#domain/values/location-id.ts'

export const messageIDSchema = z.string().regex(/^[A-Za-z0-9-]{8,80}$/)

/**
 * The decision of staff about a message that failed or may have arrived. `attempts` is the number that the screen
 * showed, so that a decision about an earlier attempt is refused.
 */
export const messageDecisionFields = {
  decision: z.enum(messageDecisions),
  attempts: z.number().int().min(0).max(1_000_000),
}

/** `version` is the version of the settings that the user changed; the standard settings have version 0. */
export const messageSettingsFields = {
  settings: messageSettingsSchema,
  version: z.number().int().min(0).max(2_147_483_646),
}

/** The filter of the messages that wait for staff. The command and the route have the same fields. */
export const openMessagesFields = {
  /** Only messages of this location; if absent, of all the user's locations. */
  locationID: locationIDSchema.optional(),
  state: z.enum(openMessageFilters).default('all'),
}

export const openRowsField = z.number().int().min(1).max(maxOpenMessages)
