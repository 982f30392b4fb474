import { afterAll, describe, expect, it } from 'vitest'
import type { StampRequest } from '#domain/release/stamp.ts'
import { type PlainDate, parsePlainDate } from '#domain/values/plain-date.ts'
import { stampPdf } from '#paper/stamp/stamp-pdf.ts'
import { someOf } from '#test/fixtures/deep.ts'
import { createPdfRenderers, rendererNames } from '#test/fixtures/pdf/pdf-renderers.ts'
import { createPdfTools, pdfToolsMissing } from '#test/fixtures/pdf/pdf-tools.ts'
import { packedStream, type RawObjects, rawStream, writeRawPdf } from '#test/fixtures/pdf/raw-pdf.ts'

const request: StampRequest = {
  member: { firstname: 'Ana', lastname: 'Silva', dob: parsePlainDate('1980-02-03') as PlainDate, sex: 'female' },
  studyID: 's-000123',
  skuID: 300,
  encryptWith: null,
  shouldHideHIContent: false,
}
const password = 'K7PX-4M2Q-9TRD'

/**
 * Returns a PDF of one page with a font `F1` and a layer `Off` that is not shown; `more` has the objects from number 7
 * on.
 */
const pdfOf = (page: string, ...more: RawObjects): Uint8Array =>
  writeRawPdf([
    '<</Type/Catalog/Pages 2 0 R/OCProperties<</OCGs[5 0 R]/D<</OFF[5 0 R]/Order[]>>>>>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources 6 0 R${page}>>`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    '<</Type/OCG/Name(Layer)>>',
    '<</Font<</F1 4 0 R>>/Properties<</Off 5 0 R>>>>',
    ...more,
  ])
const drawing = (...contents: readonly string[]): Uint8Array =>
  pdfOf(
    `/Contents[${contents.map((_, index) => `${7 + index} 0 R`).join(' ')}]`,
    ...contents.map((one) => rawStream(one)),
  )
const words = 'q BT /F1 12 Tf 50 400 Td (PAGE) Tj ET Q'
const image = 'q BI /W 6 /H 1 /BPC 8 /CS /G ID a EI\u0000\u0081 EI Q'
const ascii85 = (entries: string, data: string): string => rawStream(`${data}~>`, `/Filter[/ASCII85Decode${entries}]`)

const soundContents: Readonly<Record<string, () => Uint8Array>> = {
  'whole contents': () => drawing(words),
  'states left open': () => drawing(`q q 0.01 0 0 0.01 0 0 cm ${words}`),
  'marks of a hidden layer left open': () => drawing(`/OC /Off BDC ${words}`),
  'everything turned upside down and cut off': () => drawing(`1 0 0 -1 0 792 cm 0 0 1 1 re W n ${words}`),
  'an inline image': () => drawing(image, words),
  'operators inside strings, comments and names': () =>
    drawing(
      `% Q (\n/Q#28 BMC BT (\\( Q Q) Tj [(Q)<51>-5(]>>)] TJ ET EMC\n/Span<</ActualText(Q)/K[1 2]>>BDC EMC ${words}`,
    ),
  'contents in two streams that belong together': () => drawing('q BT /F1 12 Tf 50 400 Td', '(PAGE) Tj ET Q'),
  'a comment at the end without an end of line': () => drawing(`${words} %`),
  'states left open before a comment at the end': () => drawing(`q q 0.01 0 0 0.01 0 0 cm ${words} % end`),
  'a comment at the end of packed contents': () => pdfOf('/Contents 7 0 R', packedStream(`${words} %`)),
  'operands left over at the end': () => drawing(`${words} 1 0 0 (left) /Over`),
  'an empty name at the end': () => drawing(`${words} /`),
  'contents encoded in ASCII85': () => pdfOf('/Contents 7 0 R', ascii85('', '0H`%l0d&1nEb-A2')),
}

const unsoundContents: Readonly<Record<string, () => Uint8Array>> = {
  'a state restored once too often': () => drawing(`${words} Q`),
  'states restored much too often': () => drawing(`0 0 1 1 re W n ${'Q '.repeat(9)}`, words),
  'seventy states left open': () => drawing(`${'q '.repeat(70)}0 0 1 1 re W n`),
  'a text left open': () => drawing('0 0 1 1 re W n 0.001 0 0 0.001 0 0 cm BT /F1 1 Tf'),
  'a string left open': () => drawing('BT (never closed'),
  'marks of a hidden layer and a string left open': () => drawing(`/OC /Off BDC BT (never closed`),
  'a hexadecimal string left open': () => drawing('BT <41'),
  'an array left open': () => drawing(`${words} [(a) 5`),
  'a dictionary left open': () => drawing(`${words} /Span << /A 1`),
  'an inline image left open': () => drawing('BI /W 10 /H 10 /BPC 8 /CS /G ID abc'),
  'a clipping path left open': () => drawing(`${words} 0 0 1 1 re W`),
  'words that are not operators': () => drawing(`${words} ${'nonsense '.repeat(120)}`),
  'a comment that runs on into the next stream': () => drawing('q 0.01 0 0 0.01 0 0 cm %', `Q ${words}`),
  'an inline image whose end is missing, and a comment': () => drawing('BI /W 9 /H 9 /BPC 8 /CS /G ID abc', '%'),
  'half an operator at the end': () => drawing(`${words} BT E`),
  'a string left open that ends in a backslash': () => drawing('BT (never \\'),
  'packed contents that restore too much': () => pdfOf('/Contents 7 0 R', packedStream(`${words} Q Q`)),
  'contents in several packed streams': () =>
    pdfOf('/Contents[7 0 R 8 0 R]', packedStream(`${words} Q`), packedStream('Q 0 0 1 1 re W n')),
  'several streams, one of them damaged': () =>
    pdfOf(
      '/Contents[7 0 R 8 0 R]',
      packedStream('0 0 1 1 re W n Q Q'),
      rawStream('nothing packed', '/Filter/FlateDecode'),
    ),
}

const whiteBox = packedStream('1 g 0 0 900 900 re f', '/Type/XObject/Subtype/Form/BBox[0 0 900 900]')
const covered = (rect: string, page = '', flags = 4): Uint8Array =>
  pdfOf(
    `/Contents 7 0 R/Annots 10 0 R${page}`,
    rawStream(words),
    whiteBox,
    `<</Type/Annot/Subtype/FreeText/DA(/F1 9 Tf)/Rect[${rect}]/F ${flags}/AP<</N 8 0 R>>>>`,
    '[9 0 R]',
  )
const coverings: Readonly<Record<string, () => Uint8Array>> = {
  'an annotation over the whole page': () => covered('0 0 612 792'),
  'an annotation over the corner of a page that is turned': () => covered('0 500 612 792', '/Rotate 90'),
  'an annotation on a page of larger units': () => covered('0 0 612 792', '/UserUnit 2/Rotate 270'),
}

const tools = createPdfTools()
const renderers = createPdfRenderers()
afterAll(() => {
  tools.close()
  renderers.close()
})

const stampOf = async (bytes: Uint8Array, encryptWith: string | null) => {
  const answer = await stampPdf(bytes, { ...request, encryptWith })
  if (answer.kind === 'refused') throw new Error(`Refused: ${answer.reason}`)
  return answer
}
/** Returns the number of dark dots in the top right corner of the visible page. */
const dotsOf = (bytes: Uint8Array, renderer: string, pass: string | null): number =>
  renderers.darkDots(bytes, {
    renderer,
    ...(pass !== null && { password: pass }),
    isWithin: (x, y, width, height) => x > width * 0.6 && y < height * 0.1,
  })

describe('the stamp', () => {
  it.each(someOf(Object.entries({ ...soundContents, ...unsoundContents, ...coverings }), 2))(
    'is visible in every viewer on a page with %s',
    async (_, make) => {
      const bytes = make()
      for (const renderer of rendererNames) expect([renderer, dotsOf(bytes, renderer, null)]).toEqual([renderer, 0])
      for (const pass of [null, password]) {
        const { bytes: stamped } = await stampOf(bytes, pass)
        if (pdfToolsMissing === undefined) {
          expect(tools.textOfPages(stamped, pass ?? '').join()).toContain('Silva, Ana')
        }
        // The stamp's three lines have about 200 dark dots, or a quarter of that if a renderer ignores the page's unit.
        for (const renderer of rendererNames)
          expect([renderer, pass, dotsOf(stamped, renderer, pass) > 30]).toEqual([renderer, pass, true])
      }
    },
  )

  it.each(Object.entries(soundContents))('follows the contents, in few bytes, on a page with %s', async (_, make) => {
    const bytes = make()
    const plain = (await stampOf(drawing(words), null)).bytes.length - drawing(words).length
    const { bytes: stamped, how } = await stampOf(bytes, null)
    expect(how).toBe('appended')
    expect(stamped.length - bytes.length - plain).toBeLessThan(50)
    expect(Buffer.from(stamped).includes('/AtriumPage')).toBe(false)
  })

  it('is drawn over a form XObject of contents that could hide it, and only damaged contents need a rewrite', async () => {
    for (const [kind, make] of Object.entries(unsoundContents)) {
      const { bytes, how } = await stampOf(make(), null)
      const isRead = !kind.includes('damaged')
      expect([kind, how, Buffer.from(bytes).includes('/AtriumPage')]).toEqual([
        kind,
        isRead ? 'appended' : 'rewritten',
        isRead,
      ])
    }
  })

  it('is drawn once, and not again as an annotation, if an annotation is elsewhere, is hidden or has no area', async () => {
    for (const bytes of [covered('0 0 300 300'), covered('0 0 612 792', '', 2), covered('0 0 0 0')])
      expect(Buffer.from((await stampOf(bytes, null)).bytes).includes('/Subtype/Stamp')).toBe(false)
  })
})
