import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '#scripts/project.ts'

/** A statement and its proofs: tests by file and title, decisions, or why there is none. */
type Clause = { readonly clause: string; readonly proofs: readonly string[] }

/** Returns the rows of the tables below the headings of a page. A line break in the second cell separates proofs. */
export const readClauses = (page: string): readonly Clause[] =>
  page
    .slice(page.indexOf('\n## '))
    .split('\n')
    .filter((line) => line.startsWith('| ') && line !== '| Clause | Proof |')
    .map((line) => {
      const [, clause = '', proof = ''] = line.split('|').map((cell) => cell.trim())
      return { clause, proofs: proof.split('<br>') }
    })

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

/**
 * Returns why a proof cannot be found, or null. A title must be a complete string literal of its test file, in any
 * quotes.
 */
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

/** Returns the reasons why proofs cannot be found; empty if all can be found. */
export const findProblems = (proofs: readonly string[]): readonly string[] =>
  proofs.map(findProblem).filter((problem) => problem !== null)

/**
 * Returns the verdict of a clause: that of its weakest proof. A clause with a test is proven, even if a decision also
 * explains it.
 */
const verdictOf = (proofs: readonly string[]): 'proven' | 'decided otherwise' | 'later' | 'not proven' => {
  if (proofs.some((proof) => proof.startsWith('not proven: '))) return 'not proven'
  if (proofs.some((proof) => proof.startsWith('later: '))) return 'later'
  return proofs.every((proof) => proof.startsWith('decision ')) ? 'decided otherwise' : 'proven'
}

/** Returns the sentence that counts the clauses of a page. */
export const describeCount = (clauses: readonly Clause[]): string => {
  const verdicts = clauses.map(({ proofs }) => verdictOf(proofs))
  const counts = (['proven', 'decided otherwise', 'later', 'not proven'] as const).map(
    (verdict) => `${verdicts.filter((one) => one === verdict).length} ${verdict}`,
  )
  return `${clauses.length} clauses: ${counts.join(', ')}.`
}
