import { byteKinds, stringEnd } from './pdf-bytes.ts'

const codeOf = (letter: string): number => letter.charCodeAt(0)
const [percent, slash, less, greater] = [codeOf('%'), codeOf('/'), codeOf('<'), codeOf('>')]
const [open, left, right] = [codeOf('('), codeOf('['), codeOf(']')]

/** Returns a word of at most three bytes as one number, because a page may have a million words. */
const pack = (word: string): number => [...word].reduce((sum, letter) => sum * 256 + codeOf(letter), 0)
/** The operators of page contents (ISO 32000-1, annex A) that may come in any order and leave nothing open. */
const plainOperators = new Set(
  `CS cs cm d d0 d1 Do DP G g gs h i j J K k M MP ri RG rg SC SCN sc scn sh T* Tc Td TD Tf Tj TJ TL Tm Tr Ts Tw Tz w ' "`
    .split(' ')
    .map(pack),
)
const pathBeginnings = new Set(['m', 'l', 'c', 'v', 'y', 're', 'W', 'W*'].map(pack))
const pathEnds = new Set(['b', 'B', 'b*', 'B*', 'f', 'F', 'f*', 'n', 's', 'S'].map(pack))
const markBeginnings = new Set(['BMC', 'BDC'].map(pack))
const [save, restore, beginText, endText, endMark] = [pack('q'), pack('Q'), pack('BT'), pack('ET'), pack('EMC')]
const [beginImage, imageData] = [pack('BI'), pack('ID')]

/**
 * The graphics states and the marked contents, such as those of a layer, that are still open at the end of a page's
 * contents. `unsound`: a later drawing might not be visible.
 */
export type LeftSound = { readonly kind: 'sound'; readonly states: number; readonly marks: number }
export type LeftOpen = LeftSound | { readonly kind: 'unsound'; readonly marks: number }

/**
 * Contents that leave more open states or marks than this are unsound. The stamp closes each one separately, and
 * viewers differ in how many they accept.
 */
const maxOpen = 16
/** Operators follow an inline image, so this many bytes after the image must be text. */
const imageLookahead = 12

const isNumberByte = (byte: number): boolean =>
  (byte >= 0x30 && byte <= 0x39) || byte === 0x2b || byte === 0x2d || byte === 0x2e

/**
 * Returns the index after the `EI` of the inline image whose data begins here; -1 if there is none. The data may
 * contain these two letters too.
 */
const imageEnd = (bytes: Buffer, from: number): number => {
  for (let at = bytes.indexOf('EI', from, 'latin1'); at >= 0; at = bytes.indexOf('EI', at + 1, 'latin1')) {
    const [before = 0, after = 32] = [bytes[at - 1], bytes[at + 2]]
    if ((byteKinds[before] !== 1 && before !== greater) || byteKinds[after] !== 1) continue
    const next = bytes.subarray(at + 2, at + 2 + imageLookahead)
    if (next.every((byte) => (byte >= 0x20 && byte < 0x7f) || (byte >= 9 && byte <= 13))) return at + 2
  }
  return -1
}

/**
 * Reads a page's contents to their end. Contents are unsound if they close more than they open, or contain anything
 * that viewers read differently. They are also unsound if they leave a string, a text object, a path or an inline image
 * open.
 */
export const leftOpenBy = (bytes: Buffer): LeftOpen => readSound(bytes) ?? { kind: 'unsound', marks: countMarks(bytes) }

/**
 * Estimates how many marks unsound contents leave open. Unsound contents become a form XObject (see `wrappingContent`).
 * In some viewers, marks left open in that form XObject still affect the stamp drawn after it.
 */
const countMarks = (bytes: Buffer): number => {
  const words = bytes.toString('latin1').match(/\b(?:BMC|BDC|EMC)\b/g) ?? []
  const open = words.reduce((sum, word) => sum + (word === 'EMC' ? -1 : 1), 0)
  return Math.max(0, Math.min(maxOpen, open))
}

const readSound = (bytes: Buffer): LeftOpen | null => {
  let states = 0
  let marks = 0
  let isText = false
  let isPath = false
  let isImage = false
  /** The closing brackets of the open arrays and dictionaries; words within them are not operators. */
  const within: number[] = []
  let at = 0
  while (at < bytes.length) {
    const byte = bytes[at] as number
    if (byteKinds[byte] === 1) at += 1
    else if (byteKinds[byte] === 0 || byte === slash) {
      const start = at
      at += 1
      while (at < bytes.length && byteKinds[bytes[at] as number] === 0) at += 1
      if (byte === slash || within.length > 0) continue
      if (isNumberByte(byte)) {
        for (let place = start + 1; place < at; place += 1) if (!isNumberByte(bytes[place] as number)) return null
        continue
      }
      if (at - start > 3) {
        const word = bytes.toString('latin1', start, at)
        if (word !== 'true' && word !== 'false' && word !== 'null') return null
        continue
      }
      let word = 0
      for (let place = start; place < at; place += 1) word = word * 256 + (bytes[place] as number)
      if (isImage) {
        // Before its data, an inline image has only names and values.
        if (word !== imageData) continue
        at = imageEnd(bytes, at + 1)
        if (at < 0) return null
        isImage = false
      } else if (pathBeginnings.has(word)) isPath = true
      else if (pathEnds.has(word)) isPath = false
      else if (plainOperators.has(word)) continue
      else if (word === save) states += 1
      else if (word === restore) states -= 1
      else if (markBeginnings.has(word)) marks += 1
      else if (word === endMark) marks -= 1
      else if (word === beginImage) isImage = true
      else if (word === beginText && !isText) isText = true
      else if (word === endText && isText) isText = false
      else return null
      if (states < 0 || marks < 0) return null
    } else if (byte === open) {
      at = stringEnd(bytes, at)
      if (at < 0) return null
    } else if (byte === percent) {
      while (at < bytes.length && bytes[at] !== 10 && bytes[at] !== 13) at += 1
    } else if (byte === left) {
      within.push(right)
      at += 1
    } else if (byte === less && bytes[at + 1] === less) {
      within.push(greater)
      at += 2
    } else if (byte === less) {
      at = bytes.indexOf(greater, at) + 1
      if (at === 0) return null
    } else if (byte === right || (byte === greater && bytes[at + 1] === greater)) {
      if (within.pop() !== byte) return null
      at += byte === right ? 1 : 2
    } else return null
  }
  if (isText || isPath || isImage || within.length > 0 || states > maxOpen || marks > maxOpen) return null
  return { kind: 'sound', states, marks }
}
