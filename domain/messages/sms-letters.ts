/**
 * Returns a value in letters of the basic alphabet of text messages (GSM 03.38): one other letter would make each
 * message two. A non-breaking space becomes a space, and "août" becomes "aout".
 */
export const toSmsLetters = (value: string): string => value.replaceAll('\u00a0', ' ').replaceAll('û', 'u')
