import type { DuplicateReason } from '#domain/members/duplicates.ts'
import type { MemberFormField } from '#domain/members/member-rules.ts'

const fields: Readonly<Record<MemberFormField, string>> = {
  firstname: 'First name',
  middlename: 'Middle name',
  lastname: 'Last name',
  preferredName: 'Preferred name',
  email: 'Email',
  dobYear: 'Date of birth',
  dobMonth: 'Month of birth',
  dobDay: 'Day of birth',
  gender: 'Biological sex',
  phone_number: 'Phone number',
  address: 'Street',
  city: 'City',
  state: 'State or province',
  postalCode: 'Postal code',
  country: 'Country',
  phn: 'Health number',
  leadSource: 'Lead source',
  leadSourceDetail: 'Lead source detail',
  language: 'Language',
}

const duplicateReasons: Readonly<Record<DuplicateReason, string>> = {
  'same-email': 'Same email',
  'same-name-and-birth-date': 'Same name and birth date',
  'similar-name-and-birth-date': 'Similar name and birth date',
  'same-phone-and-similar-name': 'Same phone, similar name',
}

/** The texts of the form of a new or changed member, and the messages above it. */
export const memberFormWords = {
  /** In form order. The three boxes of the birth date are one field. */
  fields,
  /** Below the language. */
  languageHint: 'Safety questions, consent, invoice and messages to the member.',
  female: 'Female',
  male: 'Male',
  loading: 'Loading the form',
  chooseCountry: 'Choose a country',
  create: 'Create member',
  newMember: (typedName: string) => (typedName.trim() === '' ? 'New member' : `New member · ${typedName.trim()}`),
  save: 'Save changes',
  close: 'Close',
  stop: 'Stop editing',
  nothingTyped: 'No changes yet.',
  clear: 'Clear form',
  undo: 'Undo changes',
  phoneHint: (country: string) => `Not a phone number of ${country}. You can save it as it is.`,
  phoneHintUnknown: 'Not a known phone number. You can save it as it is.',
  postalHint: (country: string, example: string) =>
    `${country} writes postal codes as ${example}. You can save it as it is.`,
  missingLabel: 'Fields to complete',
  duplicates: {
    title: 'This person may already be a member',
    reasons: duplicateReasons,
    choose: 'Use this member',
    chooseLabel: (name: string, born: string) => `Use this member: ${name}, ${born}`,
    mergeHint: 'If two of these are the same person, use one of them and ask an administrator to merge both records.',
    createAnyway: 'None of these: create a new member',
    emailTaken: 'Another member already has this email. Use that member, or change the email.',
  },
  merged: {
    title: 'Another user changed this member in the meantime',
    noClash: 'The form below now has their changes and yours. Check it, then save again.',
    clash: 'Your entries are kept. The other user changed the same fields:',
    theirs: (label: string) => `${label}: they saved`,
    emptied: 'no value',
    keepMineHint: 'Save again to replace their values with yours.',
  },
  failed: {
    unknownTitle: 'No reply: the changes may or may not be saved',
    updateTitle: 'Update Failed',
    offlineTitle: "Not saved: you're offline",
    title: (message: string) => `Not saved: ${message}`,
    kept: (whatToDo: string) => `Your entries are kept. ${whatToDo}`,
    saveLater: "Save again when you're online. Nothing will be saved twice.",
    emailTaken: 'Search for the member by email, or change the email.',
    notFound: 'The member may have been removed. Search for them again.',
    invalid: 'Correct any marked fields and save again.',
  },
  restoredTitle: 'Draft restored',
  restored: 'Your entries were kept when you left this form.',
}
