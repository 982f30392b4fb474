import type { MessageKind } from './message-kinds.ts'

/** The name of each kind of message, in the log of a study and in the member's exported record. */
export const messageLabels: Readonly<Record<MessageKind, string>> = {
  confirmation: 'Booking confirmation',
  move: 'Notice of the new time',
  cancellation: 'Cancellation notice',
  reminder: 'Appointment reminder',
  'history-request': 'Request for medical history',
  'consent-request': 'Request for consent',
  'report-ready': 'Notice of a new document',
  feedback: 'Feedback request',
  amplification: 'Feedback amplification request',
  invoice: 'Invoice',
  receipt: 'Receipt',
}
