import anyAscii from 'any-ascii'

/**
 * Converts a text of any script to ASCII letters without accents (study spec §1): `Žofie` becomes `Zofie`, and
 * Chinese becomes its pronunciation. For the stamp only; stored names keep their letters. Omits lone surrogates
 * and characters that have no ASCII form.
 */
export const toPlainLetters = (text: string): string =>
  anyAscii(text.toWellFormed().normalize('NFC')).replaceAll('\u{fffd}', '')
