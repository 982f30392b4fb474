import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { DatabaseSource } from '#back-office/database/database.ts'
import { misspellings } from '#test/fixtures/members/misspelled-names.ts'
import { runFolderVariable } from '#test/fixtures/once-a-run.ts'
import { findPostgres, openRunFolder } from '#test/fixtures/postgres/postgres-server.ts'
import { createTestDatabase } from '#test/fixtures/postgres/test-database.ts'
import type { BenchModule, BenchRow } from './bench-types.ts'
import { percentile } from './figures.ts'
import { type Desks, type Pace, startDesks } from './member-search/search-desks.ts'
import { openCacheSubject, openOfficeSubject, population, type SearchSubject } from './member-search/search-subjects.ts'

const firstOnes = 5
const passes = 3

/**
 * Searches for members by misspelled name, email, phone and birth date, and measures another desk's delay while four
 * desks search.
 */
export const name: BenchModule['name'] = `Member search among ${population.toLocaleString('en')} members`

/**
 * All searches run several times and the quickest run of each counts. The spread then shows differences between
 * searches, not delays caused by other programs.
 */
const measureSearches = async (subject: SearchSubject): Promise<BenchRow[]> => {
  const rows: BenchRow[] = []
  const floors = await measureAll(subject.searches.get('exact email') ?? [], subject.search)
  const floor = percentile(floors.times, 0.5)
  for (const [kind, texts] of subject.searches) {
    const { times, found } = kind === 'exact email' ? floors : await measureAll(texts, subject.search)
    for (const [label, share] of [
      ['p50', 0.5],
      ['p95', 0.95],
    ] as const) {
      const value = percentile(times, share)
      rows.push({ name: `${kind} ${label}, ${subject.name}`, value, unit: 'ms', floor, ratio: value / floor })
    }
    if (kind !== 'misspelled name') continue
    const hits = misspellings.filter((meant, index) =>
      found[index]
        ?.slice(0, firstOnes)
        .some((one) => one.firstname === meant.firstname && one.lastname === meant.lastname),
    )
    rows.push({
      name: `right person among the first ${firstOnes}, ${subject.name}`,
      value: (hits.length / misspellings.length) * 100,
      unit: 'percent',
      floor: 95,
      ratio: hits.length / misspellings.length / 0.95,
    })
  }
  for (const kind of ['misspelled name', 'two letters of a name']) {
    const { times } = await measureAll(subject.searches.get(kind) ?? [], subject.searchAtLocation)
    const value = percentile(times, 0.95)
    const name = `${kind} p95 for staff of one location, ${subject.name}`
    rows.push({ name, value, unit: 'ms', floor, ratio: value / floor })
  }
  return rows
}

const measureAll = async (texts: readonly string[], search: SearchSubject['search']) => {
  const times = texts.map(() => Number.POSITIVE_INFINITY)
  let found: Awaited<ReturnType<SearchSubject['search']>>[] = []
  for (let pass = 0; pass < passes; pass += 1) {
    found = []
    for (const [index, text] of texts.entries()) {
      const start = performance.now()
      found.push(await search(text))
      const taken = performance.now() - start
      times[index] = Math.min(times[index] ?? 0, taken)
      // The server pauses after a search for as long as the search took, so no desk can search without this pause.
      await pause(taken)
    }
  }
  return { times, found }
}

const measureDesks = async (desks: Desks, kind: string, pace: Pace): Promise<BenchRow[]> => {
  const { alone, beside, searches } = await desks.measure(pace)
  return [
    ...(['p50', 'p95'] as const).map((label): BenchRow => {
      const share = label === 'p50' ? 0.5 : 0.95
      const [value, floor] = [percentile(beside, share), percentile(alone, share)]
      return {
        name: `another desk's study read ${label} while four desks search ${pace}, ${kind}`,
        value,
        unit: 'ms',
        floor,
        ratio: value / floor,
      }
    }),
    { name: `searches answered meanwhile ${pace}, ${kind}`, value: searches, unit: 'per second' },
  ]
}

export const run: BenchModule['run'] = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-bench-'))
  const ownFolder = process.env[runFolderVariable] === undefined ? openRunFolder() : undefined
  if (ownFolder !== undefined) process.env[runFolderVariable] = ownFolder.folder
  const ends: (() => Promise<void>)[] = []
  const rows: BenchRow[] = []
  try {
    const server = await findPostgres()
    if ('reason' in server) console.log(`  PostgreSQL is left out: ${server.reason}`)
    const sources = new Map<string, DatabaseSource>()
    mkdirSync(join(folder, 'sqlite'))
    sources.set('SQLite', { kind: 'sqlite', path: join(folder, 'sqlite', 'back-office.sqlite') })
    if ('url' in server) {
      const database = await createTestDatabase(server.url)
      ends.push(() => database.drop())
      sources.set('PostgreSQL', { kind: 'postgresql', url: database.url })
    }
    for (const [kind, source] of sources) {
      const subject = await openOfficeSubject(kind, source)
      rows.push(...(await measureSearches(subject)))
      await subject.close()
      const desks = await startDesks(source)
      try {
        for (const pace of ['as they type', 'without a pause'] as const) {
          rows.push(...(await measureDesks(desks, kind, pace)))
        }
      } finally {
        await desks.stop()
      }
    }
    const offline = openCacheSubject(join(folder, 'cache.db'))
    rows.push(...(await measureSearches(offline)))
    await offline.close()
    return {
      rows,
      notes: [
        'Aims: p95 of a search 20 ms, 95 percent found, another desk waits at most twice as long.',
        'Ratios: searches against the median exact email, a read beside four searching desks against the read alone.',
        'As they type: 60 words a minute, a search at each pause of 150 ms, 2 s to look, then the next name, all the time.',
        'Without a pause: no real desk searches so fast. The reads are beside four desks that never stop searching.',
        'A read includes its audit row.',
      ],
    }
  } finally {
    for (const end of ends.reverse()) await end()
    ownFolder?.close()
    if (ownFolder !== undefined) delete process.env[runFolderVariable]
    rmSync(folder, { recursive: true, force: true })
  }
}
