import type { AutomaticKind } from '#domain/messages/message-kinds.ts'
import { messageLimits } from '#domain/messages/message-settings.ts'

/** The texts of the section about the messages that the server sends by itself. */
export const messageSettingsWords = {
  section: {
    title: 'Messages',
    intro:
      'What each location emails to its members by itself, once a mail server is configured. A change also applies to the messages that are planned already. The texts are under Email texts.',
  },
  location: 'Location',
  sent: 'Sent by itself',
  timing: 'Reminder',
  quiet: 'Quiet hours',
  email: 'Emails that are sent by themselves',
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
  noQuiet: 'None',
  reminderDays: 'Reminder, days before',
  requestDays: 'Requests, days before',
  feedbackDays: 'Feedback request, days after',
  sendAt: 'Time of day',
  sendAtHint: 'On the location’s clock. Reminders, requests and feedback requests leave then.',
  quietFrom: 'Quiet hours from',
  quietTo: 'Quiet hours until',
  quietHint:
    'No reminder or request leaves in these hours. Confirmations, new times and cancellations leave at once. Equal times mean no quiet hours.',
  daysBefore: (days: number, at: string) => `${days} ${days === 1 ? 'day' : 'days'} before, at ${at}`,
  invalidDays: `Enter 1 to ${messageLimits.days} days.`,
  invalidFeedbackDays: `Enter 0 to ${messageLimits.feedbackDays} days.`,
  invalid: 'Choose one of the values.',
  from: (from: string, until: string) => `${from} to ${until}`,
  editTitle: (location: string) => `Messages of ${location}`,
  saved: (location: string) => `Messages of ${location} saved`,
}
