import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { FaxCover } from '#back-office/printing/draw-fax-cover.ts'
import { drawOnPaper } from '#back-office/printing/paper-maker.ts'
import type { Letterhead } from '#domain/locations/letterhead.ts'
import type { Delivery } from '#domain/release/delivery.ts'
import { toTransmission } from '#domain/release/transmission.ts'
import { addCover } from '#paper/stamp/add-cover.ts'
import { readPdf } from '../../paper/stamp/read-pdf.ts'
import { aDelivery, letterhead } from './sample-papers.ts'

const clinic: Letterhead = { ...letterhead, lines: ['1 Main Street', 'Vancouver BC'] }
const timezone = 'America/Vancouver' as FaxCover['timezone']
const madeAt = '2026-11-21T17:00:00Z' as FaxCover['madeAt']
const cover: FaxCover = {
  clinic,
  timezone,
  madeAt,
  recipient: { name: 'Dr. Mia Chen', practice: 'Cedar, Main', number: '+1 604 555 0101' },
  sender: 'Robin Desk',
  pages: 3,
  reference: 'dl-1',
  isDemonstration: false,
}
const draw = async (request: Parameters<typeof drawOnPaper>[0], name: string) => {
  const drawn = await drawOnPaper(request)
  if (process.env.SHOTS !== undefined) writeFileSync(join(process.env.SHOTS, `${name}.pdf`), drawn.bytes)
  return { ...drawn, read: await readPdf(drawn.bytes) }
}

describe('the cover sheet of a fax', { timeout: 60_000 }, () => {
  it('is one page with recipient, sender, pages and a note on confidentiality, on the letterhead of the location', async () => {
    const { pages, read } = await draw({ kind: 'fax-cover', cover }, 'fax-cover')
    expect(pages).toBe(1)
    for (const words of [
      'Vancouver',
      '1 Main Street',
      'Dr. Mia Chen',
      'Cedar, Main',
      '+1 604 555 0101',
      'Robin Desk',
      '21 Nov 2026 10:00am PDT',
      'dl-1',
      'only for the person named above',
      'please call Vancouver at +1 604 555 0100',
    ]) {
      expect(read.text, words).toContain(words)
    }
    const long = 'Österreichisch-Kanadische Gemeinschaftspraxis für Innere Medizin '.repeat(4)
    const recipient = { ...cover.recipient, name: long, practice: long }
    expect((await draw({ kind: 'fax-cover', cover: { ...cover, recipient } }, 'fax-cover-long')).pages).toBe(1)
  })

  it('is placed before the pages of a document, but not before a file that is not a PDF', async () => {
    const sheet = await drawOnPaper({ kind: 'fax-cover', cover })
    const text = 'The findings of the member'
    const document = await drawOnPaper({ kind: 'result-text', text, sender: 'Reading group', issuedAt: madeAt })
    const covered = await addCover(document.bytes, sheet.bytes)
    if (covered.kind !== 'stamped') throw new Error(covered.reason)
    expect(covered.pages).toBe(2)
    const { text: whole } = await readPdf(covered.bytes)
    expect(whole.indexOf('Dr. Mia Chen')).toBeGreaterThanOrEqual(0)
    expect(whole.indexOf('Dr. Mia Chen')).toBeLessThan(whole.indexOf(text))
    expect((await addCover(new Uint8Array([1, 2, 3]), sheet.bytes)).kind).toBe('refused')
  })
})

describe('a transmission report', { timeout: 60_000 }, () => {
  it('shows recipient, number, pages, result, times, attempts and the carrier’s id', async () => {
    const delivery = aDelivery
    const step = (place: number, state: Delivery['state'], minute: string, receipt: string | null = null) => ({
      place,
      state,
      at: `2026-11-21T17:${minute}:00Z` as FaxCover['madeAt'],
      sending: 1,
      reason: null,
      receipt,
      by: 'Robin Desk',
    })
    const transmission = toTransmission(delivery, { sending: 1, receipt: 'carrier-9' }, [
      step(1, 'registered', '00'),
      step(2, 'sending', '01'),
      step(3, 'handed-over', '02', 'carrier-9'),
      step(4, 'delivered', '05', 'carrier-9'),
    ])
    const head = {
      memberName: 'Ana Silva',
      dob: '1980-02-03' as never,
      sex: 'female' as const,
      studyID: 's-1',
      skuID: 100,
      appointment: null,
      scanName: 'Whole Body',
      location: clinic,
      timezone,
      madeAt,
      madeBy: 'Robin Desk',
      isDemonstration: false,
    }
    const { read } = await draw({ kind: 'transmission', head, transmission }, 'transmission')
    for (const words of [
      'Dr. Mia Chen',
      '+1 604 555 0101',
      'Physician report, version 2',
      'Delivered',
      '21 Nov 2026 10:01am PDT',
      '21 Nov 2026 10:05am PDT',
      'carrier-9',
      'dl-7',
      'dl-6',
      'Waiting for confirmation',
    ]) {
      expect(read.text, words).toContain(words)
    }
  })
})
