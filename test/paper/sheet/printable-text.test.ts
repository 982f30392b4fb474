import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { replacementMark, toPrintable, toVisualPieces } from '#paper/sheet/printable-text.ts'

const hasLatin = (codePoint: number): boolean => codePoint < 0x250 || codePoint === 0x300

describe('printable text', () => {
  it.each([
    ['plain text as it is', 'Metformin 500 mg', 'Metformin 500 mg'],
    ['what has a composed form composed', 'e\u0301', '\u00e9'],
    ['a tab as a space', 'a\tb', 'a b'],
    ['no control and no direction characters', 'a\u0000b\u202ec\u200fd', 'abcd'],
    ['one mark for a character the font lacks', 'a\u4e2db', `a${replacementMark}b`],
    ['one mark for a family, which is seven code points', 'x👩‍👩‍👧y', `x${replacementMark}y`],
    ['a mark for half a surrogate pair', 'a\ud83d', `a${replacementMark}`],
    ['nothing for an empty text', '', ''],
  ])('gives %s', (_, text, printable) => {
    expect(toPrintable(text, hasLatin)).toBe(printable)
  })

  it('leaves nothing in any text that the font lacks, and a printable text as it is', () => {
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
    ['a line without right-to-left letters is one', 'Left (ear)', ['Left (ear)']],
    ['right-to-left letters are a piece of their own', 'to שלום end', ['to ', 'שלום', ' end']],
    ['several words of them are one piece', 'שלום עולם', ['שלום עולם']],
    [
      'a number among them keeps its digits, and what follows it is left of it',
      'כדור 500 פעמיים',
      [' פעמיים', '500', 'כדור '],
    ],
    ['a number behind them stays on the right', 'שלום 12', ['שלום', ' 12']],
    ['brackets opened among them turn round', 'א (ב) c', ['א )ב(', ' c']],
    ['brackets around them do not', '(שלום)', ['(', 'שלום', ')']],
  ])('%s', (_, line, pieces) => {
    expect(toVisualPieces(line)).toEqual(pieces)
  })

  it('lose no character of any line', () => {
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
