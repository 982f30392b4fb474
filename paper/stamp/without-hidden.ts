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

/** What of the catalogue says how pages are shown. All else may name or quote any page: outlines, structure, forms, metadata. */
const keptOfCatalogue = new Set(['Type', 'Version', 'Pages', 'Lang', 'ViewerPreferences', 'OCProperties'])
/** What of a page and its annotations points to things beyond it. */
const droppedOfPage = ['StructParents', 'PieceInfo', 'B', 'Thumb'].map((key) => PDFName.of(key))
const droppedOfAnnotation = ['Parent', 'P', 'StructParent', 'IRT', 'Popup'].map((key) => PDFName.of(key))

/**
 * Takes the pages that are for health-information staff alone out of a document, and everything with them that the others do not
 * draw, so that nothing of them can be recovered. Leaves one without such pages as it is. Says whether any page is left; throws where
 * contents cannot be read that would have to be.
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
    // Whatever still refers to it, such as a link, now refers to nothing.
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

/** What an annotation is drawn with: a stream for each of its states. */
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
