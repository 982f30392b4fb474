import type { Location } from '#domain/locations/location.ts'
import { countries } from '#domain/members/country.ts'
import { checkPharmacy } from '#domain/people/check-pharmacy.ts'
import {
  type AdministeredPharmacy,
  administeredPharmacySchema,
  type PharmacyEntry,
  type PharmacyFieldName,
} from '#domain/people/pharmacy.ts'
import { locationIDSchema } from '#domain/values/location-id.ts'
import { createCurrentReader, type ParsedRecord } from '../records/record-dialog.tsx'
import { choicesOf, type RecordFieldSpec, type RecordValues } from '../records/record-field.tsx'
import { recordsWords } from '../records/records-words.ts'
import { parsedOrErrors } from '../records/typed-fields.ts'
import { pharmaciesSectionWords as words } from './pharmacies-section-words.ts'

/** Returns the fields of a pharmacy's form. */
export const pharmacyFormFields = (isNew: boolean, locations: readonly Location[]): readonly RecordFieldSpec[] => [
  { name: 'name', label: words.name, kind: 'line', isRequired: true },
  { name: 'address', label: words.address, kind: 'line', isRequired: true },
  { name: 'address2', label: words.address2, kind: 'line' },
  { name: 'city', label: words.city, kind: 'line', isRequired: true },
  {
    name: 'country',
    label: words.country,
    kind: 'choice',
    isRequired: true,
    options: countries.map((country) => ({ value: country, label: country })),
  },
  { name: 'state', label: words.state, kind: 'line', description: words.stateHint },
  { name: 'postalCode', label: words.postalCode, kind: 'line', description: words.postalHint },
  { name: 'phone_number', label: words.phone, kind: 'line', description: words.numbersHint },
  { name: 'fax_number', label: words.fax, kind: 'line', description: words.faxHint },
  {
    name: 'locationIDs',
    label: words.near,
    kind: 'choices',
    description: words.nearHint,
    options: locations.map(({ locationID, address }) => ({ value: locationID, label: address.name })),
  },
  ...(isNew
    ? []
    : [{ name: 'active', label: recordsWords.active, kind: 'check', description: recordsWords.activeHint } as const]),
]

/** Returns the values of a new pharmacy's form: it is most likely in the country and state of the chosen location. */
export const newPharmacyValues = (location: Location | undefined): RecordValues =>
  location === undefined ? {} : { country: location.address.country, state: location.address.state }

export const toPharmacyValues = (pharmacy: AdministeredPharmacy): RecordValues => ({
  name: pharmacy.name,
  address: pharmacy.address,
  address2: pharmacy.address2,
  city: pharmacy.city,
  state: pharmacy.state,
  country: pharmacy.country,
  postalCode: pharmacy.postalCode,
  phone_number: pharmacy.phone_number,
  fax_number: pharmacy.fax_number,
  locationIDs: pharmacy.locationIDs.join(','),
  active: pharmacy.active ? 'yes' : '',
})

/** Returns the saved pharmacy of a version conflict; null if there is none. */
export const readCurrentPharmacy = createCurrentReader(administeredPharmacySchema, toPharmacyValues)

type PharmacyInput = PharmacyEntry & { readonly active: boolean }

/** Parses the form of a pharmacy, with phone, fax and postal code as the country writes them. */
export const parsePharmacyForm = (values: RecordValues): ParsedRecord<PharmacyInput> => {
  const country = countries.find((each) => each === values.country)
  const line = (name: PharmacyFieldName): string => values[name] ?? ''
  const { fields, problems } = checkPharmacy({
    name: line('name'),
    address: line('address'),
    address2: line('address2'),
    city: line('city'),
    state: line('state'),
    country: country ?? 'Canada',
    postalCode: line('postalCode'),
    phone_number: line('phone_number'),
    fax_number: line('fax_number'),
    locationIDs: choicesOf(values.locationIDs).flatMap((id) => locationIDSchema.safeParse(id).data ?? []),
  })
  // The rules for state, postal code and numbers depend on the country, so the form asks for the country first.
  const errors = country === undefined ? { country: recordsWords.required } : problems
  return parsedOrErrors(errors, () => ({ ...fields, active: values.active === 'yes' }))
}
