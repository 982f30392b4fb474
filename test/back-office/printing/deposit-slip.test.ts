import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { drawPaper } from '#back-office/printing/draw-paper.ts'
import type { ChequeDeposit } from '#domain/finance/cheque-deposit.ts'
import type { Letterhead } from '#domain/locations/letterhead.ts'
import type { Instant } from '#domain/values/instant.ts'
import { pageSizes } from '#domain/values/page-size.ts'
import { pageFormat } from '#paper/sheet/page-format.ts'
import { headingStyle } from '#paper/sheet/sheet-style.ts'
import { readPdf } from '../../paper/stamp/read-pdf.ts'
import { aDeposit, issuedAt, payersOf } from './sample-money-papers.ts'
import { fonts, letterhead } from './sample-papers.ts'

const draw = async (deposit: ChequeDeposit, more: Partial<Letterhead> = {}, payers = payersOf(deposit)) => {
  const { bytes, pages } = await drawPaper(
    {
      kind: 'deposit-slip',
      deposit,
      payers,
      letterhead: { ...letterhead, legal: ['Registered facility 4711'], ...more },
      timezone: 'America/Vancouver',
      madeAt: issuedAt,
      madeBy: 'Alex Finch',
    },
    fonts,
  )
  const pdf = await readPdf(bytes)
  expect(pdf.pages).toHaveLength(pages)
  return { ...pdf, bytes }
}

const takenBack = { by: 'Noor Haddad', at: '2026-11-22T18:00:00Z' as Instant }

describe('a deposit slip', { timeout: 60_000 }, () => {
  it('has the letterhead, day and number, each cheque with its payer, the count, the total and lines to sign', async () => {
    const pdf = await draw(aDeposit([100.5, 200]))
    const parts = ['Vancouver', '1 Atrium Way', 'Registered facility 4711', 'Deposit slip', 'Deposit 12', '21 Nov 2026']
    const rows = ['1001', 'Ana Silva 1', 's-000001', '100.50', '1002', 'Ana Silva 2', 's-000002', '200.00']
    const foot = ['Teller 4', 'Robin Frost', 'Person who deposited, signature', 'Received by the bank, signature']
    for (const part of [...parts, ...rows, ...foot, 'Amount (CAD)', 'Page 1 of 1']) expect(pdf.text).toContain(part)
    expect(pdf.text).toMatch(/Total of 2 cheques\nCA\$300\.50/)
    expect(pdf.text).not.toContain('Taken back')
    expect(pdf.properties).toBe('Deposit slip ca-bc-1 12|Atrium|Atrium')
  })

  it.each(pageSizes)('spreads 60 cheques over pages of %s, with the table headings on each page', async (pageSize) => {
    const amounts = Array.from({ length: 60 }, (_, index) => index + 0.25)
    const deposit = aDeposit(amounts.map((amount) => amount + 1))
    const pdf = await draw(deposit, { pageSize }, payersOf(deposit, 'Maximiliana Featherstonehaugh-Cholmondeley'))
    expect(pdf.pages.length).toBeGreaterThan(1)
    const format = pageFormat(pageSize)
    for (const { width, height, texts } of pdf.pages) {
      expect([width, height]).toEqual([format.width, format.height])
      const lowest = texts.filter(({ y }) => y > 70).toSorted((a, b) => a.y - b.y)[0]
      expect(lowest?.size).not.toBe(headingStyle.size)
      expect(['Cheque number', 'Payer', 'Study', '#']).not.toContain(lowest?.text)
    }
    const pages = pdf.pages.map(({ texts }) => texts.map(({ text }) => text))
    const withRows = pages.filter((texts) => texts.some((text) => /^s-\d{6}$/.test(text)))
    for (const texts of withRows) expect(texts).toContain('Cheque number')
    for (const { referenceID } of deposit.cheques) {
      expect(pages.flat().filter((text) => text === referenceID)).toHaveLength(1)
    }
    const signed = pages.filter((texts) => texts.includes('Received by the bank, signature'))
    expect(signed).toHaveLength(1)
    expect(signed[0]).toContain('Total of 60 cheques')
    expect(pages[1]).toContain('Deposit slip · Vancouver · deposit 12 · 21 Nov 2026 (continued)')
    expect(pdf.text).toMatch(/Total of 60 cheques\nCA\$1,845\.00/)
    const folder = process.env.SHOTS
    if (folder !== undefined) {
      mkdirSync(folder, { recursive: true })
      writeFileSync(join(folder, `deposit-slip-${pageSize}.pdf`), pdf.bytes)
    }
  })

  it('lists cheques that were taken back apart from the total', async () => {
    const deposit = aDeposit([100, 200, 300])
    const cheques = deposit.cheques.map((cheque, index) => (index === 1 ? { ...cheque, takenBack } : cheque))
    const { text, bytes } = await draw({ ...deposit, cheques })
    expect(text).toMatch(/Total of 2 cheques\nCA\$400\.00/)
    expect(text).toMatch(/Taken back after the deposit \(1\)[\s\S]*1002[\s\S]*by\s+Noor Haddad[\s\S]*CA\$200\.00/)
    const folder = process.env.SHOTS
    if (folder !== undefined) writeFileSync(join(folder, 'deposit-slip-taken-back.pdf'), bytes)
  })

  it('says so when all its cheques were taken back', async () => {
    const deposit = aDeposit([100])
    const { text } = await draw({ ...deposit, cheques: deposit.cheques.map((cheque) => ({ ...cheque, takenBack })) })
    expect(text).toContain('All cheques of this deposit were taken back.')
    expect(text).not.toContain('Total of')
  })

  it('has a table and a total for each currency, and prints a cheque without number or payer', async () => {
    const deposit = aDeposit([100, 200, 50])
    const cheques = deposit.cheques.map((cheque, index) =>
      index === 2 ? { ...cheque, currency: 'USD' as const, referenceID: '' } : cheque,
    )
    const { text } = await draw({ ...deposit, cheques }, {}, {})
    expect(text).toMatch(/Cheques in CAD[\s\S]*Total of 2 cheques\nCA\$300\.00[\s\S]*Cheques in USD/)
    expect(text).toMatch(/Total of 1 cheque\nUS\$50\.00/)
  })
})
