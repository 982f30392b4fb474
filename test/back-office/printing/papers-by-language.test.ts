import { PDFDocument, PDFHexString, PDFName, PDFString } from 'pdf-lib'
import { beforeAll, describe, expect, it } from 'vitest'
import { accessReportWordsIn } from '#back-office/printing/access-report-words.ts'
import { consentWordsIn } from '#back-office/printing/consent-words.ts'
import { drawPaper } from '#back-office/printing/draw-paper.ts'
import { frenchActions, frenchFields, frenchFlags, frenchRefusals } from '#back-office/printing/french-access-words.ts'
import { memberRecordWordsIn } from '#back-office/printing/member-record-words.ts'
import type { PaperRequest } from '#back-office/printing/paper-maker.ts'
import { invoiceWordsIn } from '#domain/payments/invoice-words-in.ts'
import { frenchSafetyTexts } from '#domain/safety/french-safety-texts.ts'
import { frenchConsentText, standardConsentText } from '#domain/settings/consent-text-words.ts'
import { inLanguages } from '#domain/values/in-languages.ts'
import type { Instant } from '#domain/values/instant.ts'
import type { TextLanguage } from '#domain/values/language.ts'
import { pageSizes } from '#domain/values/page-size.ts'
import { englishLeft, unfilled } from '../../builders/translated-texts.ts'
import { type ReadPdf, readPdf } from '../../paper/stamp/read-pdf.ts'
import { anAccessReport, aRecordPaper } from './sample-member-papers.ts'
import { anInvoice, issuedAt } from './sample-money-papers.ts'
import { at, fonts, head, letterhead } from './sample-papers.ts'

/** Everything that a row of an access report can have. */
const logged = {
  actions: [...Object.keys(frenchActions), 'later.action'],
  fields: [
    ...Object.keys(frenchFields),
    ...Object.keys(frenchFlags).map((flag) => `status.${flag}`),
    'status.readTime',
  ],
  codes: [...Object.keys(frenchRefusals), 'later-code'],
}

const agreementIn = inLanguages({ en: standardConsentText, 'fr-CA': frenchConsentText })

/** The papers that a member receives or signs. Names of clinics, people and scans are data, which is not translated. */
const requestsIn = (language: TextLanguage, pageSize: (typeof pageSizes)[number]): readonly PaperRequest[] => {
  const about = {
    ...{ ...head, language, memberName: 'ZOÉ-6', scanName: 'ÎŔṀ-1', madeBy: 'ÉLIE-2', studyID: 's-000123' },
    location: { ...letterhead, brand: 'ÇA-1', name: 'ÇA-2', lines: ['ÇA-3'], email: 'ça@é.é', pageSize },
  }
  const { entries } = invoiceWordsIn(language)
  const agreement = { ...agreementIn(language), version: consentWordsIn(language).version('v1', '2026-11-24') }
  const onPaper = { by: 'ÉLIE-3', at: null, isDesksMark: true } as const
  const invoice = anInvoice({
    ...{ language, invoiceNumber: 'Q1-s-1', appointment: at, invoicePayer: 'ĐŔÉ-7', currency: 'CAD' },
    location: {
      ...anInvoice().location,
      name: 'ÇA-2',
      brand: 'ÇA-1',
      lines: ['ÇA-3'],
      email: 'ça@é.é',
      taxId: '1',
      pageSize,
    },
    member: { name: 'ZOÉ-6', dob: '1980-02-03', email: 'é@é.é', lines: ['ÇA-4'] },
    items: [
      { description: 'ÎŔṀ-1', amount: 2495 },
      { description: entries.charge, amount: 20 },
    ],
    discounts: [
      { description: entries.promo('É1'), amount: 100 },
      { description: entries.referralCode, amount: 10 },
      { description: entries.credits, amount: 5 },
    ],
    payments: [
      ['2026-11-20T18:00:00Z', `${entries.paymentType('card')} (${entries.card(null, '4242')})`, 1234.56],
      ['2026-11-21T18:00:00Z', entries.refund(entries.paymentType('giftCertificateIntegrated')), -20],
      ['2026-11-22T18:00:00Z', entries.billed(`${entries.paymentType('partner invoice')} É2`), 500],
    ].map(([date, description, amount]) => ({
      ...{ date: date as Instant, description: String(description), paymentType: 'card', amount: Number(amount) },
    })),
    totals: {
      ...{
        totalPrice: 2515,
        discounts: 110,
        credits: 5,
        paid: 1714.56,
        reconciliationAdjust: 1,
        totalBalance: 685,
      },
      ...{ overpaid: 3, outstanding: 500 },
    },
    tax: { rate: 0.14975, amount: 310 },
    issuedAt,
  })
  const paid = { receiptNumber: 'Q1-s-1-R1', invoice } as const
  const lines = [
    { date: issuedAt, description: entries.paymentType('cash'), amount: 1234.56 },
    { date: issuedAt, description: entries.refund(entries.paymentType('cash')), amount: -20 },
  ]
  return [
    // The tables of these papers take the width of any page, and drawing them takes long.
    ...(pageSize === 'letter'
      ? [aRecordPaper(language, about.location), anAccessReport(language, about.location, logged)]
      : []),
    { kind: 'consent-form', head: about, agreement },
    { kind: 'consent', head: about, consent: { agreement, member: null, technologist: null } },
    { kind: 'consent', head: about, consent: { agreement, member: { by: 'ZOÉ-6', at }, technologist: onPaper } },
    { kind: 'consent', head: { ...about, madeBy: null }, consent: { agreement, member: onPaper, technologist: null } },
    { kind: 'invoice', invoice },
    { kind: 'receipt', receipt: { ...paid, lines: lines.slice(0, 1), received: 1234.56 } },
    { kind: 'receipt', receipt: { ...paid, lines, received: 1214.56 } },
  ]
}

type Drawn = {
  readonly name: string
  readonly language: TextLanguage
  readonly read: ReadPdf
  readonly bytes: Uint8Array
}
const papers: Drawn[] = []
const of = (language: TextLanguage): readonly Drawn[] => papers.filter((paper) => paper.language === language)

beforeAll(async () => {
  for (const pageSize of pageSizes) {
    for (const language of ['en', 'fr-CA', 'en-XA'] as const) {
      for (const request of requestsIn(language, pageSize)) {
        const { bytes } = await drawPaper(request, fonts)
        papers.push({ name: `${request.kind} ${pageSize}`, language, read: await readPdf(bytes), bytes })
      }
    }
  }
}, 240_000)

/** The texts of the questionnaire. */
const safetyTextsIn = (language: TextLanguage): readonly string[] =>
  [...frenchSafetyTexts].map(([english, french]) => (language === 'fr-CA' ? french : english))

/** All texts of a member's record and of an access report. */
const shownWordsIn = (language: TextLanguage): readonly unknown[] => [
  memberRecordWordsIn(language),
  accessReportWordsIn(language),
  invoiceWordsIn(language),
  safetyTextsIn(language),
]

const wordsOf = (text: string): string[] => text.toLowerCase().match(/\p{L}{3,}/gu) ?? []

describe('the papers of a member', () => {
  it.each(['member-record', 'access-report'])('have none of the English texts in French: %s', (kind) => {
    for (const { name, read } of of('fr-CA').filter((paper) => paper.name.startsWith(kind))) {
      expect(englishLeft(read.text, shownWordsIn('en'), shownWordsIn('fr-CA')), name).toEqual([])
      expect(unfilled(read.text), name).toEqual([])
    }
    // The English paper has these texts, so the test can find them.
    const english = of('en').find((paper) => paper.name.startsWith(kind))?.read.text ?? ''
    const wordsIn = kind === 'member-record' ? memberRecordWordsIn : accessReportWordsIn
    expect(englishLeft(english, wordsIn('en'), wordsIn('fr-CA')).length).toBeGreaterThan(
      kind === 'member-record' ? 70 : 8,
    )
  })

  it('declare their language in the PDF', async () => {
    for (const { name, language, bytes } of papers) {
      const document = await PDFDocument.load(bytes, { updateMetadata: false })
      const written = document.catalog.lookup(PDFName.of('Lang'))
      const text = written instanceof PDFString || written instanceof PDFHexString ? written.decodeText() : ''
      expect(text, name).toBe(language)
      expect(document.getTitle() ?? '', name).not.toBe('')
    }
  })

  it('have a glyph for each character, including the no-break spaces in French numbers', () => {
    for (const { name, language, read } of papers) {
      // Questions end with a question mark; it shows a lost character only on the other papers.
      const marks = name.startsWith('member-record') ? [] : ['?']
      for (const lost of ['\u{0}', '\u{fffd}', ...marks]) expect(read.text, `${name} ${language}`).not.toContain(lost)
    }
    const invoice = of('fr-CA').find(({ name }) => name === 'invoice letter')?.read.text ?? ''
    for (const part of ['2\u00a0515,00\u00a0$', '−20,00', '14,975\u00a0%', '24 nov. 2026 à 10\u00a0h\u00a040\u00a0HAP'])
      expect(invoice.replaceAll('\n', ' ')).toContain(part)
  })

  it('have no English words in French, except words that both languages share', () => {
    const isShort = ({ name }: Drawn): boolean => !/^(?:member-record|access-report)/.test(name)
    const french = new Set(
      of('fr-CA')
        .filter(isShort)
        .flatMap(({ read }) => wordsOf(read.text)),
    )
    // `same` has the words that both languages share; `data` has names, a month and a currency.
    const same = 'date description page signature code share health agent questions implants images total'.split(' ')
    const data = 'zoé élie đŕé nov cad îŕṁ'.split(' ')
    const english = new Set(
      of('en')
        .filter(isShort)
        .flatMap(({ read }) => wordsOf(read.text)),
    )
    const left = [...english].filter((word) => french.has(word) && ![...same, ...data].includes(word))
    expect(left).toEqual([])
  })

  it('take all texts from the catalogues, so each word differs in the pseudo-language', () => {
    for (const { name, read } of of('en-XA')) {
      const plain = read.text
        .replaceAll('\n', ' ')
        .replaceAll(/\d{2} [A-Z][a-z]{2} \d{4}(?: \d{2}:\d{2}[ap]m [A-Z]+)?/g, '')
        .match(/[a-zA-Z]{3,}/g)
      expect(
        (plain ?? []).filter((word) => word !== 'CAD'),
        name,
      ).toEqual([])
    }
  })

  it('have room for texts that are a third longer, without truncation or overflow', () => {
    for (const { name, read } of [...of('en-XA'), ...of('fr-CA')]) {
      expect(read.text, name).not.toContain('…')
      for (const { texts, width } of read.pages) {
        for (const { text, x } of texts) expect(x, `${name} ${text}`).toBeLessThan(width - 50)
      }
    }
  })
})
