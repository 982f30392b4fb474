import { decodePDFRawStream, PDFArray, PDFDict, PDFDocument, PDFName, type PDFRawStream, type PDFRef } from 'pdf-lib'

type PdfText = { readonly text: string; readonly x: number; readonly y: number; readonly size: number }
export type ReadPdf = {
  readonly pages: readonly { readonly width: number; readonly height: number; readonly texts: readonly PdfText[] }[]
  /** All text in the order in which it was drawn; line breaks separate the lines. */
  readonly text: string
  /**
   * Title, author, subject, keywords, creator and producer, joined by `|`; those that the document lacks are omitted.
   */
  readonly properties: string
}

const decode = (stream: PDFRawStream): string => Buffer.from(decodePDFRawStream(stream).decode()).toString('latin1')

const toText = (hex: string): string =>
  String.fromCharCode(...(hex.match(/.{4}/g) ?? []).map((unit) => Number.parseInt(unit, 16)))

/** Returns the text of each glyph of a font, by the glyph's code in four hex digits. */
const readToUnicode = (map: string): ReadonlyMap<string, string> => {
  const glyphs = new Map<string, string>()
  for (const [, block = ''] of map.matchAll(/beginbfchar([\s\S]*?)endbfchar/g)) {
    for (const [, glyph = '', text = ''] of block.matchAll(/<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>/g)) {
      glyphs.set(glyph.toUpperCase().padStart(4, '0'), toText(text))
    }
  }
  return glyphs
}

/** Reads a PDF's text, glyph by glyph through each font's own table, like a search in a viewer. */
export const readPdf = async (bytes: Uint8Array): Promise<ReadPdf> => {
  const document = await PDFDocument.load(bytes, { updateMetadata: false })
  const look = <Kind>(value: unknown): Kind => document.context.lookup(value as PDFRef) as Kind
  const pages = document.getPages().map((page) => {
    const fonts = new Map<string, ReadonlyMap<string, string>>()
    const resources = page.node.Resources()?.lookup(PDFName.of('Font'), PDFDict)
    for (const [name, value] of resources?.entries() ?? []) {
      const stream = look<PDFRawStream>(look<PDFDict>(value).get(PDFName.of('ToUnicode')))
      fonts.set(name.asString().slice(1), readToUnicode(decode(stream)))
    }
    const contents = page.node.Contents()
    const streams = contents instanceof PDFArray ? contents.asArray().map((one) => look<PDFRawStream>(one)) : [contents]
    const operators = streams.map((stream) => decode(stream as PDFRawStream)).join('\n')
    const texts: PdfText[] = []
    let [font, size, x, y] = ['', 0, 0, 0]
    const operator = /\/(\S+) ([\d.]+) Tf|1 0 0 1 ([\d.-]+) ([\d.-]+) Tm|<([0-9A-Fa-f]*)> Tj/g
    for (const [, name, points, left, up, hex] of operators.matchAll(operator)) {
      if (name !== undefined) [font, size] = [name, Number(points)]
      else if (left !== undefined) [x, y] = [Number(left), Number(up)]
      else if (hex !== undefined) {
        const glyphs = hex.toUpperCase().match(/.{4}/g) ?? []
        texts.push({ text: glyphs.map((glyph) => fonts.get(font)?.get(glyph) ?? '\u{0}').join(''), x, y, size })
      }
    }
    return { width: page.getWidth(), height: page.getHeight(), texts }
  })
  const properties = [document.getTitle(), document.getAuthor(), document.getSubject(), document.getKeywords()]
  return {
    pages,
    text: pages.flatMap(({ texts }) => texts.map(({ text }) => text)).join('\n'),
    properties: [...properties, document.getCreator(), document.getProducer()]
      .filter((one) => one !== undefined)
      .join('|'),
  }
}
