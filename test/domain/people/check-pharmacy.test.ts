import { describe, expect, it } from 'vitest'
import { checkPharmacy, isSamePharmacy, pharmacyProblemWords } from '#domain/people/check-pharmacy.ts'
import type { PharmacyEntry } from '#domain/people/pharmacy.ts'

const entry: PharmacyEntry = {
  name: 'Harbour Pharmacy',
  address: '18 Harbour Street',
  address2: '',
  city: 'Vancouver',
  state: 'BC',
  country: 'Canada',
  postalCode: 'V6C 2T6',
  phone_number: '+1 604 555 0110',
  fax_number: '+1 604 555 0210',
  locationIDs: [],
}

describe('checkPharmacy', () => {
  it.each<[Partial<PharmacyEntry>, Partial<PharmacyEntry>]>([
    [{ postalCode: 'v6c2t6' }, { postalCode: 'V6C 2T6' }],
    [{ phone_number: '(604) 555-0110' }, { phone_number: '+1 604 555 0110' }],
    [{ phone_number: '604 555 0110 x4' }, { phone_number: '+1 604 555 0110 ext. 4' }],
    [{ fax_number: '16045550210' }, { fax_number: '+1 604 555 0210' }],
    [{ postalCode: '', phone_number: '', fax_number: '' }, {}],
    [{ country: 'United States', state: 'NY', postalCode: '100161234' }, { postalCode: '10016-1234' }],
    [
      { country: 'United Kingdom', state: '', postalCode: 'sw1a1aa', phone_number: '020 7946 0958', fax_number: '' },
      { postalCode: 'SW1A 1AA', phone_number: '+44 20 7946 0958' },
    ],
    // Hong Kong has no postal codes.
    [{ country: 'Hong Kong', postalCode: 'none', phone_number: '', fax_number: '' }, {}],
  ])('stores %j in the format of its country', (typed, stored) => {
    const given = { ...entry, ...typed }
    expect(checkPharmacy(given)).toEqual({ fields: { ...given, ...stored }, problems: {} })
  })

  const { state, postalCode, phone, fax } = pharmacyProblemWords
  it.each<[Partial<PharmacyEntry>, Readonly<Record<string, string>>]>([
    [{ state: ' ' }, { state }],
    [{ postalCode: '30303' }, { postalCode: postalCode('Canada', 'V6B 1A1') }],
    [{ phone_number: '555 0110' }, { phone_number: phone('Canada') }],
    [{ phone_number: 'ask Robin' }, { phone_number: phone('Canada') }],
    [{ fax_number: '604 555 02' }, { fax_number: fax('Canada') }],
    [{ fax_number: '604 555 0210 x4' }, { fax_number: fax('Canada') }],
    [{ country: 'United States', postalCode: 'V6C 2T6' }, { postalCode: postalCode('United States', '30303') }],
  ])('refuses %j', (typed, problems) => {
    expect(checkPharmacy({ ...entry, ...typed }).problems).toEqual(problems)
  })
})

describe('isSamePharmacy', () => {
  it('compares name, address and city in any spelling', () => {
    const again = { name: 'HARBOUR  pharmacy', address: '18, Harbour Street', city: 'vancouver' }
    expect(isSamePharmacy(entry, again)).toBe(true)
    expect(isSamePharmacy(entry, { ...again, address: '902 Cedar Street' })).toBe(false)
  })
})
