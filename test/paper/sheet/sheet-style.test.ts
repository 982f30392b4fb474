import type { Color } from 'pdf-lib'
import { describe, expect, it } from 'vitest'
import { textPairs } from '#paper/sheet/sheet-style.ts'

/** Returns the relative luminance, the only property of a colour that a black-and-white printer or a fax reproduces. */
const luminanceOf = (color: Color): number => {
  if (!('red' in color)) throw new Error('Papers have colours of three parts')
  const linear = (part: number): number => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
  return 0.2126 * linear(color.red) + 0.7152 * linear(color.green) + 0.0722 * linear(color.blue)
}

describe('the colours of papers', () => {
  it('are legible in grey: each text has a contrast of at least 4.5 to 1 with each background', () => {
    for (const [text, background] of textPairs) {
      const contrast = (luminanceOf(background) + 0.05) / (luminanceOf(text) + 0.05)
      expect(contrast, JSON.stringify([text, background])).toBeGreaterThanOrEqual(4.5)
    }
  })
})
