import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { drawPaper } from '#back-office/printing/draw-paper.ts'
import type { PaperRequest } from '#back-office/printing/paper-maker.ts'
import {
  drawGreyPicture,
  type GreyPicture,
  pdfPictureMissing,
  readGreyPng,
  shareOfDifferentDots,
  toGreyPng,
} from '#test/fixtures/pdf/grey-picture.ts'
import { anInvoice, issuedAt } from './sample-money-papers.ts'
import { aDaySheet, daySheetRow, fonts } from './sample-papers.ts'

const invoice: Extract<PaperRequest, { kind: 'invoice' }> = {
  kind: 'invoice',
  invoice: anInvoice({
    payments: [{ date: issuedAt, description: 'Card', paymentType: 'card', amount: 495 }],
    totals: { ...anInvoice().totals, paid: 495, totalBalance: 2000 },
  }),
}

/** The largest share of dots that may differ. A row that moves or is missing changes more. */
const allowed = 0.001

/** After a change that is meant to be seen, look at the papers and run this file with the variable set to 1. */
const isApproving = process.env.ATRIUM_APPROVE_PICTURES === '1'
const folder = new URL('approved/', import.meta.url)

const drawPicture = async (request: PaperRequest): Promise<GreyPicture> =>
  drawGreyPicture((await drawPaper(request, fonts)).bytes)

describe('a paper as a picture', () => {
  for (const request of [aDaySheet(), invoice]) {
    it(`is like the approved one: ${request.kind}`, async (context) => {
      if (pdfPictureMissing !== undefined) context.skip(pdfPictureMissing)
      const file = new URL(`${request.kind}.png`, folder)
      const picture = await drawPicture(request)
      if (isApproving) {
        mkdirSync(folder, { recursive: true })
        writeFileSync(file, toGreyPng(picture))
      }
      expect(shareOfDifferentDots(picture, await readGreyPng(readFileSync(file)))).toBeLessThanOrEqual(allowed)
    })
  }

  it('differs if the paper has one row fewer or begins two points lower', async (context) => {
    if (pdfPictureMissing !== undefined) context.skip(pdfPictureMissing)
    const shorter = aDaySheet({ machines: [{ name: 'Cedar', rows: [1, 2].map(daySheetRow) }] })
    const pairs = [
      [aDaySheet(), shorter],
      [invoice, { ...invoice, headRoom: 2 }],
    ] as const
    for (const [one, other] of pairs)
      expect(shareOfDifferentDots(await drawPicture(one), await drawPicture(other)), one.kind).toBeGreaterThan(allowed)
    expect(shareOfDifferentDots(await drawPicture(invoice), await drawPicture(invoice))).toBe(0)
  })
})
