import { inflateSync } from 'node:zlib'
import { PDFDocument, PDFName, PDFRawStream } from 'pdf-lib'
import { describe, expect, it } from 'vitest'
import { drawPicture } from '#paper/picture/draw-picture.ts'
import { inspectPdf } from '#paper/stamp/inspect-pdf.ts'
import { writeJpeg } from '#test/fixtures/pdf/write-jpeg.ts'
import { type PngKind, writePng } from '#test/fixtures/pdf/write-png.ts'

const [width, height] = [11, 7]

type DrawnImage = { readonly entries: string; readonly data: Buffer }

/** Draws a picture and returns the page's size, the picture and its alpha channel, as written in the PDF. */
const draw = async (bytes: Uint8Array, contentType: string) => {
  const drawn = await drawPicture(bytes, contentType)
  if (drawn.kind === 'refused') throw new Error(drawn.reason)
  expect(await inspectPdf(drawn.bytes)).toEqual({ kind: 'readable', pages: 1, isEncrypted: false })
  const document = await PDFDocument.load(drawn.bytes)
  const images = document.context
    .enumerateIndirectObjects()
    .flatMap(([, one]) =>
      one instanceof PDFRawStream && one.dict.get(PDFName.of('Subtype')) !== undefined
        ? [{ entries: one.dict.toString().replace(/\s+/g, ' '), data: Buffer.from(one.contents) }]
        : [],
    )
  return { page: document.getPage(0).getSize(), image: images[0] as DrawnImage, mask: images[1] }
}

/** Inflates the data and undoes the row filters (clause 9 of the PNG specification). */
const unfilterRows = (data: Buffer, rowLength: number, dotBytes: number): Buffer => {
  const rows = Buffer.from(inflateSync(data))
  const at = (y: number, x: number): number => (y < 0 || x < 0 ? 0 : (rows[y * (rowLength + 1) + 1 + x] ?? 0))
  for (let y = 0; y * (rowLength + 1) < rows.length; y += 1) {
    for (let x = 0; x < rowLength; x += 1) {
      const [left, up, corner] = [at(y, x - dotBytes), at(y - 1, x), at(y - 1, x - dotBytes)]
      const near = [left, up, corner].map((value) => Math.abs(left + up - corner - value))
      const paeth = [left, up, corner][near.indexOf(Math.min(...near))] ?? 0
      const guess = [0, left, up, (left + up) >> 1, paeth][rows[y * (rowLength + 1)] ?? 0] ?? 0
      rows[y * (rowLength + 1) + 1 + x] = at(y, x) + guess
    }
  }
  const plain: Buffer[] = []
  for (let y = 0; y < height; y += 1) plain.push(rows.subarray(y * (rowLength + 1) + 1, (y + 1) * (rowLength + 1)))
  return Buffer.concat(plain)
}

const valueAt = (x: number, y: number, sample: number): number => (x * 37 + y * 53 + sample * 91) % 256
const samplesAt = (from: number, to: number, wide = 1): Buffer => {
  const values: number[] = []
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      for (let sample = from; sample < to; sample += 1) values.push(...Array(wide).fill(valueAt(x, y, sample)))
  return Buffer.from(values)
}
const picture = (number: 0 | 2 | 4 | 6, more: Partial<PngKind> = {}): Buffer => {
  const count = { 0: 1, 2: 3, 4: 2, 6: 4 }[number]
  const scale = more.depth === 16 ? 257 : 1
  const samples = (x: number, y: number) => Array.from({ length: count }, (_, one) => valueAt(x, y, one) * scale)
  return writePng({ width, height, number, samples, filter: (y) => y % 5, ...more })
}

describe('drawPicture', () => {
  it.each([
    ['grey', 0, 1, {}],
    ['colours', 2, 3, {}],
    ['colours, interlaced', 2, 3, { isInterlaced: true }],
    ['grey of 16 bits, interlaced', 0, 1, { isInterlaced: true, depth: 16 }],
  ] as const)('keeps every pixel of a PNG with %s', async (_, number, count, more) => {
    const { image, mask } = await draw(picture(number, more), 'image/png')
    expect(unfilterRows(image.data, width * count, count)).toEqual(samplesAt(0, count))
    expect(image.entries).toContain(count === 3 ? '/DeviceRGB' : '/DeviceGray')
    expect(mask).toBeUndefined()
  })

  it.each([
    ['grey', 4, 1, {}, 1],
    ['colours', 6, 3, {}, 1],
    ['colours of 16 bits', 6, 3, { depth: 16 }, 2],
    ['colours, interlaced', 6, 3, { isInterlaced: true }, 1],
  ] as const)('moves the alpha channel of a PNG with %s into a mask', async (_, number, count, more, wide) => {
    const { image, mask } = await draw(picture(number, more), 'image/png')
    expect(unfilterRows(image.data, width * count * wide, count * wide)).toEqual(samplesAt(0, count, wide))
    expect(unfilterRows(mask?.data ?? Buffer.alloc(0), width * wide, wide)).toEqual(samplesAt(count, count + 1, wide))
    expect(image.entries).toContain('/SMask')
  })

  it('blends transparent colours of a palette with white, and keeps the transparent colour of an RGB PNG', async () => {
    const palette = { number: 3, depth: 4, palette: [0, 100, 200, 9, 9, 9], transparency: [128] } as const
    const samples = (x: number) => [x % 2]
    for (const isInterlaced of [false, true]) {
      const { image } = await draw(writePng({ width, height, samples, isInterlaced, ...palette }), 'image/png')
      expect(image.entries).toMatch(/\/Indexed \/DeviceRGB 1 <7FB1E3090909>/i)
    }
    const { image } = await draw(picture(2, { transparency: [0, 1, 0, 2, 0, 3] }), 'image/png')
    expect(image.entries).toMatch(/\/Mask \[ 1 1 2 2 3 3 \]/)
  })

  it('keeps the bytes of a JPEG, and inverts CMYK colours if its writer stored them inverted', async () => {
    const jpeg = writeJpeg({ width, height, samples: 4, isAdobe: true })
    const { image } = await draw(jpeg, 'image/jpeg')
    expect(image.data).toEqual(jpeg)
    expect(image.entries).toContain('/Decode [ 1 0 1 0 1 0 1 0 ]')
    expect((await draw(writeJpeg({ width, height, samples: 4 }), 'image/jpeg')).image.entries).not.toContain('/Decode')
  })

  it('orients the page like the picture', async () => {
    expect((await draw(picture(0), 'image/png')).page).toEqual({ width: 792, height: 612 })
    const portrait = writeJpeg({ width: 5, height: 9 })
    expect((await draw(portrait, 'image/jpeg')).page).toEqual({ width: 612, height: 792 })
  })

  it('refuses data that is not a complete picture of the given type, and a picture with too many pixels', async () => {
    const refused = (reason: string) => ({ kind: 'refused', reason })
    expect(await drawPicture(picture(0).subarray(0, -12), 'image/png')).toEqual(refused('damaged'))
    expect(await drawPicture(picture(0), 'image/jpeg')).toEqual(refused('damaged'))
    expect(await drawPicture(picture(0), 'image/gif')).toEqual(refused('damaged'))
    expect(await drawPicture(writeJpeg({ width: 9000, height: 9000 }), 'image/jpeg')).toEqual(
      refused('too-much-memory'),
    )
  })
})
