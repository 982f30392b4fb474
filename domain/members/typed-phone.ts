import parsePhoneNumber from 'libphonenumber-js/min'
import { formatPhone } from '../format/format-phone.ts'
import { countryCodeOf } from './country-codes.ts'

/** A phone number as typed: in the product's form if it is a number of that country, or of the country it names. */
type TypedPhone = { readonly text: string; readonly isKnown: boolean }

/**
 * Reads a phone number as typed into a member's form. A number without a country code is one of the address's country.
 * What is no number of that length is left as typed: the form only points it out, because the member is in front of the
 * desk.
 */
export const readTypedPhone = (typed: string, country: string): TypedPhone => {
  const number = parsePhoneNumber(typed, countryCodeOf(country) ?? 'US')
  if (number?.isValid() !== true) return { text: typed, isKnown: false }
  const extension = number.ext === undefined ? '' : ` ext. ${number.ext}`
  return { text: formatPhone(`${number.formatInternational().replace(/ ext\. .*$/, '')}${extension}`), isKnown: true }
}
