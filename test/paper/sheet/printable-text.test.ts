import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { replacementMark, toPrintable, toVisualPieces } from '#paper/sheet/printable-text.ts'

const hasLatin = (codePoint: number): boolean => codePoint < 0x250 || codePoint === 0x300

describe('toPrintable', () => {
  it.each([
    ['plain text unchanged', 'Metformin 500 mg', 'Metformin 500 mg'],
    ['a letter and its combining mark as one character', 'e\u0301', '\u00e9'],
    ['a tab as a space', 'a\tb', 'a b'],
    ['no control or direction characters', 'a\u0000b\u202ec\u200fd', 'abcd'],
    ['one mark for a character the font lacks', 'a\u4e2db', `a${replacementMark}b`],
    ['one mark for a family emoji, which is five code points', 'x👩‍👩‍👧y', `x${replacementMark}y`],
    ['a mark for half a surrogate pair', 'a\ud83d', `a${replacementMark}`],
    ['nothing for an empty text', '', ''],
  ])('returns %s', (_, text, printable) => {
    expect(toPrintable(text, hasLatin)).toBe(printable)
  })

  it('leaves no character that the font lacks, and does not change a text that is already printable', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        const printable = toPrintable(text, hasLatin)
        expect([...printable].every((one) => one === replacementMark || hasLatin(one.codePointAt(0) ?? 0))).toBe(true)
        expect(toPrintable(printable, (one) => hasLatin(one) || one === 0xfffd)).toBe(printable)
      }),
      { numRuns: 2000 },
    )
  })
})

describe('visual pieces', () => {
  it.each([
    ['a line without right-to-left letters is one piece', 'Left (ear)', ['Left (ear)']],
    ['right-to-left letters are a separate piece', 'to שלום end', ['to ', 'שלום', ' end']],
    ['several right-to-left words are one piece', 'שלום עולם', ['שלום עולם']],
    [
      'a number among right-to-left words keeps the order of its digits, and the text after it is to its left',
      'כדור 500 פעמיים',
      [' פעמיים', '500', 'כדור '],
    ],
    ['a number after right-to-left words is a separate piece to their right', 'שלום 12', ['שלום', ' 12']],
    ['brackets opened among right-to-left letters are mirrored', 'א (ב) c', ['א )ב(', ' c']],
    ['brackets around right-to-left letters are not mirrored', '(שלום)', ['(', 'שלום', ')']],
  ])('follow the rule that %s', (_, line, pieces) => {
    expect(toVisualPieces(line)).toEqual(pieces)
  })

  it('keep every character of any line', () => {
    const unit = fc.constantFrom('a', 'b', ' ', '(', ')', '1', '2', '.', 'א', 'ב', 'ע', '٣')
    const count = (text: string) =>
      [...text]
        .map((one) => (')]'.includes(one) ? '(' : one))
        .sort()
        .join('')
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 30 }), (line) => {
        expect(count(toVisualPieces(line).join(''))).toBe(count(line))
      }),
      { numRuns: 2000 },
    )
  })
})
