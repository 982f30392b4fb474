import { describe, expect, it } from 'vitest'
import { decidePublication, lastVersionOf } from '#domain/release/report-publication.ts'
import type { ReportKind } from '#domain/release/study-report.ts'
import { initialStatus } from '#domain/study/study.ts'
import { noDetails, type PublishedReading } from '#domain/study/study-details.ts'

const s = (version: number): PublishedReading => ({ reportType: 'structured', version })
const t = (version: number): PublishedReading => ({ reportType: 'traditional', version })

const decide = (
  kind: ReportKind,
  expected: number,
  readingPublished: readonly PublishedReading[] = [],
  status: object = {},
  traditionalReportAvailable = false,
) =>
  decidePublication(
    {
      status: { ...initialStatus, read: true, ...status },
      details: { ...noDetails, readingPublished: [...readingPublished], traditionalReportAvailable },
    },
    kind,
    expected,
  )

describe('the publication of a report', () => {
  it.each([
    { kind: 'structured', before: [], version: 1, available: false },
    { kind: 'structured', before: [s(1)], version: 2, available: false },
    { kind: 'structured', before: [s(1), t(1), s(4)], version: 5, available: false },
    { kind: 'structured', before: [t(3)], version: 1, available: false },
    { kind: 'traditional', before: [], version: 1, available: true },
    { kind: 'traditional', before: [s(2)], version: 1, available: true },
    { kind: 'traditional', before: [t(1), s(1)], version: 2, available: true },
  ] as const)('of kind $kind after $before is version $version', ({ kind, before, version, available }) => {
    expect(lastVersionOf(before, kind)).toBe(version - 1)
    expect(decide(kind, version, before)).toEqual({
      kind: 'publish',
      version,
      details: { readingPublished: [...before, { reportType: kind, version }], traditionalReportAvailable: available },
      isFirst: true,
    })
  })

  it('keeps a traditional report that is available, and the first publication', () => {
    expect(decide('structured', 1, [], { published: true }, true)).toMatchObject({
      details: { traditionalReportAvailable: true },
      isFirst: false,
    })
  })

  it.each([
    { what: 'a study that is not read', status: { read: false }, expected: 1, code: 'act-not-allowed' },
    { what: 'a cancelled study', status: { cancelled: true }, expected: 1, code: 'already-cancelled' },
    { what: 'a version that was published meanwhile', status: {}, expected: 2, code: 'stale' },
    { what: 'a version that skips the next number', status: {}, expected: 4, code: 'stale' },
  ])('is refused for $what', ({ status, expected, code }) => {
    expect(decide('structured', expected, [s(1), s(2)], status)).toMatchObject({ kind: 'refused', code })
  })
})
