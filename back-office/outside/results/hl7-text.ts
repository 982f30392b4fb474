import type { Hl7Context } from '@medplum/core'
import type { RefusalReason } from '#domain/results/refused-delivery.ts'

/** Why a message is refused: a code for our staff, and a text for its sender. Neither has a text of the message. */
export type Hl7Problem = { readonly code: RefusalReason; readonly reason: string; readonly detail?: string }
export type Hl7Refusal = { readonly kind: 'refused'; readonly problem: Hl7Problem }

const refused = (code: RefusalReason, reason: string): Hl7Refusal => ({ kind: 'refused', problem: { code, reason } })

/** MSH-18 of the character sets that can be read. */
const charsets: ReadonlyMap<string, string> = new Map([
  ['', 'utf-8'],
  ['ASCII', 'utf-8'],
  ['UNICODE UTF-8', 'utf-8'],
  ['UTF-8', 'utf-8'],
  ['8859/1', 'latin1'],
  ['8859/15', 'iso-8859-15'],
])

/**
 * Reads the bytes of a message as text, in the character set that its header names, and checks the encoding characters:
 * four or five different ones, none of them a letter, a digit or a space.
 */
export const readHl7Text = (bytes: Buffer): { readonly kind: 'text'; readonly text: string } | Hl7Refusal => {
  const end = bytes.findIndex((byte) => byte === 0x0d || byte === 0x0a)
  const header = bytes.toString('latin1', 0, end === -1 ? bytes.length : end)
  if (!header.startsWith('MSH')) return refused('not-hl7', 'the message does not begin with MSH')
  const separator = header.charAt(3)
  const encoding = header.slice(4).split(separator)[0] ?? ''
  const special = `${separator}${encoding}`
  const isUsable =
    (encoding.length === 4 || encoding.length === 5) &&
    new Set(special).size === special.length &&
    /^[!-/:-@[-`{-~]+$/.test(special)
  if (!isUsable) return refused('encoding', 'the encoding characters in MSH-1 and MSH-2 cannot be used')
  const named = header.split(separator)[17] ?? ''
  const charset = charsets.get((named.split(encoding.charAt(1))[0] ?? '').trim().toUpperCase())
  if (charset === undefined) return refused('charset', 'the character set in MSH-18 is not supported')
  try {
    return { kind: 'text', text: new TextDecoder(charset, { fatal: true }).decode(bytes) }
  } catch {
    return refused('charset', 'the text is not in the character set that MSH-18 names')
  }
}

/**
 * Replaces the escape sequences of a field: delimiters, line breaks and hexadecimal bytes. Sequences of fonts and
 * character sets have no meaning here and are omitted.
 */
export const unescapeHl7 = (text: string, context: Hl7Context): string => {
  const mark = context.escapeCharacter
  if (!text.includes(mark)) return text
  const replacements: Readonly<Record<string, string>> = {
    F: context.fieldSeparator,
    S: context.componentSeparator,
    T: context.subcomponentSeparator,
    R: context.repetitionSeparator,
    E: mark,
    '.br': '\n',
    '.sp': '\n',
  }
  const parts = text.split(mark)
  // Without a closing mark the last part is plain text.
  return parts
    .map((part, place) => {
      if (place % 2 === 0) return part
      if (place === parts.length - 1) return mark + part
      const hex = /^X((?:[0-9a-f]{2})+)$/i.exec(part)?.[1]
      if (hex !== undefined) return Buffer.from(hex, 'hex').toString('utf8')
      return replacements[part.replace(/^(\.sp)\+?\d*$/i, '$1').replace(/^\.BR$/i, '.br')] ?? ''
    })
    .join('')
}

/** Reads a time of HL7, `YYYYMMDD[HHMM[SS[.S]]][+ZZZZ]`, as ISO text; a time without an offset is UTC. */
export const toIsoTime = (text: string): string => {
  const [, year, month, day, hour = '00', minute = '00', second = '00', offset] =
    /^(\d{4})(\d{2})(\d{2})(?:(\d{2})(\d{2})(\d{2})?(?:\.\d+)?)?([+-]\d{4})?$/.exec(text.trim()) ?? []
  if (year === undefined) return ''
  const zone = offset === undefined ? 'Z' : `${offset.slice(0, 3)}:${offset.slice(3)}`
  return `${year}-${month}-${day}T${hour}:${minute}:${second}${zone}`
}

/** Returns one line of text without control characters, cut to a length. */
export const toLine = (text: string, maxChars: number): string =>
  text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, maxChars)
    .toWellFormed()
    .trim()
