import { PDFDocument, StandardFonts } from 'pdf-lib'
import { describe, expect, it } from 'vitest'
import { drawStampForm, textWidth } from '#paper/stamp/stamp-drawing.ts'

describe('drawStampForm', () => {
  it('measures the width of a text as the font does', async () => {
    const document = await PDFDocument.create()
    const helvetica = await document.embedFont(StandardFonts.Helvetica)
    for (let code = 0x20; code < 0x7f; code += 1) {
      const letter = String.fromCharCode(code)
      expect([letter, textWidth(letter)]).toEqual([letter, expect.closeTo(helvetica.widthOfTextAtSize(letter, 8), 3)])
    }
  })

  it('makes the stamp as wide as its widest line, up to the maximum width', () => {
    const form = drawStampForm(['Ng, Zoe', 'DOB: 03 Feb 1980   Sex: M', 'Study: s-7'])
    expect(form.width).toBeCloseTo(textWidth('DOB: 03 Feb 1980   Sex: M') + 6, -0.5)
    expect(drawStampForm(['W'.repeat(60)]).width).toBeLessThanOrEqual(266)
  })

  it('draws a long name in narrower letters, and a longer name on several lines, with every letter', () => {
    const linesOf = (name: string): readonly string[] =>
      [...drawStampForm([name]).content.matchAll(/\((.*)\) Tj/g)].map(([, text = '']) => text)
    const long = 'Maria Guadalupe Esperanza de los Angeles Rodriguez y Hernandez, Ana'
    expect(linesOf(long)).toEqual([long])
    const longer = `${'Llanfairpwllgwyngyll '.repeat(9)}, Ana`
    expect(linesOf(longer).length).toBeGreaterThan(1)
    expect(linesOf(longer).join(' ').replaceAll(' ', '')).toBe(longer.replaceAll(' ', ''))
  })

  it('escapes characters that end a string', () => {
    expect(drawStampForm(['a(b)\\']).content).toContain('(a\\(b\\)\\\\) Tj')
  })
})
