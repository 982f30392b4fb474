import { type findMailTextProblems, type MailKind, maxSmsChars, type Placeholder } from '#domain/settings/mail-texts.ts'

/** The texts of the settings of the whole clinic group in Administration. */
export const clinicSettingsWords = {
  section: {
    title: 'Workstations',
    intro:
      'These settings apply to all workstations. A change takes effect within seconds. If your organisation sets a value by policy, that value takes precedence.',
  },
  setting: 'Setting',
  value: 'Value',
  lockMinutes: 'Lock after inactivity',
  lockHint: 'Minutes without activity, 1 to 15.',
  minutes: (minutes: number) => (minutes === 1 ? '1 minute' : `${minutes} minutes`),
  lockInvalid: 'Enter 1 to 15 minutes.',
  editTitle: 'Screen lock',
  save: 'Save lock time',
  who: 'All workstations',
  saved: (minutes: string) => `Screens lock after ${minutes}`,
}

/** The texts of the section of email texts. */
export const mailTextsWords = {
  section: {
    title: 'Message texts',
    intro:
      'The emails to members, practitioners and staff, and the text messages to members. Members have no account in Atrium, so a text asks them to call or to come. A change takes effect with the next message.',
  },
  mail: 'Message',
  noSubject: 'Text message',
  subject: 'Subject',
  text: 'Text',
  state: 'Text',
  standard: 'Standard',
  own: 'Your own',
  kinds: {
    confirmation: 'Booking confirmation',
    feedback: 'Feedback request',
    move: 'New time of an appointment',
    cancellation: 'Cancellation of an appointment',
    reminder: 'Reminder of an appointment',
    'history-request': 'Request for medical history',
    'consent-request': 'Request for consent',
    'report-ready': 'New document for the member',
    amplification: 'Request for a public review',
    invoice: 'Invoice',
    receipt: 'Receipt',
    report: 'Report to a practitioner',
    'sms-confirmation': 'Booking confirmation (text message)',
    'sms-move': 'New time of an appointment (text message)',
    'sms-cancellation': 'Cancellation of an appointment (text message)',
    'sms-reminder': 'Reminder of an appointment (text message)',
    'sms-history-request': 'Request for medical history (text message)',
    invitation: 'Staff invitation',
  } satisfies Record<MailKind, string>,
  inLanguage: (mail: string, language: string) => `${mail}, ${language}`,
  editTitle: (mail: string) => `Edit ${mail}`,
  save: 'Save text',
  saved: (mail: string) => `${mail} saved`,
  placeholders: (names: readonly string[]) =>
    `Atrium fills in ${names.map((name) => `{${name}}`).join(', ')}. A line whose placeholders are all empty is left out.`,
  meanings: {
    address: 'the address of the clinic',
    appointment: 'the time of the appointment',
    clinic: 'the name of the clinic',
    code: 'the invitation code',
    contact: 'phone and email of the clinic',
    member: 'the name of the member',
    number: 'the number of the invoice',
    organisation: 'the name of your organisation',
    passwordNote: 'the note about the password of a locked file',
    person: 'the first name of the person',
    phone: 'the phone number of the clinic',
    study: 'the number of the study',
    until: 'the last day that the code works',
    when: 'the time of the appointment',
  } satisfies Record<Placeholder, string>,
  preview: 'Preview with sample data',
  restore: 'Use the standard text',
  problem: (problem: NonNullable<ReturnType<typeof findMailTextProblems>['text']>): string => {
    switch (problem.kind) {
      case 'no-subject':
        return 'Enter a subject.'
      case 'too-long':
        return `Enter at most ${maxSmsChars} characters.`
      case 'unknown':
        return `Atrium can't fill in {${problem.name}} in this field.`
      case 'missing':
        return `Keep {${problem.name}} in the text.`
      case 'brace':
        return 'Use { and } only around a placeholder.'
    }
  },
}
