import type { StampRequest } from '#domain/release/stamp.ts'
import type { PlainDate } from '#domain/values/plain-date.ts'

export const benchRequest: StampRequest = {
  member: { firstname: 'Zoë', lastname: 'Ng', dob: '1980-02-03' as PlainDate, sex: 'female' },
  studyID: 's-000123',
  skuID: 300,
  encryptWith: null,
  shouldHideHIContent: false,
}

/** One way to put three lines on every page of a PDF. */
type Stamper = (bytes: Uint8Array) => Uint8Array | Promise<Uint8Array>

/**
 * The lines of the stamp, for libraries that draw them without our code. They are repeated here instead of imported,
 * because `copy of the bytes` must load none of our modules: it measures only the memory of an empty process.
 */
const lines = ['Ng, Zoe', 'DOB: 03 Feb 1980   Sex: F', 'Study: s-000123']
const placement = { side: 'right', fromTop: 18, fromSide: 18 } as const

const ours = async (): Promise<Stamper> => {
  const { stampPdf } = await import('#paper/stamp/stamp-pdf.ts')
  return async (bytes) => {
    const answer = await stampPdf(bytes, benchRequest)
    if (answer.kind === 'refused') throw new Error(answer.reason)
    return answer.bytes
  }
}

const fullSave = async (): Promise<Stamper> => {
  const { rewriteStamped } = await import('#paper/stamp/rewrite-stamped.ts')
  const { drawStampForm } = await import('#paper/stamp/stamp-drawing.ts')
  const order = { placement, encryptWith: null, shouldHideHIContent: false }
  return async (bytes) => {
    const answer = await rewriteStamped(bytes, { ...order, form: drawStampForm(lines) })
    if (answer.kind === 'refused') throw new Error(answer.reason)
    return answer.bytes
  }
}

const incremental = async (): Promise<Stamper> => {
  const { PDFDocument, StandardFonts } = await import('pdf-lib')
  return async (bytes) => {
    const document = await PDFDocument.load(bytes, { forIncrementalUpdate: true, updateMetadata: false })
    const font = await document.embedFont(StandardFonts.Helvetica)
    for (const page of document.getPages())
      for (const [index, line] of lines.entries()) page.drawText(line, { x: 480, y: 766 - index * 10, size: 8, font })
    return document.save()
  }
}

const mupdf = async (): Promise<Stamper> => {
  const library = await import('mupdf')
  return (bytes) => {
    const document = library.Document.openDocument(bytes, 'application/pdf') as InstanceType<typeof library.PDFDocument>
    const font = document.addSimpleFont(new library.Font('Helvetica'))
    const drawn = lines.map((line, index) => `BT /AtF 8 Tf 480 ${766 - index * 10} Td (${line}) Tj ET`).join('\n')
    const opening = document.addStream('q', {})
    const closing = document.addStream(`Q\n${drawn}`, {})
    for (let index = 0; index < document.countPages(); index += 1) {
      const page = document.findPage(index)
      const contents = document.newArray()
      contents.push(opening)
      contents.push(page.get('Contents'))
      contents.push(closing)
      page.put('Contents', contents)
      page.get('Resources', 'Font').put('AtF', font)
    }
    const saved = Uint8Array.from(document.saveToBuffer('incremental').asUint8Array())
    document.destroy()
    return saved
  }
}

/**
 * All ways that run in a Node process, each with a function that loads its library. The first way stamps nothing: it
 * only copies the bytes, which is the minimum work for comparison with the other ways.
 */
export const stampers: Readonly<Record<string, () => Promise<Stamper>>> = {
  'copy of the bytes': async () => (bytes) => new Uint8Array(bytes),
  Atrium: ours,
  mupdf,
  '@cantoo/pdf-lib, full save': fullSave,
  '@cantoo/pdf-lib, incremental': incremental,
}
