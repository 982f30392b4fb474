import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chooseReport } from '#domain/release/report-choice.ts'
import { isFitFileName, reportFileName } from '#domain/release/report-file-name.ts'
import { aStudyWith } from '../study/study-records.ts'

const structured = (version: number) => ({ reportType: 'structured', version }) as const
const traditional = { reportType: 'traditional', version: 1 } as const

describe('chooseReport', () => {
  it.each([
    ['nothing is published', {}, [], false, { kind: 'missing' }],
    ['one structured report is published', {}, [structured(1)], false, { kind: 'structured', version: 1 }],
    [
      'several structured reports are published, in any order',
      {},
      [structured(2), structured(11), structured(3)],
      false,
      { kind: 'structured', version: 11 },
    ],
    ['both kinds exist', {}, [traditional, structured(1)], true, { kind: 'structured', version: 1 }],
    [
      'both kinds exist and the study is transcribed',
      { transcribed: true },
      [structured(1)],
      true,
      { kind: 'traditional' },
    ],
    [
      'the study is transcribed without a traditional report',
      { transcribed: true },
      [structured(1)],
      false,
      { kind: 'missing' },
    ],
    ['only the traditional report is available', {}, [], true, { kind: 'traditional' }],
    ['only the traditional report is published', {}, [traditional], false, { kind: 'traditional' }],
  ] as const)('chooses the right report when %s', (_, flags, readingPublished, traditionalReportAvailable, choice) => {
    const details = { readingPublished: [...readingPublished], traditionalReportAvailable }
    expect(chooseReport(aStudyWith(flags, details))).toEqual(choice)
  })
})

describe('reportFileName', () => {
  it.each([
    ['Ana', 'Silva', 'Ana S.pdf'],
    ['Élodie', 'Ørsted', 'Élodie Ø.pdf'],
    ['Zoë', 'Žáková', 'Zoë Ž.pdf'],
    ['美玲', '陳', '美玲 陳.pdf'],
    ['Mary Ann', "o'Neil", 'Mary Ann O.pdf'],
    ['Ana', "'t Hart", 'Ana T.pdf'],
    ['Ana', '', 'Ana.pdf'],
    ['', 'Silva', 'S.pdf'],
    ['', '', 'Report.pdf'],
    ['A/n\\a<>:"|?*', 'Silva', 'Ana S.pdf'],
    ['../../etc/passwd', 'X', 'etcpasswd X.pdf'],
    ['Ana\u202Egpj', 'Silva', 'Anagpj S.pdf'],
    ['Ana\n', 'Silva', 'Ana S.pdf'],
    ['Con', '', 'Con_.pdf'],
    ['NUL', '?', 'NUL_.pdf'],
    ['Con', 'Dao', 'Con D.pdf'],
    ['con.x', '', 'con.x_.pdf'],
    ['. ', '. ', 'Report.pdf'],
    ['Ana;', 'Silva', 'Ana S.pdf'],
    ['𝓐'.repeat(40), 'Silva', `${'𝓐'.repeat(20)} S.pdf`],
    [`${'a'.repeat(39)}𝓐b`, 'Silva', `${'a'.repeat(39)} S.pdf`],
  ])('returns for %j %j: %s', (firstname, lastname, name) => {
    expect(reportFileName({ firstname, lastname })).toBe(name)
  })

  const anyText = fc
    .array(fc.integer({ min: 0, max: 0x10_ff_ff }), { maxLength: 80 })
    .map((points) => String.fromCodePoint(...points))
  it('is a valid file name on every system, for every member', () => {
    fc.assert(
      fc.property(anyText, anyText, (firstname, lastname) => {
        const name = reportFileName({ firstname, lastname })
        expect([name, isFitFileName(name)]).toEqual([name, true])
        expect(name).toMatch(/^[^<>:"/\\|?*\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+\.pdf$/u)
        expect(name).not.toMatch(/^[. ]|[. ]\.pdf$/)
        expect(new TextEncoder().encode(name).length).toBeLessThanOrEqual(255)
      }),
    )
  })
})
