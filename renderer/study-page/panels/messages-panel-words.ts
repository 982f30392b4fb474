import type { MessageChannel } from '#domain/messages/message-kinds.ts'
import type { MessageDecision } from '#domain/messages/message-view.ts'
import { messageWords } from '../../messages/message-words.ts'

/** The texts of the panel that shows a study's messages. */
export const messagesPanelWords = {
  title: 'Messages',
  loading: 'Loading the messages…',
  empty: 'No message to the member is planned or sent yet.',
  failedTitle: 'The messages could not be loaded',
  behind: 'The list may be out of date.',
  tryAgain: 'Try again',
  table: 'Messages to the member',
  columns: { message: 'Message', state: 'State', time: 'Time', to: 'To', decision: 'Decision' },
  ...messageWords,
  retried: (attempts: number) => `Attempt ${attempts} failed. Atrium will try again.`,
  by: (name: string) => `Sent by ${name}`,
  decidedBy: (name: string) => `Decided by ${name}`,
  due: (time: string) => `Due ${time}`,
  arrived: 'Record as arrived',
  sendAgain: 'Send again',
  tips: {
    arrived: 'A recorded result cannot be changed.',
    bounced: 'A recorded result cannot be changed.',
    dismiss: 'Atrium will not send the message. This cannot be undone.',
    'opted-in': 'The member gets these messages again. To undo this, record an opt-out.',
    'send-again': 'Atrium sends the message at once. This cannot be undone.',
  } satisfies Record<Exclude<MessageDecision, 'opt-out'>, string>,
  dismiss: 'Mark as not needed',
  bounced: 'Record as returned',
  optOut: 'Record opt-out',
  optOutQuestion: {
    title: 'Send no more of these messages?',
    text: {
      email: 'The member gets no more automatic emails at this address, also about other bookings.',
      sms: 'The member gets no more automatic text messages at this number, also about other bookings.',
    } satisfies Record<MessageChannel, string>,
    later: 'If the member wants messages again, choose “Record opt-in” at a later message.',
    confirmShort: 'Send no more',
    confirm: (who: string) => `Send no more to ${who}`,
  },
  optedIn: 'Record opt-in',
  decided: {
    arrived: 'Recorded that the message arrived',
    'send-again': 'The message is sent again',
    dismiss: 'Recorded that it is not needed',
    'opt-out': 'Recorded that the member wants no more of these messages',
    'opted-in': 'Recorded that the member wants these messages again',
    bounced: 'Recorded that the email came back',
  },
  decisionFailed: 'The decision was not recorded',
  offline: 'You’re offline. A decision needs a connection.',
  action: (action: string, message: string, who: string) => `${action}: ${message}, ${who}`,
  attention: (count: number) => (count === 1 ? '1 message needs a decision.' : `${count} messages need a decision.`),
}
