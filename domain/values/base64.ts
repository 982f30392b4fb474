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
