import type { PracticeLocation } from '#domain/people/practitioner.ts'
import { foldText } from '#domain/values/plain-text.ts'
import type { PractitionerTable } from '../../database/catalogue-tables.ts'

const professions = ['Family physician', 'Nurse practitioner', 'Cardiologist', 'Naturopath', 'Internist'] as const
const lastNames =
  'Ashgrove Birchwood Copperfield Drummond Elmsworth Foxglove Gorsedale Hartwood Ironwood Juniper Knightley Lindenbaum'.split(
    ' ',
  )
export const demoFirstNames = 'Avery Blair Cameron Devon Emery Frankie Greer Harper Indigo Jules'.split(' ')
const practices = [
  'Harbourside Family Practice',
  'Cedar Medical Group',
  'Northgate Clinic',
  'Lakeview Health Centre',
  'Mill Road Specialists',
  'Orchard Walk-in Clinic',
  'Summit Integrative Care',
] as const
const branches = ['Main office', 'West office', 'Hospital wing'] as const

export const demoPractitionerCount = lastNames.length * demoFirstNames.length

/** Returns the id of a demo practitioner by number, from 1 to {@link demoPractitionerCount}. */
export const toDemoPractitionerID = (number: number): string => `p-${String(number).padStart(4, '0')}`

/**
 * Returns a practitioner's one to three practices. Each has a fax number, except the second practice of every eleventh
 * practitioner.
 */
export const practicesOf = (number: number): readonly PracticeLocation[] =>
  branches.slice(0, 1 + (number % branches.length)).map((locationName, place) => ({
    id: `pl-${String(number).padStart(4, '0')}-${place + 1}`,
    locationName,
    practice: { practiceName: practices[(number + place * 3) % practices.length] ?? practices[0] },
    practitionerContact: {
      faxNumber: place === 1 && number % 11 === 0 ? '' : `1555${5_560_000 + number * 10 + place}`,
    },
  }))

/**
 * Creates 120 practitioners of the directory with different names, and their practices. Some of their own contact
 * details cannot be used: every 13th practitioner has a fax number of ten digits, every 17th no email address, every
 * 19th an invalid email address.
 */
export const createDemoPractitioners = (): PractitionerTable[] =>
  lastNames.flatMap((lastName, row) =>
    demoFirstNames.map((firstName, column) => {
      const number = row * demoFirstNames.length + column + 1
      const id = toDemoPractitionerID(number)
      return {
        practitioner_id: id,
        search_text: foldText(`${firstName} ${lastName}`),
        version: 1,
        document: JSON.stringify({
          id,
          firstName,
          lastName,
          profession: professions[number % professions.length],
          salutation: 'Dr.',
          contact: {
            emailAddress: emailOf(number, firstName, lastName),
            faxNumber: number % 13 === 0 ? `555555${1000 + number}` : `1555555${1000 + number}`,
            address: `${number} Clinic Road`,
            address2: number % 4 === 0 ? `Suite ${100 + number}` : '',
          },
          locations: practicesOf(number),
        }),
      }
    }),
  )

const emailOf = (number: number, firstName: string, lastName: string): string => {
  if (number % 17 === 0) return ''
  const name = `${firstName}.${lastName}`.toLowerCase()
  return number % 19 === 0 ? `${name} at practice` : `${name}@practice.example`
}
