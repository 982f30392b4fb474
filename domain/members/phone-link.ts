import parsePhoneNumber from 'libphonenumber-js/min'
import { countryCodeOf } from './country-codes.ts'
import type { Member } from './member.ts'

/**
 * Returns the link that calls or texts a member: `tel:+16045550123`; null for a text that is not a valid number, so
 * that the link never reaches a stranger. A number without a country code is read as one of the member's country; if
 * the country is unknown, there is no link. A number with an extension has no link for text messages.
 */
export const phoneLink = (
  { phone_number, country }: Pick<Member, 'phone_number' | 'country'>,
  kind: 'call' | 'text',
): string | null => {
  const number = parsePhoneNumber(phone_number, countryCodeOf(country))
  if (number?.isValid() !== true) return null
  if (kind === 'text') return number.ext === undefined ? `sms:${number.number}` : null
  return number.getURI()
}
