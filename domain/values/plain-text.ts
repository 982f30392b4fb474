import { z } from 'zod'

// A name or an id must not contain control characters. Only a text of several lines may have line breaks and tabs.
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding control characters is the purpose
const controlCharacters = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/u
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding control characters is the purpose
const controlCharactersButBreaks = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/u

/**
 * Returns the schema of one typed line of text: trimmed, NFC, 1 to `maxLength` UTF-16 units, no control characters, no
 * lone surrogates. It accepts angle brackets, quotes and any script, because the code that displays the text escapes
 * it.
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

/** Returns the schema of {@link lineOfText}, but accepts empty text. */
export const optionalLineOfText = (maxLength: number): z.ZodType<string, string> =>
  z
    .string()
    .max(maxLength * 2)
    .refine((text) => text.isWellFormed(), 'must be well-formed text')
    .transform((text) => text.normalize('NFC').trim())
    .refine((text) => text.length <= maxLength, `must be at most ${maxLength} characters`)
    .refine((text) => !controlCharacters.test(text), 'must not contain control characters')

/** Returns the schema of several lines of text: like {@link optionalLineOfText}, with line breaks and tabs allowed. */
export const linesOfText = (maxLength: number): z.ZodType<string, string> =>
  z
    .string()
    .max(maxLength * 2)
    .refine((text) => text.isWellFormed(), 'must be well-formed text')
    .transform((text) => text.normalize('NFC').trim())
    .refine((text) => text.length <= maxLength, `must be at most ${maxLength} characters`)
    .refine((text) => !controlCharactersButBreaks.test(text), 'must not contain control characters')

/**
 * Folds text to compare and search names: lower case, no accents, and one space for each run of characters that are not
 * letters or digits. Letters without a decomposition are spelled out: ß as ss, æ as ae, ø as o, ł as l, ı as i, þ as
 * th. The folded text never replaces the typed text in storage.
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
