/**
 * Returns a value in letters of the basic alphabet of text messages (GSM 03.38), because a single other letter can
 * split a message in two. A non-breaking space becomes a space, and "août" becomes "aout".
 */
export const toSmsLetters = (value: string): string => value.replaceAll('\u00a0', ' ').replaceAll('û', 'u')
