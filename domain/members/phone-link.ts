import parsePhoneNumber from 'libphonenumber-js/min'

/**
 * Returns the link that calls or texts a number: `tel:+16045550123`; null for a text that is no possible number. A
 * number without a country code is read as North American, as everywhere in Atrium. A text message cannot go to an
 * extension.
 */
export const phoneLink = (text: string, kind: 'call' | 'text'): string | null => {
  const number = parsePhoneNumber(text, 'US')
  if (number?.isPossible() !== true) return null
  if (kind === 'text') return number.ext === undefined ? `sms:${number.number}` : null
  return number.getURI()
}
