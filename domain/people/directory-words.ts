import type { DirectoryChange, DirectoryField } from './directory-change.ts'

/** Shown after a change of the directory that is a proposal until it is confirmed (decisions §6 Directory). */
export const directoryProposed = 'An administrator or health-information staff will review your change.'

/** Shown before saving a change that will certainly be a proposal. */
export const directoryWillPropose =
  'Your change takes effect after an administrator or health-information staff confirm it.'

const ownFields: Readonly<Record<string, string>> = {
  emailAddress: 'Email',
  faxNumber: 'Default fax',
  address: 'Address',
  address2: 'Address, second line',
}

/** Returns the label of a changed field, as in the practitioner's contact form. */
export const directoryFieldLabel = ({ field, practiceName }: DirectoryField): string =>
  ownFields[field] ?? (practiceName === null ? 'Practice fax' : `Fax at ${practiceName}`)

const stateWords: Readonly<Record<DirectoryChange['state'], string>> = {
  counted: 'In effect',
  proposed: 'Proposed',
  confirmed: 'Confirmed',
  declined: 'Declined',
}

export const directoryStateWord = (state: DirectoryChange['state']): string => stateWords[state]

/** Returns the answer to a decision on a proposal that another person has already decided. */
export const alreadyDecided = (state: DirectoryChange['state'], decidedBy: string | null): string =>
  `This proposal was already ${stateWords[state].toLowerCase()}${decidedBy === null ? '' : ` by ${decidedBy}`}.`

/** Why a proposal can no longer be confirmed. */
export const entryChanged = 'The entry changed after this proposal. Decline the proposal and edit the entry directly.'
