import * as fontkit from '@cantoo/fontkit'
import { PDFArray, PDFDict, PDFDocument, PDFHexString, PDFName, PDFRawStream, PDFString } from 'pdf-lib'
import { beforeAll, describe, expect, it } from 'vitest'
import { createDemoReport } from '#back-office/demo/papers/demo-reports.ts'
import { cashUpPaperWords } from '#back-office/printing/cash-up-paper-words.ts'
import { depositSlipWords } from '#back-office/printing/deposit-slip-words.ts'
import { drawPaper } from '#back-office/printing/draw-paper.ts'
import type { PaperRequest } from '#back-office/printing/paper-maker.ts'
import { invoiceTextWords } from '#domain/payments/invoice-words.ts'
import { toTransmission } from '#domain/release/transmission.ts'
import { type PageSize, pageSizes } from '#domain/values/page-size.ts'
import { drawSafetyForm } from '#main/safety/draw-safety-form.ts'
import type { DrawnPdf } from '#paper/sheet/draw-in-thread.ts'
import { pageFormat } from '#paper/sheet/page-format.ts'
import { paperSheetWords } from '#paper/sheet/paper-sheet-words.ts'
import { body, headingStyle, nameStyle, small, titleStyle, totalStyle } from '#paper/sheet/sheet-style.ts'
import { createTypesetter } from '#paper/sheet/typesetter.ts'
import { inReadingOrder, readStructure } from '#test/fixtures/pdf/read-structure.ts'
import { writePng } from '#test/fixtures/pdf/write-png.ts'
import { nothingToReport } from '#test/fixtures/questionnaire/written-answers.ts'
import { aSafetyForm } from '../../main/safety/safety-view.ts'
import { type ReadPdf, readPdf } from '../../paper/stamp/read-pdf.ts'
import { aDay, aDeposit, aLine, anInvoice, closedBlock, issuedAt, payersOf } from './sample-money-papers.ts'
import {
  aDaySheet,
  aDelivery,
  agreement,
  at,
  daySheetRow,
  edition,
  everyPaper,
  fonts,
  head,
  history,
  info,
  letterhead,
  reading,
} from './sample-papers.ts'

type Drawn = {
  readonly name: string
  readonly size: PageSize
  readonly drawn: DrawnPdf
  readonly read: ReadPdf
  /** The texts that identify the member of the paper. Empty for a paper that is about no single member. */
  readonly identity: readonly string[]
}

/** Returns a different number of rows for each paper, so that page breaks fall in different places. */
const some = (paper: number, least: number): number => least + ((paper * 7919) % 23)
const long = (place: number): string =>
  'Words of a long text that needs several lines on paper. '.repeat(1 + (place % 5))

const requestsOf = (size: PageSize, round: number): readonly PaperRequest[] => {
  const sender = { ...letterhead, pageSize: size }
  const about = { ...head, location: sender, skuID: [300, 400, 350][round % 3] ?? 300 }
  const count = some(round, 25)
  const rows = Array.from({ length: count }, (_, place) => place)
  const section = (title: string) => ({
    title,
    answers: rows.slice(0, 9).map((place) => ({ depth: place % 3, title: long(place), answer: long(place + 2) })),
  })
  return [
    ...everyPaper(about),
    {
      kind: 'report',
      head: about,
      edition: edition({
        ...createDemoReport(reading, 2),
        impression: rows.slice(0, round + 5).map(long),
        reason: long(round).repeat(round + 1),
        technique: long(round + 1).repeat(6),
      }),
    },
    {
      kind: 'medical-history',
      head: about,
      history: { ...history, sections: ['Health', 'Family', 'Habits'].map(section) },
    },
    {
      kind: 'consent-form',
      head: about,
      agreement: { ...agreement, text: rows.map((place) => `# Part ${place}\n${long(place)}`).join('\n\n') },
    },
    { kind: 'study-info', head: about, info: { ...info, reason: long(4).repeat(count) } },
    {
      kind: 'transmission',
      head: about,
      transmission: toTransmission(aDelivery, { sending: 1, receipt: 'carrier-9' }, []),
    },
    {
      kind: 'invoice',
      invoice: anInvoice({
        location: { ...anInvoice().location, pageSize: size },
        payments: rows.map((amount) => ({ date: issuedAt, description: long(amount), paymentType: 'card', amount })),
      }),
    },
    {
      kind: 'receipt',
      receipt: {
        receiptNumber: 'BC1-s-1-R1',
        invoice: anInvoice({
          location: { ...anInvoice().location, pageSize: size },
          items: rows.map((amount) => ({ description: long(amount), amount })),
        }),
        lines: rows.map((amount) => ({ date: issuedAt, description: long(amount), amount })),
        received: 20,
      },
    },
    {
      kind: 'cash-up',
      cashUp: aDay({
        closed: [closedBlock],
        lines: rows.slice(0, round + 4).map((place) => aLine({ userID: `u-${place}`, userName: `Person ${place}` })),
      }),
      letterhead: sender,
      timezone: 'America/Vancouver',
      madeAt: issuedAt,
      madeBy: 'Alex Finch',
      auditHead: null,
    },
    {
      kind: 'deposit-slip',
      deposit: aDeposit(rows.map((place) => place + 0.5)),
      payers: payersOf(aDeposit(rows), 'Maximiliana Featherstonehaugh-Cholmondeley'),
      letterhead: sender,
      timezone: 'America/Vancouver',
      madeAt: issuedAt,
      madeBy: 'Alex Finch',
    },
    aDaySheet({
      letterhead: sender,
      machines: ['Cedar', 'Maple'].map((name, place) => ({
        name,
        rows: rows.slice(place * 9).map((number) => ({ ...daySheetRow(number), note: long(number) })),
      })),
    }),
    {
      kind: 'access-report',
      letterhead: sender,
      language: 'en',
      member: { name: head.memberName, dob: head.dob, memberID: 'm-000001' },
      rows: rows.map((place) => ({
        at,
        person: 'Robin Frost',
        action: long(place),
        changed: [],
        place: 'Vancouver',
        refusal: null,
      })),
      hasMore: false,
      timezone: head.timezone,
      madeAt: at,
      madeBy: 'Alex Finch',
    },
    {
      kind: 'fax-cover',
      cover: {
        clinic: sender,
        timezone: head.timezone,
        madeAt: at,
        recipient: { name: 'Dr. Mia Chen', practice: 'Cedar', number: '+1 604 555 0101' },
        sender: 'Robin Desk',
        pages: 3,
        reference: 'dl-1',
        isDemonstration: true,
      },
    },
  ]
}

const withoutMember: ReadonlySet<PaperRequest['kind']> = new Set(['cash-up', 'day-sheet', 'deposit-slip', 'fax-cover'])

const identityOf = ({ kind }: PaperRequest): readonly string[] =>
  withoutMember.has(kind)
    ? []
    : [kind === 'invoice' || kind === 'receipt' ? 'Ana Silva' : head.memberName, 'Date of birth', '03 Feb 1980']

/** The lowest position of a text in points: 12 mm, which printers and fax machines do not cut off. */
const lowest = 34

/** Each number of rows up to more than a page of them, so that a page ends at each place of a total. */
const rowCounts: readonly number[] = Array.from({ length: 36 }, (_, place) => place + 1)

const papers: Drawn[] = []
let widthOf: (text: string, size: number, isBold: boolean) => number = () => 0

beforeAll(async () => {
  for (const [round, size] of pageSizes.entries()) {
    for (const request of requestsOf(size, round)) {
      const drawn = await drawPaper(request, fonts)
      const read = await readPdf(drawn.bytes)
      papers.push({ name: request.kind, size, drawn, read, identity: identityOf(request) })
    }
    const form = aSafetyForm(nothingToReport)
    const drawn = await drawSafetyForm({ ...form, letterhead: { ...form.letterhead, pageSize: size } }, fonts)
    const identity = [form.memberName, 'Date of birth', '03 Feb 1980']
    papers.push({ name: 'safety-form', size, drawn, read: await readPdf(drawn.bytes), identity })
  }
  const document = await PDFDocument.create()
  document.registerFontkit(fontkit)
  const set = createTypesetter(
    { regular: await document.embedFont(fonts.regular), bold: await document.embedFont(fonts.bold) },
    pageFormat('letter'),
  )
  widthOf = (text, size, isBold) => set.width(text, { face: isBold ? 'bold' : 'regular', size })
}, 120_000)

describe('every paper, in letter and A4', () => {
  it('has pages in the paper size of its location', () => {
    for (const { name, size, read } of papers)
      for (const { width, height } of read.pages)
        expect([width, height], name).toEqual([pageFormat(size).width, pageFormat(size).height])
  })

  it('has no text outside the margins', () => {
    for (const { name, size, read } of papers) {
      const { width, height, margin } = pageFormat(size)
      for (const { texts } of read.pages) {
        for (const { text, x, y, size: points } of texts) {
          expect(x, `${name} ${text}`).toBeGreaterThanOrEqual(margin)
          expect(x + widthOf(text, points, false) * 0.9, `${name} ${text}`).toBeLessThanOrEqual(width - margin)
          expect(y >= lowest && y + points <= height - margin + 4, `${name} ${size} ${text} ${y}`).toBe(true)
        }
      }
    }
  })

  it('has only sizes of the common type scale, the smallest of 8 points', () => {
    const scale = [titleStyle, nameStyle, totalStyle, headingStyle, body, small].map(({ size }) => size)
    expect(Math.min(...scale)).toBe(8)
    for (const { name, size, read } of papers)
      for (const { texts } of read.pages)
        for (const { text, size: points } of texts) expect(scale, `${name} ${size} ${text}`).toContain(points)
  })

  it('has no heading as the last line of a page', () => {
    for (const { name, size, read } of papers) {
      for (const { texts } of read.pages) {
        const above = texts.filter(({ y }) => y > 70).sort((a, b) => a.y - b.y)
        expect(above[0]?.size, `${name} ${size} ${above[0]?.text}`).not.toBe(headingStyle.size)
      }
    }
    expect(papers.filter(({ read }) => read.pages.length > 1).length).toBeGreaterThan(14)
  })

  it('has the letterhead, the title and, if it is about a member, the full name and date of birth', () => {
    for (const { name, size, read, identity } of papers) {
      const first = read.pages[0]?.texts.map(({ text }) => text) ?? []
      for (const part of ['Atrium', 'Vancouver', ...identity]) expect(first, `${name} ${size}`).toContain(part)
      const [brand] = read.pages[0]?.texts ?? []
      expect(brand, name).toMatchObject({ text: 'Atrium', size: 16 })
    }
  })

  it('names its member on each page, and numbers the pages; only pages for health-information staff have no number', () => {
    for (const { name, size, read, identity } of papers) {
      const numbered = read.pages.filter(
        ({ texts }) => !texts.some(({ text }) => text === paperSheetWords.healthInformation),
      )
      for (const [index, { texts }] of numbered.entries()) {
        const numbers = texts.filter(({ text }) => /^Page \d/.test(text)).map(({ text }) => text)
        expect(numbers, `${name} ${size}`).toEqual([paperSheetWords.page(index + 1, numbered.length)])
      }
      const [member, , dob] = identity
      for (const [index, { texts }] of read.pages.entries()) {
        const text = texts.map((one) => one.text).join(' ')
        if (member !== undefined) expect(text, `${name} ${size} page ${index + 1}`).toContain(member)
        if (dob !== undefined) expect(text, `${name} ${size} page ${index + 1}`).toContain(dob)
      }
    }
    const others = papers.filter(({ read }) => read.text.includes(paperSheetWords.healthInformation))
    expect(new Set(others.map(({ name }) => name))).toEqual(new Set(['report', 'traditional-report']))
  })

  it('has all its fonts in the file', async () => {
    for (const { name, size, drawn } of papers) {
      const document = await PDFDocument.load(drawn.bytes, { updateMetadata: false })
      for (const page of document.getPages()) {
        const fontsOfPage = page.node.Resources()?.lookup(PDFName.of('Font'), PDFDict).values() ?? []
        expect(fontsOfPage.length, `${name} ${size}`).toBeGreaterThan(0)
        for (const font of fontsOfPage) {
          const descendants = document.context.lookup(font, PDFDict).lookup(PDFName.of('DescendantFonts'), PDFArray)
          const descriptor = descendants.lookup(0, PDFDict).lookup(PDFName.of('FontDescriptor'), PDFDict)
          const file = descriptor.lookup(PDFName.of('FontFile2')) ?? descriptor.lookup(PDFName.of('FontFile3'))
          expect(file instanceof PDFRawStream, `${name} ${size}`).toBe(true)
        }
      }
    }
  })

  it.each(rowCounts)('has no totals alone on a page: %i rows', async (count) => {
    const amounts = Array.from({ length: count }, (_, place) => place + 1)
    const pageWith = async (request: PaperRequest, label: string): Promise<readonly string[]> => {
      const { pages } = await readPdf((await drawPaper(request, fonts)).bytes)
      const withLabel = pages.map(({ texts }) => texts.map(({ text }) => text)).filter((texts) => texts.includes(label))
      expect(withLabel, request.kind).toHaveLength(1)
      return withLabel.flat()
    }
    const payments = amounts.map((amount) => ({
      date: issuedAt,
      description: 'Card',
      paymentType: 'card' as const,
      amount,
    }))
    const invoice = await pageWith({ kind: 'invoice', invoice: anInvoice({ payments }) }, invoiceTextWords.totalPrice)
    expect(invoice).toContain(`${count}.00`)
    const printed = { letterhead, timezone: head.timezone, madeAt: issuedAt, madeBy: 'Alex Finch' }
    const deposit = aDeposit(amounts)
    const slip = await pageWith(
      { kind: 'deposit-slip', deposit, payers: payersOf(deposit), ...printed },
      depositSlipWords.total(count),
    )
    expect(slip).toContain(deposit.cheques.at(-1)?.referenceID)
    const lines = amounts.map(() => aLine({ counts: [] }))
    const cashUp = await pageWith(
      { kind: 'cash-up', cashUp: aDay({ lines }), auditHead: null, ...printed },
      cashUpPaperWords.received,
    )
    expect(cashUp).toContain(cashUpPaperWords.totals)
  })

  it('states its language and title in the PDF catalog, and makes viewers show the title', async () => {
    for (const { name, drawn } of papers) {
      const document = await PDFDocument.load(drawn.bytes, { updateMetadata: false })
      const language = document.catalog.lookup(PDFName.of('Lang'))
      const text = language instanceof PDFString || language instanceof PDFHexString ? language.decodeText() : ''
      expect(text, name).toBe('en')
      expect(document.getTitle() ?? '', name).not.toBe('')
      const preferences = document.catalog.lookup(PDFName.of('ViewerPreferences'), PDFDict)
      expect(String(preferences.get(PDFName.of('DisplayDocTitle'))), name).toBe('true')
    }
  })

  it('has a structure with one title and each fact after its label; only footers and repeated headings are outside it', async () => {
    for (const { name, size, drawn, identity } of papers) {
      const pages = await readStructure(drawn.bytes)
      const elements = pages.flatMap(({ root }) => (root === null ? [] : inReadingOrder(root)))
      const title = `${name} ${size}`
      expect(
        pages.every(({ root }) => root !== null),
        title,
      ).toBe(true)
      expect(elements.filter(({ role }) => role === 'H1').length, title).toBe(1)
      if (identity.length > 0 && elements.some(({ role }) => role === 'LI')) {
        const place = elements.findIndex(({ role, text }) => role === 'Lbl' && text === 'Date of birth')
        expect(elements[place + 1], title).toMatchObject({ role: 'LBody', text: '03 Feb 1980' })
      }
      for (const table of elements.filter(({ role }) => role === 'Table')) {
        const [heads, ...rows] = table.parts
        expect(
          table.parts.every(({ role }) => role === 'TR'),
          title,
        ).toBe(true)
        for (const { parts } of rows) expect([1, heads?.parts.length], title).toContain(parts.length)
      }
      expect(pages[0]?.artifacts.length, `${title} ${pages[0]?.artifacts}`).toBeLessThanOrEqual(3)
    }
  }, 120_000)

  it('shows its location’s logo in place of the name, which becomes the alternative text of the logo', async () => {
    const logo = writePng({ width: 900, height: 300, samples: (x) => [x % 256] }).toString('base64')
    for (const request of requestsOf('a4', 1)) {
      const text = JSON.stringify(request)
      const branded: PaperRequest = JSON.parse(
        text.replaceAll('"logo":""', `"logo":"${logo}"`).replaceAll('"taxId":', `"logo":"${logo}","taxId":`),
      )
      const drawn = await drawPaper(branded, fonts)
      const [first] = await readStructure(drawn.bytes)
      const elements = first?.root === null || first === undefined ? [] : inReadingOrder(first.root)
      expect(elements.find(({ role }) => role === 'Figure')?.alt, request.kind).toBe('Atrium')
      expect(
        elements.filter(({ text: one }) => one === 'Atrium'),
        request.kind,
      ).toEqual([])
      const { texts = [] } = (await readPdf(drawn.bytes)).pages[0] ?? {}
      expect(
        texts.every(({ y }) => y >= lowest),
        request.kind,
      ).toBe(true)
    }
  }, 120_000)
})
