import type { PharmacyTable } from '../../database/catalogue-tables.ts'

type Town = {
  readonly city: string
  readonly state: string
  readonly country: string
  readonly code: string
  readonly areaCode: string
  readonly locationIDs: readonly string[]
}

const vancouver: Town = {
  city: 'Vancouver',
  state: 'BC',
  country: 'Canada',
  code: 'V6C 2T6',
  areaCode: '604',
  locationIDs: ['ca-bc-1'],
}
const burnaby: Town = { ...vancouver, city: 'Burnaby', code: 'V5H 3Z7', locationIDs: ['ca-bc-1', 'ca-bc-2'] }
const victoria: Town = { ...vancouver, city: 'Victoria', code: 'V8W 1P6', areaCode: '250', locationIDs: ['ca-bc-3'] }
const calgary: Town = {
  ...vancouver,
  ...{ city: 'Calgary', state: 'AB', code: 'T2P 1J9', areaCode: '403', locationIDs: ['ca-ab-1'] },
}
const newYork: Town = {
  city: 'New York',
  state: 'NY',
  country: 'United States',
  code: '10016',
  areaCode: '212',
  locationIDs: ['us-ny-1'],
}

const shops: readonly (readonly [name: string, address: string, address2: string, town: Town])[] = [
  ['Harbour Pharmacy', '18 Harbour Street', '', vancouver],
  ['Harbour Pharmacy', '902 Cedar Street', '', vancouver],
  ['Orchard Compounding Pharmacy', '55 Orchard Lane', 'Suite 210', vancouver],
  ['Lakeview Drugs', '240 Lakeview Drive', 'Unit 3', burnaby],
  ['Mill Road Chemist', '7 Mill Road', '', victoria],
  ['Summit Pharmacy', '1100 Summit Avenue', '', calgary],
  ['Gramercy Chemists', '61 Gramercy Place', '', newYork],
  ['Northgate Drugstore', '480 Northgate Avenue', 'Ground floor', newYork],
  // Delivers everywhere, so it is near every location.
  ['Parcel Pharmacy', '3 Depot Way', '', { ...burnaby, locationIDs: [] }],
  ['Old Quay Pharmacy', '2 Quay Road', '', vancouver],
]

/** The index of the pharmacy that is out of use. */
const closedAt = shops.length - 1

/** Creates the demo's directory of pharmacies: some near a location, one near all, and one out of use. */
export const createDemoPharmacies = (): PharmacyTable[] =>
  shops.map(([name, address, address2, { code, areaCode, ...town }], at) => ({
    pharmacy_id: `ph-${String(at + 1).padStart(4, '0')}`,
    version: 1,
    active: at === closedAt ? 0 : 1,
    document: JSON.stringify({
      ...{ name, address, address2, ...town, postalCode: code },
      phone_number: `+1 ${areaCode} 555 ${String(110 + at).padStart(4, '0')}`,
      fax_number: `+1 ${areaCode} 555 ${String(210 + at).padStart(4, '0')}`,
    }),
  }))
