import {
  type PDFContext,
  PDFDict,
  type PDFDocument,
  PDFName,
  PDFNull,
  type PDFObject,
  type PDFPage,
  PDFRef,
  PDFStream,
} from 'pdf-lib'
import { contentMark } from './content-mark.ts'
import { childrenOf, pruneResources } from './prune-resources.ts'

const isHidden = (page: PDFPage): boolean =>
  page.node.lookup(PDFName.of(contentMark.key)) === PDFName.of(contentMark.healthInformation)

/**
 * The entries of the document catalog (a PDF's root dictionary) about how pages are shown. All others, such as
 * outlines, structure, forms and metadata, may refer to any page or quote it.
 */
const keptOfCatalogue = new Set(['Type', 'Version', 'Pages', 'Lang', 'ViewerPreferences', 'OCProperties'])
/** The entries of a page and of its annotations that refer to objects outside the page. */
const droppedOfPage = ['StructParents', 'PieceInfo', 'B', 'Thumb'].map((key) => PDFName.of(key))
const droppedOfAnnotation = ['Parent', 'P', 'StructParent', 'IRT', 'Popup'].map((key) => PDFName.of(key))

/**
 * Removes the pages for health-information staff, and every object that only those pages use, so that their content
 * cannot be recovered. Leaves a document without such pages unchanged. Returns false, and changes nothing, if all pages
 * are for health-information staff. Throws if the contents of a kept page or of its form XObjects cannot be unpacked.
 */
export const removeHidden = (document: PDFDocument): boolean => {
  const pages = document.getPages()
  const hidden = pages.filter(isHidden)
  if (hidden.length === 0) return true
  if (hidden.length === pages.length) return false
  const { context, catalog } = document
  for (const index of document.getPageIndices().reverse()) {
    const page = pages[index]
    if (page === undefined || !hidden.includes(page)) continue
    document.removePage(index)
    // Remaining references to the page, such as links, now refer to nothing.
    context.assign(page.ref, PDFNull)
  }
  for (const key of catalog.keys()) if (!keptOfCatalogue.has(key.decodeText())) catalog.delete(key)
  delete context.trailerInfo.Info
  for (const page of document.getPages()) {
    for (const key of droppedOfPage) page.node.delete(key)
    const annotations = page.node.Annots()
    const drawn: PDFStream[] = []
    for (let index = 0; index < (annotations?.size() ?? 0); index += 1) {
      const annotation = annotations?.lookup(index)
      if (!(annotation instanceof PDFDict)) continue
      for (const key of droppedOfAnnotation) annotation.delete(key)
      drawn.push(...appearancesOf(annotation))
    }
    pruneResources(page, drawn)
  }
  deleteUnreachable(context)
  return true
}

/** Returns the appearance streams of an annotation, one for each of its states. */
const appearancesOf = (annotation: PDFDict): readonly PDFStream[] => {
  const states = annotation.lookup(PDFName.of('AP'))
  if (!(states instanceof PDFDict)) return []
  return states.values().flatMap((value) => {
    const state = annotation.context.lookup(value)
    if (state instanceof PDFStream) return [state]
    if (!(state instanceof PDFDict)) return []
    return state
      .values()
      .map((one) => annotation.context.lookup(one))
      .filter((one) => one instanceof PDFStream)
  })
}

const deleteUnreachable = (context: PDFContext): void => {
  const reached = new Set<PDFRef>()
  const waiting: PDFObject[] = context.trailerInfo.Root === undefined ? [] : [context.trailerInfo.Root]
  for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
    if (one instanceof PDFRef) {
      if (reached.has(one)) continue
      reached.add(one)
      const found = context.lookup(one)
      if (found !== undefined) waiting.push(found)
    } else waiting.push(...childrenOf(one))
  }
  for (const [ref] of context.enumerateIndirectObjects()) if (!reached.has(ref)) context.delete(ref)
}
