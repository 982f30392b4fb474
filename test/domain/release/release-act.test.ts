import { describe, expect, it } from 'vitest'
import { doctorReleaseOf, doctorReleaseToClear, releaseActOf } from '#domain/release/release-act.ts'
import type { PaperName } from '#domain/study/papers.ts'
import type { Instant } from '#domain/values/instant.ts'
import { aStudy } from '#test/builders/records.ts'

describe('the flag of a release to the member', () => {
  const structured = { reportType: 'structured' as const, version: 1 }
  const traditional = { reportType: 'traditional' as const, version: 1 }
  it.each([
    ['a structured report', {}, [structured], 'releasedToPatient'],
    ['a traditional report alone', {}, [traditional], 'traditionalReleasedToPatient'],
    ['a transcribed study with both', { transcribed: true }, [structured, traditional], 'traditionalReleasedToPatient'],
    ['no report yet', {}, [], 'releasedToPatient'],
    ['a release of the structured report', { releasedToPatient: true }, [traditional], 'releasedToPatient'],
    [
      'a release of the traditional report',
      { traditionalReleasedToPatient: true },
      [structured],
      'traditionalReleasedToPatient',
    ],
  ])('is right for %s', (_name, flags, readingPublished, act) => {
    const study = aStudy()
    const given = {
      status: { ...study.status, ...flags },
      details: { ...study.details, readingPublished, traditionalReportAvailable: false },
    }
    expect(releaseActOf(given)).toBe(act)
  })
})

const paper = (name: PaperName) => ({ kind: 'paper' as const, paper: name })
const structuredPaper = paper('physician-report')
const traditionalPaper = paper('traditional-report')

describe('the flag of a release to the doctor', () => {
  it.each([
    ['a structured report', structuredPaper, 'releasedToDoctor'],
    ['a traditional report', traditionalPaper, 'traditionalReleasedToDoctor'],
    ['another paper', paper('consent'), null],
    ['a document', { kind: 'document' as const, uuid: 'doc-1' as never }, null],
  ])('is right for %s', (_name, item, flag) => {
    expect(doctorReleaseOf(item)).toBe(flag)
  })

  const at = '2026-11-20T17:00:00Z' as Instant
  const both = { traditionalReleasedToDoctor: at, releasedToDoctor: at }
  it.each([
    ['the structured report that set it', { releasedToDoctor: at }, structuredPaper, [], 'releasedToDoctor'],
    [
      'the traditional report that set it',
      { traditionalReleasedToDoctor: at },
      traditionalPaper,
      [],
      'traditionalReleasedToDoctor',
    ],
    ['one of two kinds', both, traditionalPaper, [structuredPaper, paper('consent')], 'traditionalReleasedToDoctor'],
    ['the other of two report kinds', both, structuredPaper, [traditionalPaper], 'releasedToDoctor'],
    ['a report that another delivery set', { releasedToDoctor: '2026-11-19T17:00:00Z' }, structuredPaper, [], null],
    ['a report that arrived otherwise', { releasedToDoctor: at }, structuredPaper, [structuredPaper], null],
    ['another paper', { releasedToDoctor: at }, paper('consent'), [], null],
    ['a structured report beside a traditional one', { traditionalReleasedToDoctor: at }, structuredPaper, [], null],
    ['a traditional report of an older record', { releasedToDoctor: at }, traditionalPaper, [], 'releasedToDoctor'],
    ['one of two in an older record', { releasedToDoctor: at }, traditionalPaper, [traditionalPaper], null],
  ])('is cleared or kept when a delivery did not arrive: %s', (_name, set, item, others, flag) => {
    const flags = Object.fromEntries(
      Object.entries(set).flatMap(([name, time]) => [
        [name, true],
        [`${name}Time`, time],
      ]),
    )
    const study = aStudy()
    const given = { status: { ...study.status, ...flags } }
    expect(doctorReleaseToClear(given, { item, deliveredAt: at }, others)).toBe(flag)
    expect(doctorReleaseToClear(given, { item, deliveredAt: null }, others)).toBeNull()
  })
})
