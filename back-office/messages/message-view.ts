import { type MessageView, maskAddress } from '#domain/messages/message-view.ts'
import { toInstant } from '#domain/values/instant.ts'
import type { MessageRow } from '../repositories/messages-repository.ts'

/** Returns a message as staff see it. Its address is masked. */
export const toMessageView = (row: MessageRow): MessageView => ({
  messageID: row.message_id,
  kind: row.kind,
  channel: row.channel,
  state: row.state,
  delivery: row.delivery,
  dueAt: toInstant(row.due_at * 1000),
  stateAt: toInstant(row.state_at * 1000),
  appointment: row.starts_at === null ? null : toInstant(row.starts_at * 1000),
  recipient: row.recipient === null ? null : maskAddress(row.recipient),
  failure: row.failure,
  attempts: row.attempts,
  by: row.by_user,
  decidedBy: row.decided_by,
})
