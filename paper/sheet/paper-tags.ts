import {
  type PDFDocument,
  PDFHexString,
  PDFName,
  type PDFObject,
  PDFOperator,
  PDFOperatorNames,
  type PDFPage,
  type PDFRef,
} from 'pdf-lib'

/** The standard structure types (PDF 1.7, 14.8.4) that Atrium's papers use. */
type PaperRole = 'H1' | 'H2' | 'P' | 'Table' | 'TR' | 'TH' | 'TD' | 'L' | 'LI' | 'Lbl' | 'LBody' | 'Figure'

/**
 * A part of a paper's structure, such as a heading or a cell of a table. Without a parent it is a part of the document.
 * `span` is the number of columns that a cell covers, 1 when absent. `alt` is the text in place of a figure.
 */
export type PaperElement = {
  readonly role: PaperRole
  readonly parent?: PaperElement
  readonly span?: number
  readonly alt?: string
}

/** A piece of a page's content. `id` counts the pieces of the page, from 0. */
type Piece = { readonly page: PDFPage; readonly id: number }

/**
 * The structure of a paper, from which screen readers learn what is a heading, a table or a list, and in which order to
 * read. Content that belongs to no element is an artifact, which they skip: lines, fills, page numbers and footers.
 */
export type PaperTags = {
  /** Begins a page. Its content is an artifact until an element is drawn. */
  beginPage(page: PDFPage): void
  /**
   * Draws content of an element. Elements are read in the order of their first content. A header cell that is drawn again
   * on a further page stays an artifact there.
   */
  draw(page: PDFPage, element: PaperElement, draw: () => void): void
  /** Ends all pages and writes the structure into the document. */
  write(document: PDFDocument): void
}

const end = PDFOperator.of(PDFOperatorNames.EndMarkedContent)
const beginArtifact = PDFOperator.of(PDFOperatorNames.BeginMarkedContent, [PDFName.of('Artifact')])
const beginPiece = ({ role }: PaperElement, id: number): PDFOperator =>
  PDFOperator.of(PDFOperatorNames.BeginMarkedContentSequence, [PDFName.of(role), `<</MCID ${id}>>`])

type Attributes = Record<string, PDFHexString | Record<string, string | number>>

const attributesOf = ({ role, span = 1, alt }: PaperElement): Attributes => {
  if (alt !== undefined) return { Alt: PDFHexString.fromText(alt) }
  if (role === 'TH') return { A: { O: 'Table', Scope: 'Column', ColSpan: span } }
  return span === 1 ? {} : { A: { O: 'Table', ColSpan: span } }
}

export const createPaperTags = (): PaperTags => {
  const top: (PaperElement | Piece)[] = []
  const partsOf = new Map<PaperElement, (PaperElement | Piece)[]>()
  const piecesOf = new Map<PDFPage, number>()

  const beginPage = (page: PDFPage): void => {
    piecesOf.set(page, 0)
    page.pushOperators(beginArtifact)
  }

  const findParts = (element: PaperElement): (PaperElement | Piece)[] => {
    const known = partsOf.get(element)
    if (known !== undefined) return known
    const parts: (PaperElement | Piece)[] = []
    partsOf.set(element, parts)
    const siblings = element.parent === undefined ? top : findParts(element.parent)
    siblings.push(element)
    return parts
  }

  return {
    beginPage,
    draw: (page, element, draw) => {
      if (!piecesOf.has(page)) beginPage(page)
      const parts = findParts(element)
      if (element.role === 'TH' && parts.length > 0) return draw()
      const id = piecesOf.get(page) ?? 0
      piecesOf.set(page, id + 1)
      parts.push({ page, id })
      page.pushOperators(end, beginPiece(element, id))
      draw()
      page.pushOperators(end, beginArtifact)
    },
    write: (document) => {
      const { context, catalog } = document
      const [root, whole] = [context.nextRef(), context.nextRef()]
      const owners = new Map<PDFPage, PDFRef[]>([...piecesOf.keys()].map((page) => [page, []]))
      const writeParts = (parts: readonly (PaperElement | Piece)[], owner: PDFRef) =>
        parts.map((part): PDFObject => {
          if ('role' in part) return writeElement(part, owner)
          const refs = owners.get(part.page)
          // The page's content refers to this list by the piece's number; elements are written in another order.
          if (refs !== undefined) refs[part.id] = owner
          return context.obj({ Type: 'MCR', Pg: part.page.ref, MCID: part.id })
        })
      const writeElement = (element: PaperElement, parent: PDFRef): PDFRef => {
        const ref = context.nextRef()
        const parts = writeParts(partsOf.get(element) ?? [], ref)
        context.assign(
          ref,
          context.obj({ Type: 'StructElem', S: element.role, P: parent, K: parts, ...attributesOf(element) }),
        )
        return ref
      }
      context.assign(whole, context.obj({ Type: 'StructElem', S: 'Document', P: root, K: writeParts(top, whole) }))
      const numbered = [...owners].flatMap(([page, refs], index) => {
        page.node.set(PDFName.of('StructParents'), context.obj(index))
        page.node.set(PDFName.of('Tabs'), PDFName.of('S'))
        page.pushOperators(end)
        return [index, refs]
      })
      context.assign(
        root,
        context.obj({
          Type: 'StructTreeRoot',
          K: whole,
          ParentTree: { Nums: numbered },
          ParentTreeNextKey: owners.size,
        }),
      )
      catalog.set(PDFName.of('StructTreeRoot'), root)
      catalog.set(PDFName.of('MarkInfo'), context.obj({ Marked: true }))
    },
  }
}
