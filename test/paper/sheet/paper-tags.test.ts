import { PDFArray, PDFDict, PDFDocument, PDFName, PDFNumber, StandardFonts } from 'pdf-lib'
import { expect, it } from 'vitest'
import { factRows, table } from '#paper/sheet/blocks.ts'
import { pageFormat } from '#paper/sheet/page-format.ts'
import { createTypesetter } from '#paper/sheet/typesetter.ts'

it('each page lists, by the number of each piece of content, the element that contains the piece', async () => {
  const document = await PDFDocument.create()
  const [regular, bold] = await Promise.all([
    document.embedFont(StandardFonts.Helvetica),
    document.embedFont(StandardFonts.HelveticaBold),
  ])
  const format = pageFormat('letter')
  const set = createTypesetter({ regular, bold }, format)
  const pages = [0, 1].map(() => document.addPage([format.width, format.height]))
  for (const page of pages) set.tags.beginPage(page)
  // The labels are drawn before the values, but each value is read after its label.
  const facts = factRows(set, [
    ['Date of birth', '03 Feb 1980'],
    ['Study', 's-1'],
    ['Phone', '+1 604 555 0100'],
  ])
  const rows = table(set, {
    heads: [{ text: 'Item' }, { text: 'Amount' }],
    rows: [[{ text: 'Scan' }, { text: '1' }]],
    shares: [0.5, 0.5],
  })
  for (const page of pages)
    for (const [place, block] of [...facts, ...rows].entries()) block.draw(page, 700 - place * 40)
  set.tags.write(document)

  const root = document.catalog.lookup(PDFName.of('StructTreeRoot'), PDFDict)
  const numbers = root.lookup(PDFName.of('ParentTree'), PDFDict).lookup(PDFName.of('Nums'), PDFArray)
  for (const [index, page] of pages.entries()) {
    expect(page.node.lookup(PDFName.of('StructParents'), PDFNumber).asNumber()).toBe(index)
    expect(numbers.lookup(index * 2, PDFNumber).asNumber()).toBe(index)
    const owners = numbers.lookup(index * 2 + 1, PDFArray)
    // The header cells of the second page are artifacts: only the first page has them in the structure.
    expect(owners.size()).toBe(index === 0 ? 10 : 8)
    for (let id = 0; id < owners.size(); id += 1) {
      const parts = owners.lookup(id, PDFDict).lookup(PDFName.of('K'), PDFArray)
      const own = Array.from({ length: parts.size() }, (_, place) => parts.lookup(place, PDFDict)).filter(
        (part) => part.get(PDFName.of('Pg')) === page.ref,
      )
      expect(own.map((part) => part.lookup(PDFName.of('MCID'), PDFNumber).asNumber())).toEqual([id])
    }
  }
})
