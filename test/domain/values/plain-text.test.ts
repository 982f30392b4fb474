import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { foldText, lineOfText, linesOfText, optionalLineOfText } from '#domain/values/plain-text.ts'

describe('lineOfText', () => {
  it.each([
    ['trims', '  Ana ', 'Ana'],
    ['composes accents', 'Ana\u0301', 'An\u00e1'],
    [
      'keeps any writing system, and markup, as text',
      '<b>山田</b> \u0645\u0631\u062d\u0628\u0627',
      '<b>山田</b> \u0645\u0631\u062d\u0628\u0627',
    ],
  ])('%s', (_, typed, kept) => {
    expect(lineOfText(100).parse(typed)).toBe(kept)
  })
  it.each([
    ['blank text', '   '],
    ['NUL', 'Ana\u0000'],
    ['a line break', 'Ana\nSilva'],
    ['a lone surrogate', 'Ana\ud800'],
    ['a text above the limit', 'x'.repeat(101)],
  ])('refuses %s', (_, typed) => {
    expect(lineOfText(100).safeParse(typed).success).toBe(false)
  })
  it('never throws, for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (typed) => {
        for (const schema of [lineOfText(100), optionalLineOfText(100), linesOfText(100)]) {
          const result = schema.safeParse(typed)
          if (result.success) expect(schema.parse(result.data)).toBe(result.data)
        }
      }),
    )
  })
})

describe('foldText', () => {
  it.each([
    ['Straßburg', 'strassburg'],
    ['Łukasz ĐOKOVIĆ', 'lukasz dokovic'],
    ["O'Néill-Søren", 'o neill soren'],
    ['  山田  太郎 ', '山田 太郎'],
  ])('folds %s', (text, folded) => {
    expect(foldText(text)).toBe(folded)
  })
})
