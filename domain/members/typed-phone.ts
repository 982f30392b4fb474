import parsePhoneNumber from 'libphonenumber-js/min'
import { formatPhone } from '../format/format-phone.ts'
import { countryCodeOf } from './country-codes.ts'

/**
 * A phone number that was typed into a form. `text` has the product's format if it is a valid number of the address's
 * country, or of the country that its code names.
 */
type TypedPhone = { readonly text: string; readonly isKnown: boolean }

/**
 * Reads a phone number as typed into a member's form. A number without a country code is read as one of the address's
 * country. Any text that is not a valid number stays as typed. The form only warns about it, because staff can ask the
 * member.
 */
export const readTypedPhone = (typed: string, country: string): TypedPhone => {
  // With `extract`, words beside the number would be lost: "604 555 0123 (evenings)".
  const number = parsePhoneNumber(typed.trim(), { defaultCountry: countryCodeOf(country) ?? 'US', extract: false })
  if (number?.isValid() !== true) return { text: typed, isKnown: false }
  const extension = number.ext === undefined ? '' : ` ext. ${number.ext}`
  // Each country writes extensions in its own way, so the extension is omitted here and added in the product's format.
  const plain = number.formatInternational({ formatExtension: (formatted) => formatted })
  return { text: formatPhone(`${plain}${extension}`), isKnown: true }
}

/** A number as typed, and as the form rewrote it. */
export type WrittenPhone = { readonly typed: string; readonly written: string }

/**
 * Reads the number of a form's field when the focus leaves it, or when the address's country changes. If the user has
 * not typed since the form rewrote the number, the original text is read again, because the first country may have been
 * wrong.
 */
export const readPhoneAgain = (shown: string, last: WrittenPhone | null, country: string): WrittenPhone => {
  const typed = last?.written === shown ? last.typed : shown
  return { typed, written: readTypedPhone(typed, country).text }
}
