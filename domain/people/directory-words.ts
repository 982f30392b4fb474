import type { DirectoryChange, DirectoryField } from './directory-change.ts'

/** Shown after a change of the directory that is a proposal until it is confirmed (decisions §6 Directory). */
export const directoryProposed =
  'Your change is kept as a proposal. An administrator or health information decides on it.'

/** Shown before a change that is certain to be a proposal is saved. */
export const directoryWillPropose =
  'Your change will be a proposal. The directory changes once an administrator or health information confirms it.'

const ownFields: Readonly<Record<string, string>> = {
  emailAddress: 'E-mail',
  faxNumber: 'Own fax',
  address: 'Address',
  address2: 'Address, second line',
}

/** Returns the label of a changed field, as the practitioner's contact form has it. */
export const directoryFieldLabel = ({ field, practiceName }: DirectoryField): string =>
  ownFields[field] ?? (practiceName === null ? 'Fax of a practice' : `Fax of ${practiceName}`)

const stateWords: Readonly<Record<DirectoryChange['state'], string>> = {
  counted: 'In effect',
  proposed: 'Proposed',
  confirmed: 'Confirmed',
  declined: 'Declined',
}

export const directoryStateWord = (state: DirectoryChange['state']): string => stateWords[state]

/** Returns what a decision meets that another person made first. */
export const alreadyDecided = (state: DirectoryChange['state'], decidedBy: string | null): string =>
  `This proposal was already ${stateWords[state].toLowerCase()}${decidedBy === null ? '' : ` by ${decidedBy}`}.`

/** Returns why a proposal cannot be confirmed any more. */
export const entryChanged =
  'The entry has changed since this was proposed. Decline the proposal and change the entry itself.'
