import { randomBytes } from 'node:crypto'
import { PDFDict, type PDFDocument, PDFName, PDFNumber, type PDFPage, type PDFRef } from 'pdf-lib'
import type { StampedPdf, StampPlacement } from '#domain/release/stamp.ts'
import { openWithLibrary } from './open-with-library.ts'
import {
  annotationsOf,
  leftOpenOfRewritten,
  ownContents,
  toAnnotation,
  toRectangle,
  toRewrittenForm,
} from './rewritten-page.ts'
import { letterBox, type SeenPage, toRotate, toSeenBox } from './seen-page.ts'
import { annotationFlags, appearanceContent, appearanceMatrix, mayCover, stampBox } from './stamp-annotation.ts'
import {
  closingContent,
  openingContent,
  type StampForm,
  stampFontName,
  wrappedNames,
  wrappingContent,
} from './stamp-drawing.ts'
import { PdfBomb } from './stream-data.ts'
import { removeHidden } from './without-hidden.ts'

/** The changes to a PDF that is rewritten. */
export type RewriteOrder = {
  readonly form: StampForm
  readonly placement: StampPlacement
  readonly encryptWith: string | null
  readonly shouldHideHIContent: boolean
}

/**
 * Stamps a PDF by rewriting all of it: for damaged and encrypted files, for files to be encrypted, and when pages are
 * left out. An encrypted file that opens without a password becomes unencrypted unless `encryptWith` is given.
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
  } catch (thrown) {
    if (thrown instanceof PdfBomb) return { kind: 'refused', reason: 'too-much-memory' }
    // The library cannot process this damaged file. Its error message is dropped, because it would quote the file.
    return { kind: 'refused', reason: 'damaged' }
  }
}

/** Encrypts with the user password, which allows reading and printing; the owner password is random and not stored. */
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
  annotations: PDFName.of('Annots'),
}

const stampPages = (document: PDFDocument, { form, placement }: RewriteOrder): void => {
  const { context } = document
  const pages = document.getPages()
  const name = freeName(pages)
  const font = context.register(
    context.obj({ Type: 'Font', Subtype: 'Type1', BaseFont: 'Helvetica', Encoding: 'WinAnsiEncoding' }),
  )
  const box = [0, -form.height, form.width, 0]
  const drawn = context.register(
    context.stream(form.content, {
      Type: 'XObject',
      Subtype: 'Form',
      BBox: box,
      Resources: { Font: { [stampFontName]: font } },
    }),
  )
  const streams = new Map<string, PDFRef>()
  const streamOf = (content: string): PDFRef => {
    const stream = streams.get(content) ?? context.register(context.stream(content))
    streams.set(content, stream)
    return stream
  }
  const annotate = (page: PDFPage, seen: SeenPage): void => {
    const appearance = context.stream(appearanceContent, {
      Type: 'XObject',
      Subtype: 'Form',
      BBox: box,
      Matrix: [...appearanceMatrix(seen, placement, form)],
      Resources: { XObject: { S: drawn } },
    })
    const stamp = context.obj({
      Type: 'Annot',
      Subtype: 'Stamp',
      Rect: [...stampBox(seen, placement, form)],
      F: annotationFlags,
      P: page.ref,
      AP: { N: context.register(appearance) },
    })
    page.node.set(names.annotations, context.obj([...annotationsOf(page), context.register(stamp)]))
  }
  const leftBy = leftOpenOfRewritten()
  for (const page of pages) {
    const seen = toSeenPage(page)
    const own = ownContents(page)
    const left = leftBy(page, own)
    const pageForm = left.kind === 'unsound' ? toRewrittenForm(page, own, seen) : null
    if (pageForm === null) {
      // If unsound contents cannot become a form XObject, the annotation below still shows the stamp.
      const closing = closingContent(
        seen,
        placement,
        form,
        name.decodeText(),
        left.kind === 'sound' ? left : { states: 0, marks: left.marks },
      )
      page.node.set(names.contents, context.obj([streamOf(openingContent), ...own, streamOf(closing)]))
      xObjectsOf(page, true).set(name, drawn)
    } else {
      const xObjects = { [wrappedNames.contents]: context.register(pageForm), [wrappedNames.stamp]: drawn }
      page.node.set(names.contents, streamOf(wrappingContent(seen, placement, form, left.marks)))
      page.node.set(names.resources, context.obj({ XObject: xObjects }))
    }
    const corner = stampBox(seen, placement, form)
    // Viewers draw annotations above all contents. An annotation repeats the stamp if unsound contents or another
    // annotation may hide it.
    if (left.kind === 'unsound' || annotationsOf(page).some((one) => mayCover(toAnnotation(context, one), corner)))
      annotate(page, seen)
  }
}

/**
 * Returns the page's `XObject` dictionary; `shouldMake` adds one to the page if it has none. Pages that share a
 * dictionary keep sharing it.
 */
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

/** Returns a name that no page uses yet; a file that was stamped before already uses `AtriumStamp1`. */
const freeName = (pages: readonly PDFPage[]): PDFName => {
  for (let count = 1; ; count += 1) {
    const name = PDFName.of(`AtriumStamp${count}`)
    if (!pages.some((page) => xObjectsOf(page, false).has(name))) return name
  }
}

/** Returns a page's visible geometry; broken values are replaced as viewers do. */
const toSeenPage = ({ node }: PDFPage): SeenPage => {
  const media = toRectangle(
    node.getInheritableAttribute(PDFName.of('MediaBox')) === undefined ? undefined : node.MediaBox(),
  )
  const crop = toRectangle(node.CropBox())
  const unit = node.lookupMaybe(names.userUnit, PDFNumber)?.asNumber() ?? 1
  return {
    box: toSeenBox(media ?? letterBox, crop),
    rotate: toRotate(node.Rotate()?.asNumber() ?? 0) ?? 0,
    unit: unit > 0 && unit < 1e4 ? unit : 1,
  }
}
