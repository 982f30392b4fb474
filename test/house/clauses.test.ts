import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { projectRoot } from '#scripts/project.ts'
import { describeCount, findProblems, readClauses } from './proofs.ts'

const pageOf = (file: string): string => readFileSync(join(projectRoot, 'docs', file), 'utf8')

describe.each([
  { file: 'clauses.md', sections: 'B§1 B§2 B§3 B§4 B§5 B§6 B§7 B§8 B§9 D§1 D§2 D§3 D§4 D§5' },
  { file: 'clauses-study.md', sections: 'S§1 S§2 S§3 S§4 S§5 S§6 S§7 S§8 S§9' },
])('the clauses of a specification, in $file', ({ file, sections }) => {
  const page = pageOf(file)

  it('are in one table for each section', () => {
    const parts = page.split('\n## ').slice(1)
    const withoutTable = parts.filter((part) => readClauses(`\n## ${part}`).length === 0)
    expect(withoutTable.filter((part) => !part.startsWith('Count\n'))).toEqual([])
    expect([...new Set(parts.flatMap((part) => /^[BDS]§\d/.exec(part) ?? []))].join(' ')).toBe(sections)
  })

  it.each(readClauses(page).map(({ clause, proofs }) => [clause, proofs] as const))(
    'name tests and decisions that exist: %s',
    (_clause, proofs) => {
      expect(findProblems(proofs)).toEqual([])
    },
  )
})

describe('the clauses of the study-page specification', () => {
  it('are counted at the end of their page', () => {
    const page = pageOf('clauses-study.md')
    expect(page.slice(page.indexOf('\n## Count'))).toContain(describeCount(readClauses(page)))
  })
})

describe('proofs', () => {
  it('are refused if the file, title or decision does not exist, if only part of a title is given, or if no proof is given', () => {
    const here = 'test/house/clauses.test.ts'
    const [planted] = readClauses(
      [
        '# Clauses\n\n| Proof | Meaning |\n\n## A\n\n| Clause | Proof |\n|---|---|',
        `| Anything | \`${here}: are in one table for each section\`<br>\`${here}: are in one\`<br>\`test/none.ts: none\`<br>decision 0<br>decision 83<br>later: a part<br>not proven:<br> |`,
      ].join('\n'),
    )
    expect(planted?.clause).toBe('Anything')
    expect(findProblems(planted?.proofs ?? [])).toEqual([
      `${here} has no title “are in one”`,
      'test/none.ts does not exist',
      'docs/decisions has no decision 0',
      '“not proven:” is not a proof',
      '“” is not a proof',
    ])
  })

  it('count a clause by its weakest proof', () => {
    const proofs = [
      ['`test/a.ts: one`', 'decision 1'],
      ['decision 1', 'decision 2'],
      ['`test/a.ts: one`', 'later: a part'],
      ['later: a part', 'not proven: it'],
    ]
    expect(describeCount(proofs.map((each) => ({ clause: 'Anything', proofs: each })))).toBe(
      '4 clauses: 1 proven, 1 decided otherwise, 1 later, 1 not proven.',
    )
  })
})
