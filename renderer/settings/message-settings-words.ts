import type { AutomaticKind } from '#domain/messages/message-kinds.ts'
import { messageLimits } from '#domain/messages/message-settings.ts'

/** The texts of the section about the messages that the server sends automatically. */
export const messageSettingsWords = {
  section: {
    title: 'Automatic messages',
    intro:
      'The messages that each location sends to its members automatically. Emails need a mail server, and text messages need a gateway. A change also applies to messages that are already planned. To edit the texts, open Message texts.',
  },
  location: 'Location',
  sent: 'Sent automatically',
  timing: 'Reminder',
  quiet: 'Quiet hours',
  email: 'Emails that are sent automatically',
  kinds: {
    confirmation: 'Booking confirmation',
    move: 'New time of an appointment',
    cancellation: 'Cancellation',
    reminder: 'Reminder',
    'history-request': 'Request for medical history',
    'consent-request': 'Request for consent',
    'report-ready': 'New document',
    feedback: 'Feedback request',
  } satisfies Record<AutomaticKind, string>,
  none: 'Nothing',
  texts: 'Text messages',
  sms: 'Text messages that are sent automatically',
  smsSender: 'Sender of text messages',
  smsSenderHint:
    'A number at the gateway such as +1 604 555 0100, or a name of 2 to 11 letters and digits where carriers allow names. Without a sender no text messages are sent.',
  invalidSender:
    'Enter a number with its country code, such as +1 604 555 0100, or a name of 2 to 11 letters and digits.',
  senderMissing: 'Enter a sender, or turn the text messages off.',
  noQuiet: 'None',
  reminderDays: 'Reminder, days before',
  requestDays: 'Requests, days before',
  feedbackDays: 'Feedback request, days after',
  sendAt: 'Time of day',
  sendAtHint: 'On the location’s clock. Reminders, requests and feedback requests are sent then.',
  quietFrom: 'Quiet hours from',
  quietTo: 'Quiet hours until',
  quietHint:
    'No reminder, request or text message is sent in these hours. Emails with a confirmation, a new time or a cancellation are sent at once. Equal times mean no quiet hours.',
  daysBefore: (days: number, at: string) => `${days} ${days === 1 ? 'day' : 'days'} before, at ${at}`,
  invalidDays: `Enter 1 to ${messageLimits.days} days.`,
  invalidFeedbackDays: `Enter 0 to ${messageLimits.feedbackDays} days.`,
  invalid: 'Choose one of the values.',
  from: (from: string, until: string) => `${from} to ${until}`,
  editTitle: (location: string) => `Messages of ${location}`,
  save: 'Save messages',
  saved: (location: string) => `Messages of ${location} saved`,
}
