import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { projectRoot } from '#scripts/project.ts'
import { findProblems, readClauses } from './proofs.ts'

const page = readFileSync(join(projectRoot, 'docs/clauses.md'), 'utf8')

describe('the clauses of the booking specification', () => {
  it('are in one table for each section', () => {
    const sections = page.split('\n## ').slice(1)
    expect(sections.filter((section) => readClauses(`\n## ${section}`).length === 0)).toEqual([])
    expect(sections.flatMap((section) => /^[BD]§\d/.exec(section) ?? []).join(' ')).toBe(
      'B§1 B§2 B§3 B§4 B§5 B§6 B§7 B§8 B§9 D§1 D§2 D§3 D§4 D§5',
    )
  })

  it.each(readClauses(page).map(({ clause, proofs }) => [clause, proofs] as const))(
    'name tests and decisions that exist: %s',
    (_clause, proofs) => {
      expect(findProblems(proofs)).toEqual([])
    },
  )

  it('are refused if the file, the title or the decision does not exist, if only a part of a title is given, or without a proof', () => {
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
})
