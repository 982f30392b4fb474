import { describe, expect, it } from 'vitest'
import type { StudyDocument } from '#domain/documents/document.ts'
import { releasableItems } from '#domain/release/releasable-items.ts'
import { toInstant } from '#domain/values/instant.ts'
import { aStudy } from '#test/builders/records.ts'

const study = (status: Record<string, unknown>, details: Record<string, unknown>) => {
  const plain = aStudy()
  return { status: { ...plain.status, ...status }, details: { ...plain.details, ...details } }
}
const document = (uuid: string, typeId: string, status: StudyDocument['status'], version: number): StudyDocument => ({
  uuid,
  studyId: 's-000001',
  patientId: 'm-000001',
  typeId,
  name: 'Blood test',
  status,
  fileType: 'application/pdf',
  version,
  pages: 1,
  byteSize: 10,
  createdAt: toInstant(0),
  createdBy: null,
  statusAt: null,
  statusBy: null,
})
const titles = (...given: Parameters<typeof releasableItems>) =>
  releasableItems(...given).map(({ title, isPublished, isReport }) =>
    [title, isPublished ? 'published' : 'draft', isReport ? 'report' : ''].filter(Boolean).join(', '),
  )
const structured = [
  { reportType: 'structured', version: 1 },
  { reportType: 'structured', version: 3 },
]

describe('releasableItems', () => {
  it('lists the latest structured report first, and whether it is published', () => {
    expect(titles(study({ published: true }, { readingPublished: structured }), [])).toEqual([
      'Physician report, version 3, published, report',
      'Report with addendum, version 3, published',
      'Medical history, published',
      'Member agreement and consent, published',
      'Medical referral, published',
      'Referral package, published',
      'Study information, published',
    ])
    expect(titles(study({}, { readingPublished: structured }), [])[0]).toBe(
      'Physician report, version 3, draft, report',
    )
  })

  it('lists the traditional report first if the study is transcribed, otherwise beside the structured one', () => {
    const both = { readingPublished: structured, traditionalReportAvailable: true }
    expect(titles(study({ published: true, transcribed: true }, both), [])[0]).toBe(
      'Traditional report, published, report',
    )
    expect(titles(study({ published: true }, both), [])).toContain('Traditional report, published')
    const numbered = { readingPublished: [...structured, { reportType: 'traditional', version: 2 }] }
    expect(titles(study({ published: true }, numbered), [])).toContain('Traditional report, version 2, published')
  })

  it('lists no report if there is none', () => {
    const items = releasableItems(study({}, { readingPublished: [], traditionalReportAvailable: false }), [])
    expect(items.some(({ isReport }) => isReport)).toBe(false)
  })

  it('lists the newest version of each type of document, and the newest published version below a draft', () => {
    const documents = [
      document('d-3', 'blood', 'DRAFT', 2),
      document('d-2', 'body', 'PUBLISHED', 1),
      document('d-1', 'blood', 'PUBLISHED', 1),
    ]
    const items = releasableItems(study({}, {}), documents)
    expect(
      items.flatMap(({ item, isPublished }) => (item.kind === 'document' ? [[item.uuid, isPublished]] : [])),
    ).toEqual([
      ['d-3', false],
      ['d-1', true],
      ['d-2', true],
    ])
  })

  it('lists the newest published version after a newer draft of its type', () => {
    const documents = [
      document('d-5', 'blood', 'DRAFT', 4),
      document('d-4', 'blood', 'DRAFT', 3),
      document('d-3', 'blood', 'PUBLISHED', 2),
      document('d-2', 'body', 'DRAFT', 1),
      document('d-1', 'blood', 'PUBLISHED', 1),
    ]
    const items = releasableItems(study({}, {}), documents)
    expect(
      items.flatMap(({ item, isPublished }) => (item.kind === 'document' ? [[item.uuid, isPublished]] : [])),
    ).toEqual([
      ['d-5', false],
      ['d-3', true],
      ['d-2', false],
    ])
  })
})
