import { describe, expect, it } from 'vitest'
import { findPharmacies } from '#domain/people/find-pharmacies.ts'
import { type DirectoryPharmacy, directoryPharmacySchema } from '#domain/people/pharmacy.ts'
import { locationIDSchema } from '#domain/values/location-id.ts'

const here = locationIDSchema.parse('ca-bc-1')

const pharmacy = (pharmacyID: string, fields: Partial<Record<keyof DirectoryPharmacy, unknown>>): DirectoryPharmacy =>
  directoryPharmacySchema.parse({
    ...{ pharmacyID, name: 'Pharmacy', address: '1 Road', address2: '', city: 'Vancouver', state: 'BC' },
    ...{ country: 'Canada', postalCode: '', phone_number: '', fax_number: '', locationIDs: [] },
    ...fields,
  })

const all: readonly DirectoryPharmacy[] = [
  pharmacy('far', { name: 'Aspen Drugs', city: 'New York', locationIDs: ['us-ny-1'], postalCode: '10016' }),
  pharmacy('everywhere', { name: 'Parcel Pharmacy', phone_number: '+1 604 555 0118', fax_number: '+1 604 555 0999' }),
  pharmacy('cedar', {
    ...{ name: 'Harbour Pharmacy', address: '902 Cedar Street', locationIDs: ['ca-bc-1'], postalCode: 'V6C 2T6' },
    phone_number: '+1 604 555 0111',
  }),
  pharmacy('harbour', { name: 'Harbour Pharmacy', address: '18 Harbour Street', locationIDs: ['ca-bc-1'] }),
  pharmacy('quebec', { name: 'Apothicaire Côté', city: 'Montréal', locationIDs: ['ca-qc-1', 'ca-bc-1'] }),
]
const found = (typed: string, locationID: typeof here | null = here): readonly string[] =>
  findPharmacies(all, typed, locationID).map(({ pharmacyID }) => pharmacyID)

describe('findPharmacies', () => {
  it.each([
    ['harb', ['harbour', 'cedar']],
    ['pharm', ['harbour', 'cedar', 'everywhere']],
    ['cote', ['quebec']],
    ['MONTREAL', ['quebec']],
    ['harbour cedar', ['cedar']],
    ['v6c2', ['cedar']],
    ['V6C 2T6', ['cedar']],
    ['2t6', ['cedar']],
    ['10016', ['far']],
    ['604 555 0111', ['cedar']],
    ['(604) 555-0118', ['everywhere']],
    ['+1 604', ['cedar', 'everywhere']],
    ['harbour 0111', ['cedar']],
    // Fewer digits than three are in most phone numbers; 18 is the number of a house.
    ['18', ['harbour']],
    // A fax number is not searched: people know the phone number.
    ['0999', []],
    ['nothing', []],
  ])('finds by %j', (typed, ids) => {
    expect(found(typed)).toEqual(ids)
  })

  it('lists all for an empty text: those of the location, then those of all locations, then the others', () => {
    expect(found('')).toEqual(['quebec', 'harbour', 'cedar', 'everywhere', 'far'])
    expect(found(' ', null)).toEqual(['everywhere', 'quebec', 'far', 'harbour', 'cedar'])
  })

  it('lists names that begin with the text before other matches at the same distance', () => {
    const more = [...all, pharmacy('road', { name: 'A Harbour Shop', locationIDs: ['ca-bc-1'] })]
    const ids = findPharmacies(more, 'harbour', here).map(({ pharmacyID }) => pharmacyID)
    expect(ids).toEqual(['harbour', 'cedar', 'road'])
  })
})
