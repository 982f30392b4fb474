import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { projectRoot } from '#scripts/project.ts'

type Clause = { readonly clause: string; readonly proofs: readonly string[] }

/** Returns the rows of the tables below the headings of a page. A line break in the second cell separates proofs. */
const readClauses = (page: string): readonly Clause[] =>
  page
    .slice(page.indexOf('\n## '))
    .split('\n')
    .filter((line) => line.startsWith('| ') && line !== '| Clause | Proof |')
    .map((line) => {
      const [, clause = '', proof = ''] = line.split('|').map((cell) => cell.trim())
      return { clause, proofs: proof.split('<br>') }
    })

const page = readFileSync(join(projectRoot, 'docs/clauses.md'), 'utf8')

const decisionsFolder = join(projectRoot, 'docs/decisions')
const decisions = new Set(
  readdirSync(decisionsFolder).flatMap((file) =>
    [...readFileSync(join(decisionsFolder, file), 'utf8').matchAll(/^## (\d+)\. /gm)].map(([, number]) => number),
  ),
)

const sources = new Map<string, string | null>()
const sourceOf = (path: string): string | null => {
  const known = sources.get(path)
  if (known !== undefined) return known
  const file = join(projectRoot, path)
  const source = existsSync(file) ? readFileSync(file, 'utf8') : null
  sources.set(path, source)
  return source
}

/** Returns why a proof cannot be found, or null. A title is found only as a whole text of its file, in any quotes. */
const findProblem = (proof: string): string | null => {
  const [, , path, title] = /^(`+)(test\/\S+): (.+)\1$/.exec(proof) ?? []
  if (path !== undefined && title !== undefined) {
    const source = sourceOf(path)
    if (source === null) return `${path} does not exist`
    const isFound = [`'`, '"', '`'].some((quote) => source.includes(`${quote}${title}${quote}`))
    return isFound ? null : `${path} has no title “${title}”`
  }
  const [, decision] = /^decision (\d+)$/.exec(proof) ?? []
  if (decision !== undefined) return decisions.has(decision) ? null : `docs/decisions has no decision ${decision}`
  return /^(later|not proven): \S/.test(proof) ? null : `“${proof}” is not a proof`
}

const findProblems = (proofs: readonly string[]): readonly string[] =>
  proofs.map(findProblem).filter((problem) => problem !== null)

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

  it('are refused with a wrong file, title or decision, a part of a title, or no proof', () => {
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
