import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { projectRoot } from '#scripts/project.ts'
import { provable } from '../main/shells/escape-attempts.ts'
import { findProblems, readClauses } from './proofs.ts'

const page = readFileSync(join(projectRoot, 'docs/hardening.md'), 'utf8')
const clauses = readClauses(page)

describe('the hardening of the desktop program', () => {
  it('covers each of the 20 points of the Electron checklist, in the same order', () => {
    const numbers = clauses.flatMap(({ clause }) => /^(\d+) /.exec(clause)?.[1] ?? [])
    expect(numbers).toEqual(Array.from({ length: 20 }, (_, place) => String(place + 1)))
  })

  it.each(clauses.map(({ clause, proofs }) => [clause, proofs] as const))('is tested: %s', (_clause, proofs) => {
    expect(findProblems(proofs)).toEqual([])
    expect(proofs.some((proof) => /^(?:`test|decision)/.test(proof))).toBe(true)
  })

  it('states how many escape attempts are tested', () => {
    expect(page).toContain(`: ${provable.length} attempts |`)
  })
})
