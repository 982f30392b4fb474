import { Refusal } from '../refusal.ts'

/** Limits of a JSON body's depth and width. */
export type JsonLimits = {
  /** Levels of nested containers. */
  readonly depth: number
  /** Items of one array, keys of one object. */
  readonly items: number
  /** Items and keys of the whole body. */
  readonly values: number
}

/** Higher than the needs of any route: the longest questionnaire has about 200 answers. */
export const bodyLimits: JsonLimits = { depth: 24, items: 1000, values: 5000 }

const quote = 0x22
const backslash = 0x5c
const comma = 0x2c
const openBrace = 0x7b
const openBracket = 0x5b
const closeBrace = 0x7d
const closeBracket = 0x5d

const tooMuch = (what: string): Refusal => new Refusal('invalid-input', `The request could not be read: ${what}.`)

/** Checks JSON piece by piece as it arrives. Throws 400 `invalid-input` as soon as a limit is exceeded. */
type ShapeCheck = { push(piece: Uint8Array): void }

/**
 * Creates a check that refuses JSON that is too deep or too wide, before it is parsed: it counts brackets and commas
 * outside strings. The parser decides whether the JSON is valid.
 */
export const createShapeCheck = (limits: JsonLimits): ShapeCheck => {
  const items: number[] = []
  let values = 0
  let isInText = false
  let isEscaped = false

  /** Skips a string; returns the position of its closing quote, or the end of the piece. */
  const passText = (text: Buffer, start: number): number => {
    let place = start
    if (isEscaped && place < text.length) {
      isEscaped = false
      place += 1
    }
    while (place < text.length) {
      const end = text.indexOf(quote, place)
      const last = end === -1 ? text.length : end
      let slashes = 0
      while (last - 1 - slashes >= place && text[last - 1 - slashes] === backslash) slashes += 1
      if (slashes % 2 === 1) {
        // The last backslash escapes the quote or, at the end of a piece, the first character of the next piece.
        isEscaped = end === -1
        place = last + 1
        continue
      }
      if (end === -1) return text.length
      isInText = false
      return end
    }
    return text.length
  }

  const open = (): void => {
    if (items.length >= limits.depth) throw tooMuch('it is nested too deeply')
    items.push(1)
    values += 1
  }
  const countItem = (): void => {
    const count = (items.pop() ?? 0) + 1
    items.push(count)
    values += 1
    if (count > limits.items) throw tooMuch('a list or record in it is too long')
  }

  return {
    push: (piece) => {
      const text = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength)
      for (let place = isInText ? passText(text, 0) + 1 : 0; place < text.length; place += 1) {
        const byte = text[place]
        if (byte === quote) {
          isInText = true
          place = passText(text, place + 1)
        } else if (byte === openBrace || byte === openBracket) open()
        else if (byte === closeBrace || byte === closeBracket) items.pop()
        else if (byte === comma) countItem()
        if (values > limits.values) throw tooMuch('it has too many values')
      }
    },
  }
}

/** Runs {@link createShapeCheck} on a complete body. */
export const checkJsonShape = (bytes: Uint8Array, limits: JsonLimits): void => createShapeCheck(limits).push(bytes)
