import { describe, expect, it } from 'vitest'
import { releaseActOf } from '#domain/release/release-act.ts'
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
  ])('for %s', (_name, flags, readingPublished, act) => {
    const study = aStudy()
    const given = {
      status: { ...study.status, ...flags },
      details: { ...study.details, readingPublished, traditionalReportAvailable: false },
    }
    expect(releaseActOf(given)).toBe(act)
  })
})
