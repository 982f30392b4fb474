import type { MessageState } from '#domain/messages/message-state.ts'
import type { DeliveryState } from '#domain/release/delivery.ts'
import { deliveryStateWords } from '#domain/release/delivery-words.ts'

/** The texts for the states of messages and deliveries. */
const sendStates = {
  ...deliveryStateWords,
  planned: 'Waiting to be sent',
  claimed: 'Sending',
  sent: 'Sent',
  withdrawn: 'Not sent',
} as const satisfies Record<DeliveryState | MessageState, string>

/** The texts of the paper with a member's record; the member reads it. */
export const memberRecordWords = {
  fileTitle: 'Member record',
  title: 'My record',
  continued: (name: string, dob: string) => `My record · ${name} · born ${dob} (continued)`,
  made: (name: string, time: string) =>
    `Made by ${name}, ${time}. The list "Who saw my record" is a separate document. Files are in the FHIR export.`,
  identity: 'Identity',
  facts: {
    dob: 'Date of birth',
    id: 'Member ID',
    preferred: 'Preferred name',
    sex: 'Biological sex',
    phn: 'Personal health number',
    email: 'Email',
    phone: 'Phone number',
    address: 'Address',
    language: 'Language',
    leadSource: 'How you found us',
    merged: 'Earlier member ids',
    none: 'Not recorded',
  },
  noStudies: 'There are no appointments.',
  study: (scan: string, id: string) => `${scan}, ${id}`,
  when: 'Appointment',
  noTime: 'No time',
  where: 'Location',
  state: 'State',
  states: { cancelled: 'Cancelled', scanned: 'Scanned', booked: 'Booked', open: 'Not booked' },
  reason: 'Reason for the scan',
  frontDeskNote: 'Note of the front desk',
  consent: 'Consent',
  consentGiven: (time: string, version: number | null) =>
    `Signed${time === '' ? '' : ` ${time}`}${version === null || version === 0 ? '' : `, version ${version} of the text`}`,
  consentMissing: 'Not signed',
  price: 'Price',
  paid: 'Paid',
  open: 'Balance',
  answers: 'Safety answers',
  answerHeads: ['Question', 'Answer'],
  versions: 'Earlier versions of the answers',
  versionHeads: ['Version', 'Saved', 'By', 'Changed answers'],
  change: (title: string, from: string, to: string) => `${title}: ${from} → ${to}`,
  noAnswer: 'no answer',
  payments: 'Payments',
  paymentHeads: ['Time', 'Entry', 'Amount', 'Note'],
  sends: 'Messages and reports sent',
  sendHeads: ['Time', 'What', 'To', 'Result'],
  sexes: { female: 'Female', male: 'Male' },
  sendState: (state: string): string => sendStates[state as DeliveryState | MessageState],
  files: 'Documents and reports',
  fileHeads: ['Uploaded', 'Name', 'Size', 'State'],
  published: 'Published',
  draft: 'Draft',
  shares: 'Shared with',
  shareHeads: ['Time', 'Member id'],
}
