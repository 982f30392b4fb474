import type { MessageChannel, MessageKind } from '#domain/messages/message-kinds.ts'
import { messageLabels } from '#domain/messages/message-labels.ts'

const sentBy: Readonly<Record<MessageChannel, string>> = { email: 'emailed', sms: 'texted' }

/** The reasons in the lines of a study's log about messages. No line has an address, a text or health data. */
const reasons: Readonly<Record<string, string>> = {
  suppressed: 'messages to this member are suppressed',
  'opted-out': 'the member opted out',
  'no-address': 'the member has no address or number for this message',
  'address-not-confirmed': 'the email address is not confirmed at this location',
  'number-not-valid': 'the phone number is not valid',
  'number-foreign': 'the phone number belongs to another country',
  'number-landline': 'the phone number is a landline',
  'number-refused': 'the gateway refused the phone number',
  'number-unreachable': 'the phone could not be reached',
  'carrier-refused': 'the carrier refused it',
  'sender-refused': 'the gateway refused the sender of the location',
  'gateway-refused': 'the gateway refused it',
  'not-needed': 'it is no longer needed',
  past: 'the appointment has begun',
  refused: 'the mail server refused it',
  'document-gone': 'its document is no longer stored',
  bounced: 'the email came back undelivered',
  unreachable: 'the server could not be reached',
  'no-answer': 'no answer came after it was handed over',
  restored: 'a backup was restored, and it may have been sent after the backup',
  'not-configured': 'the server is not configured for it',
}

/** The lines about messages in the log of a study. */
export const messageLogWords = {
  accepted: (kind: MessageKind) => `${messageLabels[kind]} (text message) accepted by the gateway`,
  unconfirmed: (kind: MessageKind) => `${messageLabels[kind]} (text message) sent: its delivery was not confirmed`,
  sent: (kind: MessageKind, channel: MessageChannel) => `${messageLabels[kind]} ${sentBy[channel]} to the member`,
  ended: (state: 'failed' | 'uncertain' | 'withdrawn', kind: MessageKind, channel: MessageChannel, code: string) => {
    const what = `${messageLabels[kind]} (${channel === 'email' ? 'email' : 'text message'})`
    const why = reasons[code] ?? 'it was not accepted'
    if (state === 'withdrawn') return `${what} not sent: ${why}`
    return state === 'failed' ? `${what} failed: ${why}` : `${what} may have arrived: ${why}`
  },
  arrived: (kind: MessageKind) => `${messageLabels[kind]}: confirmed that it arrived`,
  dismissed: (kind: MessageKind, channel: MessageChannel) =>
    `${messageLabels[kind]} (${channel === 'email' ? 'email' : 'text message'}): decided that it is not needed`,
  optedOut: (channel: MessageChannel) => `The member wants no more ${channel === 'email' ? 'emails' : 'text messages'}`,
  optedIn: (channel: MessageChannel) => `The member wants ${channel === 'email' ? 'emails' : 'text messages'} again`,
  bounced: (kind: MessageKind) => `${messageLabels[kind]} (email): came back undelivered`,
  again: (kind: MessageKind) => `${messageLabels[kind]}: to be sent again`,
}

/** The code for a message that staff decided not to send: the planning does not add it again. */
export const dismissedCode = 'dismissed'
