import { z } from 'zod'
import type { AdministeredMessageSettings } from '#domain/messages/message-settings.ts'
import type { MessageView } from '#domain/messages/message-view.ts'
import type { OpenMessageCounts, OpenMessages } from '#domain/messages/open-messages.ts'
import { locationIDSchema } from '#domain/values/location-id.ts'
import { type Accepted, noInput, ofStudy, staffCommand } from '../command.ts'
import type { Nothing, Reply } from '../reply.ts'
import {
  messageDecisionFields,
  messageIDSchema,
  messageSettingsFields,
  openMessagesFields,
  openRowsField,
} from './fields.ts'

export const messagesCommands = {
  read: staffCommand(ofStudy),
  decide: staffCommand(ofStudy.extend({ messageID: messageIDSchema, ...messageDecisionFields })),
  readOpen: staffCommand(z.strictObject({ ...openMessagesFields, rows: openRowsField })),
  countOpen: staffCommand(noInput),
  readSettings: staffCommand(noInput),
  changeSettings: staffCommand(z.strictObject({ locationID: locationIDSchema, ...messageSettingsFields })),
}

/**
 * The messages to members. Every method can fail with `offline`. Methods about a study can also fail with `not-found`
 * and `location-forbidden`. Methods about the settings fail with `insufficient-permissions` for all users except
 * administrators.
 */
export interface MessagesBridge {
  /** Returns the messages in the order of planning. */
  read(input: Accepted<typeof messagesCommands.read>): Promise<Reply<readonly MessageView[]>>
  /**
   * Records what staff found out about a message, and returns all messages. Failures: `stale` if the message has
   * changed in the meantime.
   */
  decide(input: Accepted<typeof messagesCommands.decide>): Promise<Reply<readonly MessageView[]>>
  /**
   * Returns the messages that wait for a decision. Failures: `insufficient-permissions`, `location-forbidden`. The
   * workstation keeps no copy, because an outdated list would hide work.
   */
  readOpen(input: Accepted<typeof messagesCommands.readOpen>): Promise<Reply<OpenMessages>>
  /** Counts the messages that wait at the user's locations. Failures: `insufficient-permissions`. */
  countOpen(input: Nothing): Promise<Reply<OpenMessageCounts>>
  /** Returns the settings of the automatic messages of each active location. */
  readSettings(input: Nothing): Promise<Reply<readonly AdministeredMessageSettings[]>>
  /** Failures: `not-found`, `invalid-input` with the fields, `stale` with `details.current`. */
  changeSettings(input: Accepted<typeof messagesCommands.changeSettings>): Promise<Reply<AdministeredMessageSettings>>
}
