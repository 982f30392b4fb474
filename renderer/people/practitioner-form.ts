import {
  type AdministeredPractitioner,
  administeredPractitionerSchema,
  directoryEntryFields,
} from '#domain/people/administered-practitioner.ts'
import type { PracticeLocation } from '#domain/people/practitioner.ts'
import { createCurrentReader, type ParsedRecord } from '../records/record-dialog.tsx'
import type { RecordFieldSpec, RecordValues } from '../records/record-field.tsx'
import { recordsWords } from '../records/records-words.ts'
import { parsedOrErrors } from '../records/typed-fields.ts'
import { practitionersSectionWords as words } from './practitioners-section-words.ts'

/**
 * Returns the fields of one practice. `key` is the index of an existing practice, or `new` for a practice to add. Only
 * the new practice has a `hint`, and its name may stay empty.
 */
const practiceFields = (key: string, prefix: string, hint?: string): readonly RecordFieldSpec[] => [
  {
    name: `practiceName ${key}`,
    label: `${prefix}: ${words.practiceName}`,
    kind: 'line',
    isRequired: hint === undefined,
    ...(hint === undefined ? {} : { description: hint }),
  },
  { name: `locationName ${key}`, label: `${prefix}: ${words.practicePlace}`, kind: 'line' },
  { name: `faxNumber ${key}`, label: `${prefix}: ${words.practiceFax}`, kind: 'line' },
]

/** Returns the fields of an entry's form; null is a new entry. */
export const practitionerFormFields = (entry: AdministeredPractitioner | null): readonly RecordFieldSpec[] => [
  { name: 'salutation', label: words.salutation, kind: 'line' },
  { name: 'firstName', label: words.firstName, kind: 'line' },
  { name: 'lastName', label: words.lastName, kind: 'line', isRequired: true },
  { name: 'profession', label: words.profession, kind: 'line' },
  { name: 'contact.emailAddress', label: words.email, kind: 'line' },
  { name: 'contact.faxNumber', label: words.fax, kind: 'line' },
  { name: 'contact.address', label: words.address, kind: 'line' },
  { name: 'contact.address2', label: words.address2, kind: 'line' },
  ...(entry?.locations ?? []).flatMap((_, at) => practiceFields(String(at), words.practiceNumber(at + 1))),
  ...(entry === null || entry.locations.length === 0
    ? practiceFields('new', words.firstPractice, words.firstPracticeHint)
    : practiceFields('new', words.newPractice, words.newPracticeHint)),
  ...(entry === null
    ? []
    : [{ name: 'active', label: recordsWords.active, kind: 'check', description: recordsWords.activeHint } as const]),
]

const practiceValues = (
  { practice, locationName, practitionerContact }: PracticeLocation,
  at: number,
): RecordValues => ({
  [`practiceName ${at}`]: practice.practiceName,
  [`locationName ${at}`]: locationName,
  [`faxNumber ${at}`]: practitionerContact.faxNumber,
})

export const toPractitionerValues = (entry: AdministeredPractitioner): RecordValues => ({
  salutation: entry.salutation,
  firstName: entry.firstName,
  lastName: entry.lastName,
  profession: entry.profession,
  'contact.emailAddress': entry.contact.emailAddress,
  'contact.faxNumber': entry.contact.faxNumber,
  'contact.address': entry.contact.address,
  'contact.address2': entry.contact.address2,
  ...Object.assign({}, ...entry.locations.map(practiceValues)),
  active: entry.active ? 'yes' : '',
})

/** Returns the saved entry of a version conflict; null if there is none. */
export const readCurrentPractitioner = createCurrentReader(administeredPractitionerSchema, toPractitionerValues)

type Practice = {
  readonly id: string | null
  readonly practiceName: string
  readonly locationName: string
  readonly faxNumber: string
}
type PractitionerInput = Pick<
  AdministeredPractitioner,
  'firstName' | 'lastName' | 'profession' | 'salutation' | 'contact' | 'active'
> & { readonly practices: readonly Practice[] }

/** Parses the form of an entry with these practices. */
export const parsePractitionerForm = (
  values: RecordValues,
  practices: AdministeredPractitioner['locations'],
): ParsedRecord<PractitionerInput> => {
  const practice = (id: string | null, key: string): Practice => ({
    id,
    practiceName: values[`practiceName ${key}`] ?? '',
    locationName: values[`locationName ${key}`] ?? '',
    faxNumber: values[`faxNumber ${key}`] ?? '',
  })
  const added = practice(null, 'new')
  const contact = {
    emailAddress: values['contact.emailAddress'] ?? '',
    faxNumber: values['contact.faxNumber'] ?? '',
    address: values['contact.address'] ?? '',
    address2: values['contact.address2'] ?? '',
  }
  const problems = directoryEntryFields.contact.safeParse(contact).error?.issues ?? []
  return parsedOrErrors(
    Object.fromEntries(problems.map(({ path, message }) => [`contact.${path.join('.')}`, message])),
    () => ({
      salutation: values.salutation ?? '',
      firstName: values.firstName ?? '',
      lastName: values.lastName ?? '',
      profession: values.profession ?? '',
      contact,
      practices: [
        ...practices.map(({ id }, at) => practice(id, String(at))),
        ...(added.practiceName.trim() === '' ? [] : [added]),
      ],
      active: values.active === 'yes',
    }),
  )
}
