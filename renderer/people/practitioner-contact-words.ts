import { countOf } from '#domain/format/format-count.ts'

/** The texts of the dialog that edits a practitioner's contact in the directory. */
export const practitionerContactWords = {
  title: 'Edit directory contact',
  discard: 'Discard changes',
  save: 'Save contact',
  saved: (name: string) => `${name}: contact saved`,
  propose: 'Propose change',
  proposed: (name: string) => `${name}: change proposed`,
  willProposeTitle: 'This change needs a review',
  conflictFirst: 'First choose which value to keep.',
  noChanges: 'No changes to save.',
  restoredTitle: 'Unsaved changes restored',
  restored: 'What you typed is on this computer only. Save it or discard it.',
  goneFax: 'The fax of a removed practice',
  gonePractitioner: 'This practitioner is no longer in the directory.',
  /** `failure` is a whole sentence. */
  failed: (failure: string) => `${failure} What you typed is still here.`,
  fields: {
    faxOf: (practice: string) => `Fax at ${practice}`,
    ownFax: 'Default fax',
    email: 'Email',
    address: 'Address',
    address2: 'Address, second line',
  },
  faxHint: 'Reports can be faxed to 11-digit numbers only.',
  faxHintNotAlone:
    'Enter only the 11 digits, without an extension or text. Otherwise reports cannot be faxed to this number.',
  faxHintDigits: (digits: number) =>
    `This number has ${countOf(digits, 'digit')}. Reports can be faxed to 11-digit numbers only.`,
  faxUse: {
    practiceEmpty: 'While this is empty, the default fax is used.',
    thisStudy: "This study's report is faxed to this number.",
    practice: 'Used when a study names this practice.',
    own: 'Used when a study names no practice, or one without a fax.',
    ownThisStudy:
      "This study's report is faxed to this number. Used when a study names no practice, or one without a fax.",
  },
}
