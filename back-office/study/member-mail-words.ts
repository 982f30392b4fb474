import { formatPhone } from '#domain/format/format-phone.ts'
import { formatInstant } from '#domain/format/format-time.ts'
import type { Location } from '#domain/locations/location.ts'
import type { Instant } from '#domain/values/instant.ts'

/** The facts in a message to a member. They include no health data, not even the scan type. */
export type MailPlace = Pick<Location, 'address' | 'timezone' | 'contactInfo'>

export type MailWords = { readonly subject: string; readonly text: string }

const addressLines = ({ address }: MailPlace): string[] =>
  [
    address.name,
    address.address,
    address.address2,
    [address.city, address.state, address.postalCode].filter((part) => part !== '').join(', '),
    address.country,
  ].filter((line) => line !== '')

const questions = ({ contactInfo }: MailPlace): string[] => [
  'If you have any questions, please email or call us:',
  [formatPhone(contactInfo.phone), contactInfo.email].filter((line) => line !== '').join(', '),
]

/** Returns the confirmation of an appointment: the time by the location's clock, the place, and what to bring. */
export const confirmationWords = (name: string, utcStart: Instant, place: MailPlace): MailWords => ({
  subject: `Your appointment at ${place.address.name}`,
  text: [
    `Dear ${name},`,
    '',
    'Your appointment is confirmed.',
    '',
    `When: ${formatInstant(utcStart, place.timezone)}`,
    'Where:',
    ...addressLines(place).map((line) => `  ${line}`),
    '',
    'Please bring:',
    '  - a government photo ID',
    '  - your health card, if you have one',
    '  - the name and address of the doctor you want us to contact',
    '',
    'Please arrive 15 minutes early. Wear comfortable clothes without metal, and leave jewellery and valuables at home.',
    'If you can’t come, please tell us as soon as you can.',
    '',
    ...questions(place),
  ].join('\n'),
})

/** Returns the message that asks a member about the visit. */
export const feedbackWords = (name: string, place: MailPlace): MailWords => ({
  subject: `How was your visit to ${place.address.name}?`,
  text: [
    `Dear ${name},`,
    '',
    `Thank you for visiting us at ${place.address.name}. How was your visit? Your answer helps us improve.`,
    'Please sign in to your account and rate your visit. It takes about two minutes.',
    '',
    ...questions(place),
  ].join('\n'),
})

/** Returns the message that asks a member who gave feedback for a public review. */
export const amplificationWords = (name: string, place: MailPlace): MailWords => ({
  subject: `Thank you for your feedback on ${place.address.name}`,
  text: [
    `Dear ${name},`,
    '',
    'Thank you for telling us what you thought of your visit.',
    `Would you share it with others? A public review of ${place.address.name} helps people who are thinking about a visit.`,
    'This is your choice. If you prefer not to, nothing changes for you.',
    '',
    ...questions(place),
  ].join('\n'),
})

/** The texts about members' e-mails for staff: log lines and a failure. */
export const memberMailWords = {
  confirmationLogged: 'Booking confirmation emailed to the member',
  feedbackLogged: 'Feedback request emailed to the member',
  amplificationLogged: 'Feedback amplification request emailed to the member',
  maybeSent: (error: string) =>
    `${error}. The mail server did not confirm the email, so it may have been sent. If you send it again from here, it is marked as the same email.`,
}
