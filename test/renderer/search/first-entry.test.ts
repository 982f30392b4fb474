import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { formatDate } from '#domain/format/format-date.ts'
import { fullName, type Member } from '#domain/members/member.ts'
import { openWorkstationCache } from '#main/cache/workstation-cache.ts'
import { keyedPlacesOf } from '#renderer/frame/shortcuts.ts'
import { placeWords } from '#renderer/place-words.ts'
import { paths } from '#renderer/routes.ts'
import { buildSearchEntries } from '#renderer/search/search-entries.ts'
import { manyMembers } from '#test/fixtures/members/many-members.ts'
import { misspellings } from '#test/fixtures/members/misspelled-names.ts'

const population = 4000
const limit = 12

/** Returns 300 texts, each with the id of the line that must be first. */
const queriesOf = (members: readonly Member[]): readonly (readonly [text: string, first: string])[] => {
  const sharedNames = new Map<string, number>()
  for (const member of members) sharedNames.set(fullName(member), (sharedNames.get(fullName(member)) ?? 0) + 1)
  const unique = members.filter((member) => sharedNames.get(fullName(member)) === 1)
  const every = (step: number, from: number, count: number): Member[] =>
    Array.from({ length: count }, (_, index) => unique[from + index * step]).filter((one) => one !== undefined)
  const line = ({ patientID }: Member): string => `member-${patientID}`
  return [
    ...every(31, 210, 60).map((one) => [fullName(one), line(one)] as const),
    ...every(31, 215, 50).map((one) => [`${one.lastname} ${one.firstname}`.toLowerCase(), line(one)] as const),
    ...every(31, 220, 50).map((one) => [`${one.lastname} ${formatDate(one.dob)}`, line(one)] as const),
    ...every(31, 225, 40).map((one) => [one.phone_number, line(one)] as const),
    ...every(31, 230, 40).map((one) => [one.email, line(one)] as const),
    ...misspellings
      .slice(0, 50)
      .map(({ typed }, index) => [typed, `member-m-${String(index).padStart(6, '0')}`] as const),
    [placeWords.today, `go-${paths.frontdesk()}`],
    [placeWords.finance, `go-${paths.finance()}`],
    [placeWords.queues, `go-${paths.queues()}`],
    [placeWords.settings, `go-${paths.settings()}`],
    [placeWords.members, `go-${paths.members()}`],
    ['new member', `go-${paths.members({ new: 1 })}`],
    ['new book', `go-${paths.booking()}`],
    ['lock', 'lock'],
    ['log out', `go-${paths.logOut()}`],
    ['profile', `go-${paths.profile()}`],
  ]
}

it('the palette lists the right entry first for 95 percent of 300 texts', () => {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-palette-'))
  const cache = openWorkstationCache(join(folder, 'cache.db'), '3c'.repeat(32))
  try {
    const members = [...manyMembers(population)]
    cache.transact(() => {
      for (const member of members) cache.members.putMember(member, 0)
    })
    const queries = queriesOf(members)
    expect(queries.length).toBe(300)
    const missed = queries.filter(([text, first]) => {
      const results = cache.members.searchMembers(text, limit).map((member) => ({ kind: 'member', member }) as const)
      return buildSearchEntries(text, results, [], { places: keyedPlacesOf(['frontdesk']) })[0]?.id !== first
    })
    expect(missed.filter(([, first]) => !first.startsWith('member-'))).toEqual([])
    expect(missed.length, missed.map(([text]) => text).join('; ')).toBeLessThanOrEqual(15)
  } finally {
    cache.close()
    rmSync(folder, { recursive: true, force: true })
  }
})
