import { z } from 'zod'

// Control characters have no place in a name, a note or an id; line breaks and tabs only in longer text.
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding control characters is the purpose
const controlCharacters = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/u
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding control characters is the purpose
const controlCharactersButBreaks = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/u

/**
 * Schema of one line of text as a person types it: trimmed, NFC, 1 to `maxLength` UTF-16 units, no control characters,
 * no lone surrogates. Angle brackets, quotes and any script are welcome: escaping is the business of who shows it.
 */
export const lineOfText = (maxLength: number): z.ZodType<string, string> =>
  z
    .string()
    .max(maxLength * 2)
    .refine((text) => text.isWellFormed(), 'must be well-formed text')
    .transform((text) => text.normalize('NFC').trim())
    .refine((text) => text.length > 0, 'must not be empty')
    .refine((text) => text.length <= maxLength, `must be at most ${maxLength} characters`)
    .refine((text) => !controlCharacters.test(text), 'must not contain control characters')

/** The same as {@link lineOfText}, but empty text is allowed and stays empty. */
export const optionalLineOfText = (maxLength: number): z.ZodType<string, string> =>
  z
    .string()
    .max(maxLength * 2)
    .refine((text) => text.isWellFormed(), 'must be well-formed text')
    .transform((text) => text.normalize('NFC').trim())
    .refine((text) => text.length <= maxLength, `must be at most ${maxLength} characters`)
    .refine((text) => !controlCharacters.test(text), 'must not contain control characters')

/** Schema of several lines of text: as {@link optionalLineOfText}, with line breaks and tabs allowed. */
export const linesOfText = (maxLength: number): z.ZodType<string, string> =>
  z
    .string()
    .max(maxLength * 2)
    .refine((text) => text.isWellFormed(), 'must be well-formed text')
    .transform((text) => text.normalize('NFC').trim())
    .refine((text) => text.length <= maxLength, `must be at most ${maxLength} characters`)
    .refine((text) => !controlCharactersButBreaks.test(text), 'must not contain control characters')

/**
 * Folds text for comparing and searching names: lower case, accents stripped, ß as ss, æ as ae, ø as o, ł as l,
 * ı as i, þ as th, everything but letters and digits as one space. Never stored in place of what was typed.
 */
export const foldText = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('æ', 'ae')
    .replaceAll('œ', 'oe')
    .replaceAll('ø', 'o')
    .replaceAll('ł', 'l')
    .replaceAll('đ', 'd')
    .replaceAll('ð', 'd')
    .replaceAll('þ', 'th')
    .replaceAll('ı', 'i')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
