import { type Practitioner, practitionerContactChangesSchema, practitionerSchema } from '../people/practitioner.ts'
import { lineOfText, optionalLineOfText } from '../values/plain-text.ts'
import { practicesARow } from './import-kinds.ts'
import { type ImportCells, RowReader, type RowReading } from './read-row.ts'

/** A practitioner of a file, before the server assigns ids. */
export type PractitionerDraft = Omit<Practitioner, 'id' | 'version'>

const nameSchema = lineOfText(100)
const optionalNameSchema = optionalLineOfText(100)
const draftSchema = practitionerSchema.omit({ id: true, version: true }).extend({
  firstName: nameSchema,
  lastName: nameSchema,
  salutation: optionalNameSchema,
  profession: optionalNameSchema,
})

const columns: Readonly<Record<string, string>> = {
  firstName: 'first_name',
  lastName: 'last_name',
  emailAddress: 'email',
  faxNumber: 'fax',
}

const columnOf = (field: string): string => columns[field] ?? field

/**
 * Reads a practitioner and checks it against the rules of the directory. Practices are numbered from 1, as in the
 * columns.
 */
export const readPractitionerRow = (cells: ImportCells): RowReading<PractitionerDraft> => {
  const reader = new RowReader(cells)
  reader.externalID()
  const places = Array.from({ length: practicesARow }, (_, index) => `practice_${index + 1}`)
  reader.refuseFormulas(['first_name', 'last_name', 'email', ...places.map((place) => `${place}_name`)])
  const practices = places.flatMap((place, index) => {
    const [name, location, fax] = ['name', 'location', 'fax'].map((part) => reader.text(`${place}_${part}`))
    if (name === '' && location === '' && fax === '') return []
    if (name === '') reader.refuse(`${place}_name`, 'is empty, but the practice has a location or fax number.')
    return [{ id: String(index + 1), name: name ?? '', location: location ?? '', fax: fax ?? '' }]
  })
  const contact = reader.check(
    practitionerContactChangesSchema,
    {
      emailAddress: reader.text('email'),
      faxNumber: reader.text('fax'),
      address: reader.text('address'),
      address2: reader.text('address2'),
      practiceFaxNumbers: Object.fromEntries(practices.map(({ id, fax }) => [id, fax])),
    },
    ([field, id]) => (field === 'practiceFaxNumbers' ? `practice_${String(id)}_fax` : columnOf(String(field))),
  )
  const { practiceFaxNumbers = {}, emailAddress = '', faxNumber = '', address = '', address2 = '' } = contact ?? {}
  const draft = reader.check(
    draftSchema,
    {
      firstName: reader.text('first_name'),
      lastName: reader.text('last_name'),
      salutation: reader.text('salutation'),
      profession: reader.text('profession'),
      contact: { emailAddress, faxNumber, address, address2 },
      locations: practices.map(({ id, name, location }) => ({
        id,
        locationName: location,
        practice: { practiceName: name },
        practitionerContact: { faxNumber: practiceFaxNumbers[id] ?? '' },
      })),
    },
    ([field]) => columnOf(String(field)),
  )
  return reader.done(draft)
}
