import { randomBytes } from 'node:crypto'
import {
  PDFArray,
  PDFDict,
  type PDFDocument,
  PDFName,
  PDFNumber,
  type PDFObject,
  type PDFPage,
  type PDFRef,
  PDFStream,
} from 'pdf-lib'
import type { StampedPdf, StampPlacement } from '#domain/release/stamp.ts'
import { openWithLibrary } from './open-with-library.ts'
import { type Box, letterBox, type SeenPage, toBox, toRotate, toSeenBox } from './seen-page.ts'
import { closingContent, openingContent, type StampForm, stampFontName } from './stamp-drawing.ts'
import { removeHidden } from './without-hidden.ts'

/** What is done to a PDF that is written anew. */
export type RewriteOrder = {
  readonly form: StampForm
  readonly placement: StampPlacement
  readonly encryptWith: string | null
  readonly shouldHideHIContent: boolean
}

/**
 * Stamps a PDF by reading all of it and writing it anew: for damaged and encrypted files, for those that are to be encrypted, and
 * where pages are left out. A file that its owner had encrypted without a password comes out open unless `encryptWith` is given.
 */
export const rewriteStamped = async (bytes: Uint8Array, order: RewriteOrder): Promise<StampedPdf> => {
  const opened = await openWithLibrary(bytes)
  if (opened.kind === 'refused') return opened
  try {
    const { document } = opened
    if (order.shouldHideHIContent && !removeHidden(document)) return { kind: 'refused', reason: 'no-pages' }
    stampPages(document, order)
    if (order.encryptWith !== null) encrypt(document, order.encryptWith)
    const saved = await document.save({
      addDefaultPage: false,
      updateFieldAppearances: false,
      objectsPerTick: Number.POSITIVE_INFINITY,
    })
    return { kind: 'stamped', bytes: saved, pages: document.getPageCount(), how: 'rewritten' }
  } catch {
    // What is broken so that the library cannot write it; its message would quote the file.
    return { kind: 'refused', reason: 'damaged' }
  }
}

/** Opens with the password alone and lets who opened it read and print; nobody knows the owner's password. */
const encrypt = (document: PDFDocument, password: string): void => {
  document.encrypt({
    userPassword: password,
    ownerPassword: randomBytes(24).toString('base64url'),
    algorithm: 'AES-256',
    permissions: {
      printing: 'highResolution',
      contentAccessibility: true,
      modifying: false,
      copying: false,
      annotating: false,
      fillingForms: false,
      documentAssembly: false,
    },
  })
}

const names = {
  contents: PDFName.of('Contents'),
  resources: PDFName.of('Resources'),
  xObject: PDFName.of('XObject'),
  userUnit: PDFName.of('UserUnit'),
}

const stampPages = (document: PDFDocument, { form, placement }: RewriteOrder): void => {
  const { context } = document
  const pages = document.getPages()
  const name = freeName(pages)
  const font = context.register(
    context.obj({ Type: 'Font', Subtype: 'Type1', BaseFont: 'Helvetica', Encoding: 'WinAnsiEncoding' }),
  )
  const drawn = context.register(
    context.stream(form.content, {
      Type: 'XObject',
      Subtype: 'Form',
      BBox: [0, -form.height, form.width, 0],
      Resources: { Font: { [stampFontName]: font } },
    }),
  )
  const opening = context.register(context.stream(openingContent))
  const closings = new Map<string, PDFRef>()
  for (const page of pages) {
    const content = closingContent(toSeenPage(page), placement, form, name.decodeText())
    const closing = closings.get(content) ?? context.register(context.stream(content))
    closings.set(content, closing)
    page.node.set(names.contents, context.obj([opening, ...ownContents(page), closing]))
    xObjectsOf(page, true).set(name, drawn)
  }
}

/** The contents' parts as the page has them: one stream, several, or none. */
const ownContents = (page: PDFPage): readonly PDFObject[] => {
  const raw = page.node.get(names.contents)
  const contents = page.doc.context.lookup(raw)
  if (contents instanceof PDFArray) return contents.asArray()
  return raw !== undefined && contents instanceof PDFStream ? [raw] : []
}

/** What the page draws by name; with `shouldMake` it is put where the page has none. Shared by pages that share it. */
const xObjectsOf = (page: PDFPage, shouldMake: boolean): PDFDict => {
  const { context } = page.doc
  const resources = page.node.Resources() ?? context.obj({})
  const xObjects = resources.lookupMaybe(names.xObject, PDFDict) ?? context.obj({})
  if (shouldMake) {
    if (page.node.Resources() === undefined) page.node.set(names.resources, resources)
    if (resources.lookupMaybe(names.xObject, PDFDict) === undefined) resources.set(names.xObject, xObjects)
  }
  return xObjects
}

/** A name that no page gives to something else; a file that was stamped before has our first one. */
const freeName = (pages: readonly PDFPage[]): PDFName => {
  for (let count = 1; ; count += 1) {
    const name = PDFName.of(`AtriumStamp${count}`)
    if (!pages.some((page) => xObjectsOf(page, false).has(name))) return name
  }
}

const toNumbers = (array: PDFArray | undefined): Box | null =>
  array === undefined
    ? null
    : toBox(
        array.asArray().map((_, index) => {
          const value = array.lookup(index)
          return value instanceof PDFNumber ? value.asNumber() : Number.NaN
        }),
      )

/** How a page is seen; what is broken of it is taken for what a viewer takes it for. */
const toSeenPage = ({ node }: PDFPage): SeenPage => {
  const media = toNumbers(
    node.getInheritableAttribute(PDFName.of('MediaBox')) === undefined ? undefined : node.MediaBox(),
  )
  const crop = toNumbers(node.CropBox())
  const unit = node.lookupMaybe(names.userUnit, PDFNumber)?.asNumber() ?? 1
  return {
    box: toSeenBox(media ?? letterBox, crop),
    rotate: toRotate(node.Rotate()?.asNumber() ?? 0) ?? 0,
    unit: unit > 0 && unit < 1e4 ? unit : 1,
  }
}
