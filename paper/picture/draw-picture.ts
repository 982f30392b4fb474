import type { PdfRefusal } from '#domain/release/stamp.ts'
import { checkPicture, type PictureType } from './check-picture.ts'
import type { JpegFile } from './jpeg-file.ts'
import { type DeflatedDots, splitOpacity, unlace } from './picture-data.ts'
import { type PngFile, samplesOf } from './png-file.ts'

/** A picture as a PDF of one page. */
export type DrawnPicture =
  | { readonly kind: 'drawn'; readonly bytes: Uint8Array }
  | { readonly kind: 'refused'; readonly reason: PdfRefusal }

// US letter, in points. `aboveHeight` leaves room for the stamp at the top.
const page = { width: 612, height: 792 }
const margin = 36
const aboveHeight = 60

/** A stream of the PDF: the entries of its dictionary, and its data. */
type PictureStream = { readonly entries: string; readonly parts: readonly Buffer[] }
type Picture = { readonly image: PictureStream; readonly mask: PictureStream | null }

/**
 * Draws a picture on one page, as large as fits, in landscape if it is wider than high. Keeps the picture's packed data
 * if a PDF can contain it, so that no quality is lost and little data is unpacked. Call this function only in a process
 * that can be killed.
 */
export const drawPicture = async (bytes: Uint8Array, contentType: string): Promise<DrawnPicture> => {
  if (contentType !== 'image/png' && contentType !== 'image/jpeg') return { kind: 'refused', reason: 'damaged' }
  const type: PictureType = contentType
  const file = await checkPicture(bytes, type)
  if (file.kind === 'refused') {
    return { kind: 'refused', reason: file.reason === 'damaged' ? 'damaged' : 'too-much-memory' }
  }
  const picture = file.kind === 'png' ? await fromPng(file) : fromJpeg(file, bytes)
  return { kind: 'drawn', bytes: writePage(file, picture) }
}

const sizeOf = ({ width, height }: Pick<PngFile, 'width' | 'height'>): string => `/Width ${width}/Height ${height}`

/** Adobe's programs, which write most CMYK files, store the colours inverted. */
const fromJpeg = (jpeg: JpegFile, bytes: Uint8Array): Picture => {
  const space = { 1: '/DeviceGray', 3: '/DeviceRGB', 4: '/DeviceCMYK' }[jpeg.samples]
  const inverted = jpeg.samples === 4 && jpeg.isAdobe ? '/Decode[1 0 1 0 1 0 1 0]' : ''
  const entries = `${sizeOf(jpeg)}/ColorSpace${space}/BitsPerComponent 8/Filter/DCTDecode${inverted}`
  return { image: { entries, parts: [Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)] }, mask: null }
}

const fromPng = async (png: PngFile): Promise<Picture> => {
  const hasOpacity = png.colour === 'grey-alpha' || png.colour === 'rgb-alpha'
  const { colours, opacity } = png.isInterlaced
    ? await unlace(png)
    : hasOpacity
      ? await splitOpacity(png)
      : { colours: asPacked(png), opacity: null }
  const space = png.colour === 'palette' ? paletteOf(png) : colours.samples === 3 ? '/DeviceRGB' : '/DeviceGray'
  return {
    image: { entries: `${dotsEntries(png, colours)}/ColorSpace${space}${maskedColour(png)}`, parts: colours.parts },
    mask:
      opacity === null ? null : { entries: `${dotsEntries(png, opacity)}/ColorSpace/DeviceGray`, parts: opacity.parts },
  }
}

const asPacked = (png: PngFile): DeflatedDots => ({
  parts: png.packed,
  samples: samplesOf[png.colour] === 3 ? 3 : 1,
  depth: png.depth,
})

const dotsEntries = (png: PngFile, { samples, depth }: DeflatedDots): string =>
  `${sizeOf(png)}/BitsPerComponent ${depth}/Filter/FlateDecode` +
  `/DecodeParms<</Predictor 15/Colors ${samples}/BitsPerComponent ${depth}/Columns ${png.width}>>`

/** Blends transparent colours with white, the colour of the page. */
const paletteOf = ({ palette, transparency }: PngFile): string => {
  const entries = Buffer.from(palette ?? [])
  for (const [index, opacity] of (transparency ?? Buffer.alloc(0)).entries()) {
    for (let at = index * 3; at < Math.min(index * 3 + 3, entries.length); at += 1) {
      entries[at] = 255 - Math.round(((255 - (entries[at] ?? 0)) * opacity) / 255)
    }
  }
  return `[/Indexed/DeviceRGB ${entries.length / 3 - 1}<${entries.toString('hex')}>]`
}

/** Returns the `/Mask` entry for the transparent colour of a picture; empty without such a colour. */
const maskedColour = ({ colour, transparency, depth, isInterlaced }: PngFile): string => {
  const samples = { grey: 1, rgb: 3, palette: 0, 'grey-alpha': 0, 'rgb-alpha': 0 }[colour]
  // Deinterlacing converts samples to bytes. At a depth other than 8, these no longer match the transparent colour.
  if (samples === 0 || transparency?.length !== samples * 2 || (isInterlaced && depth !== 8)) return ''
  const values = Array.from({ length: samples }, (_, index) => transparency.readUInt16BE(index * 2))
  return `/Mask[${values.map((value) => `${value} ${value}`).join(' ')}]`
}

const writePage = (size: { readonly width: number; readonly height: number }, { image, mask }: Picture): Uint8Array => {
  const sheet = size.width > size.height ? { width: page.height, height: page.width } : page
  const room = { width: sheet.width - 2 * margin, height: sheet.height - 2 * margin - aboveHeight }
  const scale = Math.min(room.width / size.width, room.height / size.height)
  const [width, height] = [size.width * scale, size.height * scale]
  const [left, bottom] = [(sheet.width - width) / 2, margin + (room.height - height) / 2]
  const place = [width, 0, 0, height, left, bottom].map((value) => value.toFixed(3)).join(' ')
  const maskEntry = mask === null ? '' : '/SMask 6 0 R'
  return writeObjects([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${sheet.width} ${sheet.height}]/Resources<</XObject<</Picture 5 0 R>>>>/Contents 4 0 R>>`,
    { entries: '', parts: [Buffer.from(`q ${place} cm /Picture Do Q`)] },
    { entries: `/Type/XObject/Subtype/Image${image.entries}${maskEntry}`, parts: image.parts },
    ...(mask === null ? [] : [{ entries: `/Type/XObject/Subtype/Image${mask.entries}`, parts: mask.parts }]),
  ])
}

/** Writes the objects as a PDF; the first object is the PDF's root, its `/Catalog`. */
const writeObjects = (objects: readonly (string | PictureStream)[]): Uint8Array => {
  const pieces: Buffer[] = []
  const offsets: number[] = []
  let at = 0
  const put = (piece: Buffer | string): void => {
    const bytes = typeof piece === 'string' ? Buffer.from(piece, 'latin1') : piece
    pieces.push(bytes)
    at += bytes.length
  }
  put('%PDF-1.5\n%\xe2\xe3\xcf\xd3\n')
  for (const [index, object] of objects.entries()) {
    offsets.push(at)
    put(`${index + 1} 0 obj\n`)
    if (typeof object === 'string') put(object)
    else {
      put(`<<${object.entries}/Length ${object.parts.reduce((sum, part) => sum + part.length, 0)}>>\nstream\n`)
      for (const part of object.parts) put(part)
      put('\nendstream')
    }
    put('\nendobj\n')
  }
  const startsAt = at
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`)
  const size = objects.length + 1
  put(`xref\n0 ${size}\n0000000000 65535 f \n${rows.join('')}trailer\n<</Size ${size}/Root 1 0 R>>\n`)
  put(`startxref\n${startsAt}\n%%EOF\n`)
  const whole = Buffer.allocUnsafeSlow(at)
  let end = 0
  for (const piece of pieces) end += piece.copy(whole, end)
  return new Uint8Array(whole.buffer, whole.byteOffset, whole.length)
}
