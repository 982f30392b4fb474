import type { MessageChannel, MessageKind } from '#domain/messages/message-kinds.ts'
import type { MessageState } from '#domain/messages/message-state.ts'
import type { TextDelivery } from '#domain/messages/text-delivery.ts'

/** One message to a member about a study. It exists once for each study, kind, channel and occasion. */
export type MessageTable = {
  message_id: string
  study_id: string
  kind: MessageKind
  channel: MessageChannel
  /** What the message is about: an appointment's event, a release, or the key of the staff call that sends it. */
  occasion: string
  /** Counts the messages of the study: their order, and the SEQUENCE of their calendar files. */
  sequence: number
  /** The appointment; null for a message that is not about an appointment. */
  event_id: string | null
  starts_at: number | null
  location_id: string
  due_at: number
  state: MessageState
  /** How many times the message was handed over to the mail server or gateway. */
  attempts: number
  /** The claim of the server that is sending the message; null if there is none. */
  claim: string | null
  lease_until: number | null
  /** The address of the last hand-over. */
  recipient: string | null
  /** The gateway's id of a text message that it accepted; null for an email. */
  receipt: string | null
  /**
   * The delivery state of a text message, as last reported; null for an email, and before the gateway accepts the
   * message.
   */
  delivery: TextDelivery | null
  /** When to ask the gateway for the delivery state; null if no request is planned. */
  check_at: number | null
  /** The code of the reason why the message failed, is uncertain or was withdrawn. */
  failure: string | null
  planned_at: number
  state_at: number
  /** The name of the person who sent it; null for an automatic message. */
  by_user: string | null
  /** The name of the person who decided what happens after a failure or an unknown result. */
  decided_by: string | null
}

/** The text and the document of a message that staff sent with a document, until it is sent or given up. */
export type MessageContentTable = {
  message_id: string
  subject: string
  text: string
  file_name: string
  content_type: string
  base64_file: string
}

/**
 * The data for planning a study's messages that the study itself lacks. A study without a row was not changed since the
 * upgrade.
 */
type MessageStudyTable = {
  study_id: string
  /** The number of changes since the last planning. */
  changes: number
  /** The appointment that the member knew before the server planned messages; all null if none. */
  told_event_id: string | null
  told_starts_at: number | null
  told_location_id: string | null
}

/** An administrator's message settings for a location; without a row the standard settings apply. */
type MessageSettingTable = { location_id: string; document: string; version: number }

/** A member who wants no messages on a channel: at `address`, or at any address if it is null. */
type MessageOptOutTable = { member_id: string; channel: MessageChannel; at: number; address: string | null }

export type MessageTables = {
  message: MessageTable
  message_content: MessageContentTable
  message_study: MessageStudyTable
  message_setting: MessageSettingTable
  message_opt_out: MessageOptOutTable
}
