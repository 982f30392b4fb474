import { describe, expect, it } from 'vitest'
import { whyNoPaper } from '#domain/release/paper-availability.ts'
import { type PaperName, papers } from '#domain/study/papers.ts'
import { noSedative, type SedativeStatus } from '#domain/study/sedative.ts'
import { noDetails } from '#domain/study/study-details.ts'
import { aStudyWith } from '../study/study-records.ts'

const structured = { readingPublished: [{ reportType: 'structured' as const, version: 1 }] }
const traditional = { readingPublished: [{ reportType: 'traditional' as const, version: 1 }] }
const noStructured = 'No physician report has been published.'

describe('whyNoPaper', () => {
  it('gives no reason for the papers that every study has', () => {
    const always = papers.filter((paper) => whyNoPaper(paper, aStudyWith({}, noDetails)) === null)
    expect(always).toEqual(['consent', 'consent-form', 'referral-page', 'invoice', 'study-info'])
  })

  it.each<[PaperName, Record<string, unknown>, object, string | null]>([
    ['physician-report', {}, structured, null],
    ['radiologist-report', {}, structured, null],
    ['report-with-addendum', {}, structured, null],
    ['first-reading', {}, structured, null],
    ['first-reading', {}, traditional, null],
    ['first-reading', {}, {}, 'No report has been published.'],
    ['physician-report', {}, traditional, noStructured],
    // A transcribed study has the traditional report instead (study spec §4).
    ['physician-report', { transcribed: true }, structured, noStructured],
    ['traditional-report', {}, structured, 'No traditional report has been published.'],
    ['traditional-report', {}, traditional, null],
    ['traditional-report', {}, { traditionalReportAvailable: true }, null],
    ['medical-history', { medicalHistory: true }, {}, null],
    ['medical-history', {}, {}, 'The member has not completed the medical history.'],
    ['medical-referral', { referred: true }, {}, null],
    ['medical-referral', {}, {}, 'Not received yet.'],
    ['invoice', { invoiceAvailable: false }, {}, 'The invoice is suppressed.'],
  ])('returns for %s, with %j and %j: %s', (paper, flags, details, reason) => {
    expect(whyNoPaper(paper, aStudyWith(flags, { ...noDetails, ...details }))).toBe(reason)
  })

  it.each<[SedativeStatus, string | null]>([
    ['not requested', 'No sedative has been prescribed.'],
    ['pending', 'No sedative has been prescribed.'],
    ['prescribed', null],
    ['sent', null],
    ['cancelled', null],
  ])('returns for a prescription when the sedative is %s: %s', (status, reason) => {
    expect(whyNoPaper('prescription', aStudyWith({}, noDetails, { sedative: { ...noSedative, status } }))).toBe(reason)
  })
})
