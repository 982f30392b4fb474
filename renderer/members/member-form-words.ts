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
}

const duplicateReasons: Readonly<Record<DuplicateReason, string>> = {
  'same-email': 'Same e-mail',
  'same-name-and-birth-date': 'Same name and birth date',
  'similar-name-and-birth-date': 'Similar name and birth date',
  'same-phone-and-similar-name': 'Same phone, similar name',
}

/** The texts of the form of a new or changed member, and the messages above it. */
export const memberFormWords = {
  /** In form order. The three boxes of the birth date are one field. */
  fields,
  female: 'Female',
  male: 'Male',
  loading: 'Loading the form',
  chooseCountry: 'Choose a country',
  create: 'Create member',
  save: 'Save changes',
  close: 'Close',
  stopEditing: 'Stop editing',
  nothingTyped: 'Nothing has been typed yet.',
  clear: 'Clear the form',
  undo: 'Undo my changes',
  missingLabel: 'Fields to complete',
  duplicates: {
    title: 'This person may be a member already',
    reasons: duplicateReasons,
    choose: 'Use this member',
    chooseLabel: (name: string, born: string) => `Use this member: ${name}, ${born}`,
    createAnyway: 'None of these: create a new member',
    emailTakenReason: 'The e-mail belongs to a member already. Use that member, or change the e-mail.',
    emailTaken: 'The e-mail belongs to a member already. Use that member, or change it.',
  },
  merged: {
    title: 'Somebody else changed this member meanwhile',
    noClash: 'Their changes are shown below together with yours. Please look them over and save again.',
    clash: 'What you typed stands. They changed the same:',
    theirs: (label: string) => `${label}: they saved`,
    emptied: 'nothing',
    keepMineHint: 'Save again to keep yours.',
  },
  failed: {
    unknownTitle: 'No answer came: it may be saved or not',
    offlineTitle: 'Not saved: the back office cannot be reached',
    title: (message: string) => `Not saved: ${message}`,
    kept: (whatToDo: string) => `Everything you typed is kept. ${whatToDo}`,
    saveLater: 'Save again when the back office is reached; it will not be saved twice.',
    emailTaken: 'Look for the member by e-mail, or change the e-mail.',
    notFound: 'The member may have been removed. Search for them again.',
    invalid: 'Please mend what is marked and save again.',
  },
  restoredTitle: 'What you were typing is back',
  restored: 'It was kept when this form was last left.',
}
