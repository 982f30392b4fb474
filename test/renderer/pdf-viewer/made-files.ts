import { crc32, deflateSync } from 'node:zlib'
import { PDFDocument, StandardFonts } from 'pdf-lib'

const toBase64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')

type Made = { readonly pages: number; readonly password?: string }

/** Creates a PDF whose pages show their numbers, in a font that is not in the file. The second page is rotated. */
export const makePdf = async ({ pages, password }: Made): Promise<string> => {
  const pdf = await PDFDocument.create()
  const font = await pdf.embedFont(StandardFonts.Helvetica)
  for (let number = 1; number <= pages; number++) {
    const page = pdf.addPage(number === 2 ? [792, 612] : [612, 792])
    page.drawText(`Made up, page ${number}`, { x: 60, y: 500, size: 48, font })
    page.drawText('Second line', { x: 60, y: 400, size: 48, font })
  }
  if (password !== undefined) pdf.encrypt({ userPassword: password, ownerPassword: 'owner' })
  return toBase64(await pdf.save())
}

/** Creates a page with one black picture, encoded like scans and faxes (CCITT group 4). */
export const makeScannedPdf = async (): Promise<string> => {
  const pdf = await PDFDocument.create()
  const page = pdf.addPage([612, 792])
  // Each of the 64 rows repeats the row above it, and the row before the first one counts as white. An end mark
  // follows. `Decode` inverts the white picture to black.
  const image = pdf.context.stream(Uint8Array.from([255, 255, 255, 255, 255, 255, 255, 255, 0, 16, 1]), {
    Type: 'XObject',
    Subtype: 'Image',
    Width: 64,
    Height: 64,
    ColorSpace: 'DeviceGray',
    BitsPerComponent: 1,
    Decode: [1, 0],
    Filter: 'CCITTFaxDecode',
    DecodeParms: { K: -1, Columns: 64, Rows: 64 },
  })
  const name = page.node.newXObject('Scan', pdf.context.register(image))
  page.node.set(
    pdf.context.obj('Contents') as never,
    pdf.context.register(pdf.context.stream(`q 612 0 0 792 0 0 cm ${name} Do Q`)),
  )
  return toBase64(await pdf.save())
}

const chunk = (type: string, content: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}

/** Returns a grey PNG of this size in pixels, in base64. */
export const makePng = (width: number, height: number): string => {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head[8] = 8
  const rows = Buffer.concat(
    Array.from({ length: height }, () => Buffer.concat([Buffer.from([0]), Buffer.alloc(width, 128)])),
  )
  return toBase64(
    Buffer.concat([
      Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]),
      chunk('IHDR', head),
      chunk('IDAT', deflateSync(rows)),
      chunk('IEND', Buffer.alloc(0)),
    ]),
  )
}
