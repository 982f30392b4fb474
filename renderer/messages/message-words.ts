import type { MessageKind } from '#domain/messages/message-kinds.ts'
import type { MessageState } from '#domain/messages/message-state.ts'
import type { MessageView } from '#domain/messages/message-view.ts'
import type { TextDelivery } from '#domain/messages/text-delivery.ts'
import { studyPartWords } from '../study/study-words.ts'

/** The texts about one message, in the panel of its study and in the list of the messages that wait for staff. */
export const messageWords = {
  kinds: {
    confirmation: 'Booking confirmation',
    move: 'Notice of the new time',
    cancellation: 'Cancellation notice',
    reminder: 'Appointment reminder',
    'history-request': 'Request for medical history',
    'consent-request': 'Request for consent',
    'report-ready': 'Notice of a new document',
    feedback: 'Feedback request',
    amplification: 'Request for a public review',
    invoice: 'Invoice',
    receipt: 'Receipt',
  } satisfies Record<MessageKind, string>,
  channels: studyPartWords.messageChannels,
  states: {
    planned: 'Planned',
    claimed: 'Being sent',
    'handed-over': 'Being sent',
    sent: 'Sent',
    uncertain: 'May have arrived',
    failed: 'Failed',
    withdrawn: 'Not sent',
  } satisfies Record<MessageState, string>,
  deliveries: {
    awaited: 'Sent, delivery not reported yet',
    confirmed: 'Delivered',
    unconfirmed: 'Sent, delivery never reported',
  } satisfies Record<TextDelivery, string>,
  reasons: {
    suppressed: 'Email Suppressed is set for this study, so no message is sent automatically.',
    'opted-out':
      'The member opted out of these messages. After STOP, the member must also send START to the clinic’s number.',
    'no-address': 'The member has no address for this message. Add the address, then send again.',
    'address-not-confirmed': 'Confirm the email address with the member, then send again.',
    'number-not-valid': 'The phone number is not valid. Correct it, then send again.',
    'number-foreign': 'The phone number belongs to another country, so no text message is sent. Call the member.',
    'number-landline': 'The phone number is a landline. Add a mobile number, then send again.',
    'number-refused': 'The text message service refused the phone number. Check it, then send again.',
    'number-unreachable': 'The phone could not be reached. Check the number, or call the member.',
    'carrier-refused': 'The phone company refused the message. Call the member, and inform your administrator.',
    'sender-refused': 'The text message service refused the sender of this location. Inform your administrator.',
    'gateway-refused': 'The text message service refused it. Check the number, or call the member.',
    'not-needed': 'It is no longer needed.',
    past: 'The appointment has begun.',
    refused: 'The mail server refused it. Check the address, then send again.',
    'document-gone': 'The document of this message is no longer stored. Email the invoice again from the payments.',
    bounced: 'The email came back undelivered. Correct the address, then send again.',
    unreachable: 'The mail server or the text message service could not be reached.',
    'no-answer': 'The message was sent, but the service did not confirm it. Ask the member whether it arrived.',
    restored:
      'A backup was restored. The message may have been sent after that backup was made. Ask the member whether it arrived.',
    'not-configured': 'Atrium is not set up to send it.',
    dismissed: 'Staff decided that it is not needed.',
  } as Readonly<Record<string, string>>,
  otherReason: 'It was not accepted. Send it again, or call the member.',
  /**
   * Advice for staff after a failure whose reason is also shown during retries. The reason itself therefore has no
   * advice.
   */
  advice: {
    unreachable: 'Send it again, or call the member.',
    'not-configured': 'Call the member, and inform your administrator.',
  } as Readonly<Record<string, string>>,
}

/** Returns the state of a message; for a sent text message, the state of its delivery. */
export const describeState = ({ state, delivery }: Pick<MessageView, 'state' | 'delivery'>): string =>
  delivery === null ? messageWords.states[state] : messageWords.deliveries[delivery]

/** Returns why a message failed, is uncertain, was withdrawn or is tried again; null if there is no reason. */
export const describeReason = ({ failure, state }: Pick<MessageView, 'failure' | 'state'>): string | null => {
  if (failure === null) return null
  const reason = messageWords.reasons[failure] ?? messageWords.otherReason
  const advice = state === 'failed' ? messageWords.advice[failure] : undefined
  return advice === undefined ? reason : `${reason} ${advice}`
}
