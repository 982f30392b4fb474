import anyAscii from 'any-ascii'

/**
 * A text of any script in ASCII letters, accents stripped (study spec §1): `Žofie` is `Zofie`, Chinese comes out as it is spoken.
 * For the stamp alone; stored names keep their letters. Half characters and what has no letters at all are left out.
 */
export const toPlainLetters = (text: string): string =>
  anyAscii(text.toWellFormed().normalize('NFC')).replaceAll('\u{fffd}', '')
