import { parsePhoneNumberFromString } from 'libphonenumber-js/max'

type MobileNumber =
  | { readonly kind: 'mobile'; readonly e164: string }
  | { readonly kind: 'not-valid' | 'foreign' | 'landline' }

/** Numbers of the United States, Canada and their neighbours of the same numbering plan, where the clinics are. */
const ownCallingCode = '1'

/**
 * Reads a member's phone number for text messages. A number without a country code is read as North American. A number
 * of another country is `foreign`, because texts abroad cost more and many countries forbid unregistered senders. A
 * North American number does not show whether it is a landline: the gateway refuses landlines.
 */
export const readMobileNumber = (text: string): MobileNumber => {
  const number = parsePhoneNumberFromString(text, 'CA')
  if (number === undefined || !number.isValid() || number.ext !== undefined) return { kind: 'not-valid' }
  if (number.countryCallingCode !== ownCallingCode) return { kind: 'foreign' }
  const type = number.getType()
  const canReceive = type === 'MOBILE' || type === 'FIXED_LINE_OR_MOBILE' || type === 'PERSONAL_NUMBER'
  return canReceive ? { kind: 'mobile', e164: number.number } : { kind: 'landline' }
}
