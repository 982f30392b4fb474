import { Refusal } from '../refusal.ts'

/** How deep and how wide a JSON body may be. */
export type JsonLimits = {
  /** Containers within each other. */
  readonly depth: number
  /** Items of one array, keys of one object. */
  readonly items: number
  /** Items and keys of the whole body. */
  readonly values: number
}

/** More than any body of the route table has: the longest questionnaire has some 200 answers. */
export const bodyLimits: JsonLimits = { depth: 24, items: 1000, values: 5000 }

const quote = 0x22
const backslash = 0x5c
const comma = 0x2c
const openBrace = 0x7b
const openBracket = 0x5b
const closeBrace = 0x7d
const closeBracket = 0x5d

const tooMuch = (what: string): Refusal => new Refusal('invalid-input', `The request could not be read: ${what}.`)

/** Looks at JSON piece by piece as it arrives. Throws 400 `invalid-input` at the first bracket or comma that is too many. */
type ShapeCheck = { push(piece: Uint8Array): void }

/**
 * Refuses JSON that is too deep or too wide, before it is parsed: counts brackets and commas outside texts. Whether it is JSON
 * at all is the parser's to say.
 */
export const createShapeCheck = (limits: JsonLimits): ShapeCheck => {
  const items: number[] = []
  let values = 0
  let isInText = false
  let isEscaped = false

  /** Goes past a text; gives the place of the quote that ends it, or the piece's end. */
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
        // The quote is a part of the text; where the piece ends here, the next one begins with what is escaped.
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
    if (items.length >= limits.depth) throw tooMuch('it is nested too deep')
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

/** {@link createShapeCheck} for a body that is there as a whole. */
export const checkJsonShape = (bytes: Uint8Array, limits: JsonLimits): void => createShapeCheck(limits).push(bytes)
