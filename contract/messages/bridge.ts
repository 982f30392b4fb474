import type { MessageView } from '#domain/messages/message-view.ts'
import { type Accepted, ofStudy, staffCommand } from '../command.ts'
import type { Reply } from '../reply.ts'
import { messageDecisionFields, messageIDSchema } from './fields.ts'

export const messagesCommands = {
  read: staffCommand(ofStudy),
  decide: staffCommand(ofStudy.extend({ messageID: messageIDSchema, ...messageDecisionFields })),
}

/**
 * The messages to the member of a study. Every method can fail with `offline`, `not-found` and `location-forbidden`.
 */
export interface MessagesBridge {
  /** Returns the messages in the order of planning. */
  read(input: Accepted<typeof messagesCommands.read>): Promise<Reply<readonly MessageView[]>>
  /**
   * Records what staff found out about a message, and returns all messages. Failures: `stale` if the message changed
   * meanwhile.
   */
  decide(input: Accepted<typeof messagesCommands.decide>): Promise<Reply<readonly MessageView[]>>
}
