import { inLanguages } from '../values/in-languages.ts'
import { frenchMailTexts } from './french-mail-texts.ts'
import type { MailKind, MailText, Placeholder } from './mail-texts.ts'

/**
 * The standard texts of the emails and text messages, used until an administrator changes them. Members have no pages
 * of their own (decision 317), so a text has no link: it asks them to call or to come to the desk.
 * @internal Tests change texts and restore these.
 */
export const standardMailTexts: Readonly<Record<MailKind, MailText>> = {
  confirmation: {
    subject: 'Your appointment at {clinic}',
    text: [
      'Dear {member},',
      '',
      'Your appointment is confirmed.',
      '',
      'When: {when}',
      'Where:',
      '  {address}',
      '',
      'Please bring:',
      '  - a government photo ID',
      '  - your health card, if you have one',
      '  - the name and address of the doctor you want us to contact',
      '',
      'Please arrive 15 minutes early. Wear comfortable clothes without metal, and leave jewellery and valuables at home.',
      'If you can’t come, please tell us as soon as you can.',
      '',
      'If you have any questions, please email or call us:',
      '{contact}',
    ].join('\n'),
  },
  move: {
    subject: 'New time for your appointment at {clinic}',
    text: [
      'Dear {member},',
      '',
      'Your appointment has a new time. It replaces the earlier one.',
      '',
      'When: {when}',
      'Where:',
      '  {address}',
      '',
      'If you have any questions, please email or call us:',
      '{contact}',
    ].join('\n'),
  },
  cancellation: {
    subject: 'Your appointment at {clinic} is cancelled',
    text: [
      'Dear {member},',
      '',
      'Your appointment on {when} is cancelled.',
      'To book another time, please email or call us:',
      '{contact}',
    ].join('\n'),
  },
  reminder: {
    subject: 'Reminder: your appointment at {clinic}',
    text: [
      'Dear {member},',
      '',
      'This is a reminder of your appointment.',
      '',
      'When: {when}',
      'Where:',
      '  {address}',
      '',
      'Please arrive 15 minutes early. Wear comfortable clothes without metal, and leave jewellery and valuables at home.',
      'If you can’t come, please tell us as soon as you can:',
      '{contact}',
    ].join('\n'),
  },
  'history-request': {
    subject: 'Please complete your form for {clinic}',
    text: [
      'Dear {member},',
      '',
      'Before your appointment on {when} we need a form from you. It takes about ten minutes.',
      'Please call us, and we will complete it with you by phone. Or come 30 minutes before your appointment and complete it at the desk.',
      '',
      'To complete it by phone, or if you have any questions, please contact us:',
      '{contact}',
    ].join('\n'),
  },
  'consent-request': {
    subject: 'Please sign your form for {clinic}',
    text: [
      'Dear {member},',
      '',
      'Before your appointment on {when} we need your signature on a form.',
      'Please come 15 minutes early. We will give you the form at the desk, where you can read it before you sign it.',
      '',
      'If you want to read the form before you come, or if you have any questions, please email or call us:',
      '{contact}',
    ].join('\n'),
  },
  'report-ready': {
    subject: 'A document is ready for you at {clinic}',
    text: [
      'Dear {member},',
      '',
      'There is a new document for you. Please call us, or come to the desk with a government photo ID.',
      '',
      'If you have any questions, please email or call us:',
      '{contact}',
    ].join('\n'),
  },
  feedback: {
    subject: 'How was your visit to {clinic}?',
    text: [
      'Dear {member},',
      '',
      'Thank you for visiting us at {clinic}. How was your visit? Your answer helps us improve.',
      'A few words are enough. Please email or call us:',
      '{contact}',
    ].join('\n'),
  },
  amplification: {
    subject: 'Thank you for your feedback on {clinic}',
    text: [
      'Dear {member},',
      '',
      'Thank you for telling us what you thought of your visit.',
      'Would you share it with others? A public review of {clinic} helps people who are considering a visit.',
      'This is your choice. If you prefer not to, nothing changes for you.',
      '',
      'If you have any questions, please email or call us:',
      '{contact}',
    ].join('\n'),
  },
  invoice: {
    subject: 'Your invoice {number}',
    text: [
      'Dear {member},',
      '',
      'Your invoice {number} from {clinic} is attached.',
      'Appointment: {appointment}',
      '',
      'If you have any questions, please email or call us:',
      '{contact}',
    ].join('\n'),
  },
  receipt: {
    subject: 'Your receipt {number}',
    text: [
      'Dear {member},',
      '',
      'Thank you for your payment. Your receipt is attached.',
      '',
      'If you have any questions, please email or call us:',
      '{contact}',
    ].join('\n'),
  },
  report: {
    subject: 'A report from {clinic}',
    text: [
      'Dear colleague,',
      '',
      'The report for study {study} is attached.',
      '{passwordNote}',
      '',
      'If you received this by mistake, please delete it and tell us.',
      '',
      '{clinic}',
      '{phone}',
    ].join('\n'),
  },
  'sms-confirmation': {
    subject: '',
    text: '{clinic}: your appointment is confirmed for {when}. Questions: {phone}. Reply STOP to end text messages.',
  },
  'sms-move': {
    subject: '',
    text: '{clinic}: your appointment has a new time, {when}. Questions: {phone}. Reply STOP to end text messages.',
  },
  'sms-cancellation': {
    subject: '',
    text: '{clinic}: your appointment on {when} is cancelled. To book another time: {phone}. Reply STOP to end text messages.',
  },
  'sms-reminder': {
    subject: '',
    text: '{clinic}: a reminder of your appointment on {when}. Please arrive 15 minutes early. If you cannot come: {phone}. Reply STOP to end text messages.',
  },
  'sms-history-request': {
    subject: '',
    text: '{clinic}: we need a form from you before your appointment on {when}. Please call us to complete it: {phone}. Reply STOP to end text messages.',
  },
  invitation: {
    subject: 'Your Atrium account',
    text: [
      'Hello {person},',
      '',
      '{organisation} has created an account for you in Atrium.',
      'Open Atrium, choose "I have an invitation" on the sign-in screen, and enter this code:',
      '',
      '    {code}',
      '',
      'Then choose your password. The code works once, until {until}.',
    ].join('\n'),
  },
}

/** Returns the standard texts in a language. Texts that members do not receive are in English. */
export const standardMailTextsIn = inLanguages<Readonly<Record<MailKind, MailText>>>({
  en: standardMailTexts,
  'fr-CA': { ...standardMailTexts, ...frenchMailTexts },
})

/**
 * The text that replaces `{passwordNote}` if the report's file has a password; otherwise the line of `{passwordNote}`
 * is omitted.
 */
export const passwordNote =
  'The file is password-protected. Please call us for the password. We do not send it by email.'

const mailSamples: Readonly<Record<Placeholder, string>> = {
  address: 'Harbour Clinic\n1 Harbour Road\nVancouver, BC, V5K 0A1\nCanada',
  appointment: '04 Mar 2027 09:40am PDT',
  clinic: 'Harbour Clinic',
  code: 'ABCD-EFGH-JKMN-PQRS-TVWX',
  contact: '+1 604 555 0100, desk@harbour.example',
  member: 'Maren Tideway',
  number: 'HC-10042',
  organisation: 'Harbour Imaging',
  passwordNote,
  person: 'Noor',
  phone: '+1 604 555 0100',
  study: 'S-20417',
  until: '11 Mar 2027',
  when: '04 Mar 2027 09:40am PDT',
}

/** Returns the text that replaces each placeholder in a preview, in a language. */
export const mailSamplesIn = inLanguages<typeof mailSamples>({
  en: mailSamples,
  'fr-CA': {
    ...mailSamples,
    address: '1 Harbour Road\nMontréal, QC, H2Y 1C6\nCanada',
    appointment: '4 mars 2027 à 09\u00a0h\u00a040\u00a0HNE',
    when: '4 mars 2027 à 09\u00a0h\u00a040\u00a0HNE',
  },
})
