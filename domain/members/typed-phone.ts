import parsePhoneNumber from 'libphonenumber-js/min'
import { formatPhone } from '../format/format-phone.ts'
import { countryCodeOf } from './country-codes.ts'

/** A phone number as typed: in the product's form if it is a number of that country, or of the country it names. */
type TypedPhone = { readonly text: string; readonly isKnown: boolean }

/**
 * Reads a phone number as typed into a member's form. A number without a country code is one of the address's country.
 * What is more or less than such a number is left as typed: the form only points it out, because the member is in front
 * of the desk.
 */
export const readTypedPhone = (typed: string, country: string): TypedPhone => {
  // With `extract`, words beside the number would be lost: "604 555 0123 (evenings)".
  const number = parsePhoneNumber(typed.trim(), { defaultCountry: countryCodeOf(country) ?? 'US', extract: false })
  if (number?.isValid() !== true) return { text: typed, isKnown: false }
  const extension = number.ext === undefined ? '' : ` ext. ${number.ext}`
  // Each country writes an extension in its own way, so it is left out here and added in the product's form.
  const plain = number.formatInternational({ formatExtension: (formatted) => formatted })
  return { text: formatPhone(`${plain}${extension}`), isKnown: true }
}

/** A number as typed, and as the form wrote it. */
export type WrittenPhone = { readonly typed: string; readonly written: string }

/**
 * Reads the number of a form's field when the focus leaves it, or when the address's country changes. A number that was
 * not typed since the form wrote it is read again as it was typed, because the first country may have been the wrong
 * one.
 */
export const readPhoneAgain = (shown: string, last: WrittenPhone | null, country: string): WrittenPhone => {
  const typed = last?.written === shown ? last.typed : shown
  return { typed, written: readTypedPhone(typed, country).text }
}
