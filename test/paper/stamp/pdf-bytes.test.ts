import { expect, it } from 'vitest'
import { byteKinds, stringEnd } from '#paper/stamp/pdf-bytes.ts'

it('byteKinds marks white space and delimiters (ISO 32000-1, 7.2.2)', () => {
  const kindOf = (text: string): readonly number[] => [...text].map((letter) => byteKinds[letter.charCodeAt(0)] ?? -1)
  expect(kindOf('\0\t\n\f\r ')).toEqual([1, 1, 1, 1, 1, 1])
  expect(kindOf('()<>[]{}/%')).toEqual(Array.from({ length: 10 }, () => 2))
  expect([byteKinds.length, byteKinds.reduce((sum, kind) => sum + kind, 0)]).toEqual([256, 26])
})

it.each([
  ['(a) b', 3],
  ['(a (b) c) d', 9],
  ['(a \\) b) c', 8],
  ['(a \\( b) c', 8],
  ['(a', -1],
  ['(a \\)', -1],
])('finds the end of the string in %s: %i', (text, end) => {
  expect(stringEnd(Buffer.from(text), 0)).toBe(end)
})
