import { PDFDocument, PDFName, PDFNull, type PDFPage } from 'pdf-lib'

/** Marks a page that is for health-information staff alone; our own papers put it into the page's dictionary. */
export const contentMark = { key: 'AtriumContent', healthInformation: 'HealthInformation' } as const

const isHidden = (page: PDFPage): boolean =>
  page.node.lookup(PDFName.of(contentMark.key)) === PDFName.of(contentMark.healthInformation)

/**
 * The document without the pages that are for health-information staff alone, made of the other pages only, so that nothing of
 * those can be recovered. One without such pages is handed back as it is; null where no page is left.
 */
export const withoutHidden = async (document: PDFDocument): Promise<PDFDocument | null> => {
  const pages = document.getPages()
  const hidden = pages.filter(isHidden)
  if (hidden.length === 0) return document
  if (hidden.length === pages.length) return null
  const kept = document.getPageIndices().filter((index) => !hidden.includes(pages[index] as PDFPage))
  for (const page of hidden) document.context.assign(page.ref, PDFNull)
  const clean = await PDFDocument.create({ updateMetadata: false })
  for (const page of await clean.copyPages(document, kept)) clean.addPage(page)
  return clean
}
