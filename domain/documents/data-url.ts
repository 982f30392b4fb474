/**
 * The parts of a parsed data URL, in which the renderer passes a file. `byteSize` is the size of the decoded file.
 * `byteSize` is the size of the decoded file.
 */
type DataUrl = { readonly mediaType: string; readonly base64: string; readonly byteSize: number }

const token = "[A-Za-z0-9!#$&^_.+'*%`|~-]+"
/** The head up to the comma; a parameter's value is a token or a quoted string. */
const headPattern = new RegExp(`^data:(${token}/${token})((?:;${token}=(?:${token}|"[^"\\\\]*"))*);base64,`, 'i')
const maxHeadChars = 300

/**
 * Reads a data URL with a media type and base64 content (booking spec §5 Documents):
 * `data:<type>/<subtype>[;param];base64,<base64>`. The base64 must be canonical and not empty: the standard alphabet,
 * padded to groups of four, no spaces, unused bits 0. The media type is returned in lower case, without its parameters.
 * Null for anything else (`Invalid document format`).
 */
export const parseDataUrl = (text: string): DataUrl | null => {
  const head = headPattern.exec(text.slice(0, maxHeadChars))
  if (head === null) return null
  const base64 = text.slice(head[0].length)
  const byteSize = base64Size(base64)
  return byteSize === null ? null : { mediaType: (head[1] ?? '').toLowerCase(), base64, byteSize }
}

/** Returns the number of bytes in canonical base64, without decoding it; null if it is empty or not canonical. */
export const base64Size = (base64: string): number | null => {
  const { length } = base64
  if (length === 0 || length % 4 !== 0) return null
  const filled = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0
  if (!isAlphabet(base64, length - filled)) return null
  // The unused bits of the last letter must be 0; otherwise two texts would encode the same file.
  const last = letterValue(base64.charCodeAt(length - filled - 1))
  if ((filled === 1 && last % 4 !== 0) || (filled === 2 && last % 16 !== 0)) return null
  return (length / 4) * 3 - filled
}

const pieceLength = 65_536
const letters = /^[A-Za-z0-9+/]*$/

/** Checks piece by piece, because a pattern over tens of megabytes at once may run out of memory. */
const isAlphabet = (text: string, until: number): boolean => {
  for (let place = 0; place < until; place += pieceLength) {
    if (!letters.test(text.slice(place, Math.min(until, place + pieceLength)))) return false
  }
  return true
}

/** Returns the value of a base64 letter, 0 to 63; -1 for any other character. */
const letterValue = (code: number): number => {
  if (code >= 65 && code <= 90) return code - 65
  if (code >= 97 && code <= 122) return code - 71
  if (code >= 48 && code <= 57) return code + 4
  if (code === 43) return 62
  return code === 47 ? 63 : -1
}
