import parsePhoneNumber from 'libphonenumber-js/min'
import { countryCodeOf } from './country-codes.ts'
import type { Member } from './member.ts'

/**
 * Returns the link that calls or texts a member: `tel:+16045550123`; null for a text that is no valid number, so that
 * the link reaches no stranger. A number without a country code is one of the member's country; without a known country
 * it has no link. A text message cannot go to an extension.
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
