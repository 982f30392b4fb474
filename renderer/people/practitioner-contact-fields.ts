import { z } from 'zod'
import {
  type Practitioner,
  type PractitionerContact,
  type PractitionerContactChanges,
  type PractitionerRef,
  practiceName,
  practitionerContactSchema,
  type StudyPractitioners,
} from '#domain/people/practitioner.ts'
import { practiceOf } from '../study/panel-words.ts'
import { practitionerContactWords } from './practitioner-contact-words.ts'

const { fields: labels, faxUse } = practitionerContactWords

/** A contact as one flat record, so that two workstations' changes merge field by field. */
export type ContactFields = Readonly<Record<string, string>>

const ownFields: readonly (keyof PractitionerContact)[] = ['emailAddress', 'faxNumber', 'address', 'address2']

const practicePrefix = 'practice:'

/** Returns the field name of a practice's fax. */
const practiceField = (locationID: string): string => `${practicePrefix}${locationID}`

/** Returns the directory's values: the practitioner's own contact, and the fax of each practice. */
export const contactFieldsOf = ({
  contact,
  locations,
}: Pick<Practitioner, 'contact' | 'locations'>): ContactFields => ({
  ...contact,
  ...Object.fromEntries(
    locations.map(({ id, practitionerContact }) => [practiceField(id), practitionerContact.faxNumber]),
  ),
})

/**
 * Parses a draft; null if `content` is no draft. Omits practices that the directory no longer has. A draft that an
 * older version of this form stored has no fax fields of practices.
 */
export const parseContactFields = (
  content: unknown,
  practitioner: Pick<Practitioner, 'locations'>,
): ContactFields | null => {
  const { data } = practitionerContactSchema.catchall(z.string()).safeParse(content)
  if (data === undefined) return null
  const known = new Set<string>([...ownFields, ...practitioner.locations.map(({ id }) => practiceField(id))])
  return Object.fromEntries(Object.entries(data).filter(([field]) => known.has(field)))
}

/**
 * Returns only the fields that differ from the directory, so that an invalid value in another field does not block this
 * change.
 */
export const contactChanges = (known: ContactFields, wanted: ContactFields): PractitionerContactChanges => {
  const changed = Object.entries(wanted).filter(([field, value]) => known[field] !== value)
  const own = changed.filter(([field]) => !field.startsWith(practicePrefix))
  const practices = changed.flatMap(([field, value]) =>
    field.startsWith(practicePrefix) ? [[field.slice(practicePrefix.length), value] as const] : [],
  )
  return {
    ...Object.fromEntries(own),
    ...(practices.length === 0 ? {} : { practiceFaxNumbers: Object.fromEntries(practices) }),
  }
}

type ContactField = {
  readonly field: string
  readonly label: string
  readonly kind: 'email' | 'fax' | 'text'
  /** When the field is used; null if that is obvious. */
  readonly use: string | null
  /** The path by which the back office names the field in a refusal. */
  readonly path: string
}

/**
 * Returns the fields in display order: the faxes of the practices that this study names, the practitioner's own fax,
 * the faxes of their other practices, then the rest. `fields` are the typed values. They decide which fax the study
 * uses, because a practice without a fax uses the practitioner's own.
 */
export const contactFieldRows = (
  practitioner: Practitioner,
  named: StudyPractitioners,
  fields: ContactFields,
): readonly ContactField[] => {
  const refs = refsTo(practitioner, named)
  const practiceRow = (location: Practitioner['locations'][number]): ContactField => {
    const field = practiceField(location.id)
    const hasFax = (fields[field] ?? '').trim() !== ''
    const isNamed = refs.some(({ locationID }) => locationID === location.id)
    return {
      field,
      label: labels.faxOf(practiceName(location)),
      kind: 'fax',
      use: !hasFax ? faxUse.practiceEmpty : isNamed ? faxUse.thisStudy : faxUse.practice,
      path: `practiceFaxNumbers.${location.id}`,
    }
  }
  const isOwnUsed = refs.some((ref) => {
    const practice = practiceOf(practitioner, ref)
    return practice === null || (fields[practiceField(practice.id)] ?? '').trim() === ''
  })
  const isNamed = ({ id }: Practitioner['locations'][number]): boolean =>
    refs.some(({ locationID }) => locationID === id)
  return [
    ...practitioner.locations.filter(isNamed).map(practiceRow),
    {
      field: 'faxNumber',
      label: labels.ownFax,
      kind: 'fax',
      use: isOwnUsed ? faxUse.ownThisStudy : faxUse.own,
      path: 'faxNumber',
    },
    ...practitioner.locations.filter((location) => !isNamed(location)).map(practiceRow),
    { field: 'emailAddress', label: labels.email, kind: 'email', use: null, path: 'emailAddress' },
    { field: 'address', label: labels.address, kind: 'text', use: null, path: 'address' },
    { field: 'address2', label: labels.address2, kind: 'text', use: null, path: 'address2' },
  ]
}

/** Returns every reference of the study to the practitioner, one for each role. */
const refsTo = (
  { id }: Practitioner,
  { primary, referring, additional }: StudyPractitioners,
): readonly PractitionerRef[] =>
  [primary, referring, ...additional].flatMap((ref) => (ref !== null && ref.practitionerID === id ? [ref] : []))
