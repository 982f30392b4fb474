import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openDatabase } from '#back-office/database/open-database.ts'
import { findMembersByText } from '#back-office/members/member-search.ts'
import { addMembers } from '#back-office/repositories/members-repository.ts'
import { openWorkstationCache } from '#main/cache/workstation-cache.ts'
import { type EmptyDatabase, findEngines } from '#test/builders/back-office.ts'
import { manyMembers } from '#test/fixtures/members/many-members.ts'
import { type Misspelling, misspellings } from '#test/fixtures/members/misspelled-names.ts'

const population = 4000
const firstOnes = 5
/**
 * The maximum number of the 200 texts that may fail to find the right person. The benchmark measures this number with
 * 200,000 members.
 */
const maxMissed = 10

type Search = (text: string) => Promise<readonly { readonly firstname: string; readonly lastname: string }[]>

const findMissed = async (search: Search): Promise<readonly Misspelling[]> => {
  const missed: Misspelling[] = []
  for (const meant of misspellings) {
    const found = (await search(meant.typed)).slice(0, firstOnes)
    if (!found.some((one) => one.firstname === meant.firstname && one.lastname === meant.lastname)) missed.push(meant)
  }
  return missed
}

const expectFew = (missed: readonly Misspelling[]): void =>
  expect(missed.length, missed.map(({ typed }) => typed).join('; ')).toBeLessThanOrEqual(maxMissed)

const engines = await findEngines()

describe('misspelled names', () => {
  it('are two hundred different texts', () => {
    expect(new Set(misspellings.map(({ typed }) => typed)).size).toBe(200)
  })

  for (const engine of engines) {
    describe.skipIf(engine.missing !== undefined)(`in the back office on ${engine.kind}`, () => {
      const withMembers = async (work: (search: Search) => Promise<void>): Promise<void> => {
        const empty: EmptyDatabase = await engine.createShaped()
        const { db, close } = await openDatabase(empty.source)
        try {
          await addMembers(db, [...manyMembers(population)], 0)
          await work(
            async (text) => (await findMembersByText(db, { text, email: '', scope: 'all', limit: 20 })).members,
          )
        } finally {
          await close()
          await empty.remove()
        }
      }

      it('find the right person among the first five, nineteen times out of twenty', () =>
        withMembers(async (search) => expectFew(await findMissed(search))))
    })
  }

  it('find the right person in the cache of a workstation', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'atrium-misspelled-'))
    const cache = openWorkstationCache(join(folder, 'cache.db'), '3c'.repeat(32))
    try {
      cache.transact(() => {
        for (const member of manyMembers(population)) cache.members.putMember(member, 0)
      })
      expectFew(await findMissed(async (text) => cache.members.searchMembers(text, 20)))
    } finally {
      cache.close()
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
