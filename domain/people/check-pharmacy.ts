import { needsState } from '../members/member-rules.ts'
import { postalExample, readPostalCode } from '../members/postal-code.ts'
import { readTypedPhone } from '../members/typed-phone.ts'
import { foldText } from '../values/plain-text.ts'
import type { PharmacyEntry, PharmacyFieldName } from './pharmacy.ts'

/** The refusals of a pharmacy's fields. @internal Tests expect them in the form. */
export const pharmacyProblemWords = {
  state: 'Enter the state or province.',
  postalCode: (country: string, example: string) => `Enter a postal code of ${country}, such as ${example}.`,
  phone: (country: string) => `Enter a phone number of ${country}, or one with a country code.`,
  fax: (country: string) =>
    `Enter a fax number of ${country}, or one with a country code. A fax number has no extension.`,
}

type CheckedFields = Pick<PharmacyEntry, 'state' | 'country' | 'postalCode' | 'phone_number' | 'fax_number'>

/** The fields in their stored form, and the reason for each refused field. */
type CheckedPharmacy<Fields> = {
  readonly fields: Fields
  readonly problems: Readonly<Partial<Record<PharmacyFieldName, string>>>
}

/**
 * Checks the fields of a pharmacy by the rules of its country, and returns them as that country writes them: `v6b1a1`
 * as `V6B 1A1`, a phone or fax number in the product's form. A country may need a state (booking spec §5). Phone, fax
 * and postal code may be empty. A fax number has no extension, because a fax machine cannot dial it.
 */
export const checkPharmacy = <Fields extends CheckedFields>(typed: Fields): CheckedPharmacy<Fields> => {
  const { country } = typed
  const state = typed.state.trim()
  const postalCode = readPostalCode(typed.postalCode, country)
  const phone = readTypedPhone(typed.phone_number, country)
  const fax = readTypedPhone(typed.fax_number, country)
  const isFax = fax.isKnown && !fax.text.includes('ext.')
  const { state: stateMissing, postalCode: notPostal, phone: notPhone, fax: notFax } = pharmacyProblemWords
  return {
    fields: { ...typed, state, postalCode: postalCode.text, phone_number: phone.text, fax_number: fax.text },
    problems: {
      ...(state === '' && needsState(country) && { state: stateMissing }),
      ...(!postalCode.isKnown && { postalCode: notPostal(country, postalExample(country) ?? '') }),
      ...(typed.phone_number.trim() !== '' && !phone.isKnown && { phone_number: notPhone(country) }),
      ...(typed.fax_number.trim() !== '' && !isFax && { fax_number: notFax(country) }),
    },
  }
}

type Place = Pick<PharmacyEntry, 'name' | 'address' | 'city'>

/** Returns whether two entries are the same pharmacy: the same name at the same address, in any spelling. */
export const isSamePharmacy = (one: Place, other: Place): boolean =>
  (['name', 'address', 'city'] as const).every((field) => foldText(one[field]) === foldText(other[field]))
