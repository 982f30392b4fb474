import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildSlotDays } from '#domain/booking/slot-grid.ts'
import { toEpochMs, toInstant } from '#domain/values/instant.ts'
import { parsePlainDate, weekDates } from '#domain/values/plain-date.ts'
import { openWorkstationCache, type WorkstationCache } from '#main/cache/workstation-cache.ts'
import { aLocation } from '#test/builders/records.ts'
import type { BenchModule, BenchRow } from './bench-types.ts'
import { createArrays, type Floor, openPlainSqlite } from './cache/floors.ts'
import {
  aDay,
  aWeek,
  type Booking,
  bookingCount,
  buildBookings,
  buildSearches,
  locationIDs,
  matchesSearch,
  type Search,
} from './cache/many-bookings.ts'
import { median, percentile, timed } from './figures.ts'

const searchCount = 1600
const passes = 4
const limit = 20
const upsertCount = 5000
const rounds = 11
const pageSize = 1000
const keyHex = '3c'.repeat(32)
const fields = ['name', 'phone', 'birth date', 'email'] as const

/** The workstation's encrypted cache with 100,000 bookings: filled, searched, read by day, updated and opened. */
export const name: BenchModule['name'] = `Cache of ${bookingCount.toLocaleString('en')} bookings`

type Subject = Floor & { readonly name: string }

const fill = (cache: WorkstationCache, bookings: readonly Booking[]): void => {
  for (let from = 0; from < bookings.length; from += pageSize) {
    cache.transact(() => {
      for (const { member, study, time } of bookings.slice(from, from + pageSize)) {
        cache.members.putMember(member, 0)
        cache.calendar.putStudy(study)
        cache.calendar.putMachineTime(time)
      }
    })
  }
}

/** The parts of a location's day, as the booking service reads them. */
const readDay = (cache: WorkstationCache, locationID: string, from: number, to: number): readonly unknown[] =>
  cache.calendar
    .machineTimes(locationID as Booking['study']['locationID'], toInstant(from * 1000), toInstant(to * 1000))
    .map((time) => {
      const study = cache.calendar.study(time.studyID as Booking['study']['studyID'])
      return { time, study, member: study === null ? null : cache.members.member(study.patientID) }
    })

const toSubject = (cache: WorkstationCache): Subject => ({
  name: 'Atrium',
  search: ({ text }, most) => cache.members.search(text, most),
  day: (locationID, from, to) => readDay(cache, locationID, from, to),
  upsert: (bookings) =>
    cache.transact(() => {
      for (const { study } of bookings) cache.calendar.putStudy(study)
    }),
  close: () => cache.close(),
})

/**
 * Throws if another result comes before an intended one, or if intended results are missing although the limit is not
 * reached. Also throws if a search that is not by name finds other results.
 */
const checkSearch = (cache: WorkstationCache, bookings: readonly Booking[], search: Search): void => {
  const meant = Math.min(limit, bookings.filter(({ member }) => matchesSearch(member, search)).length)
  const hits = cache.members.search(search.text, limit).map(({ member }) => matchesSearch(member, search))
  const isRight = hits.slice(0, meant).every(Boolean) && !hits.slice(meant).some(Boolean) && hits.length >= meant
  const hasOthers = hits.length > meant && search.field !== 'name'
  if (!isRight || hasOthers) throw new Error(`${search.field} ${search.text}: ${hits.length} hits of ${meant} intended`)
}

/**
 * The time of each search, by field. All searches run several times, one pass after the other, and the quickest run of
 * each counts. The spread then shows differences between searches, not delays caused by other programs.
 */
const measureSearches = (subjects: readonly Subject[], searches: readonly Search[]): Map<Subject, number[][]> => {
  const quickest = new Map(subjects.map((subject) => [subject, searches.map(() => Number.POSITIVE_INFINITY)]))
  for (let pass = 0; pass < passes; pass += 1) {
    for (const [index, search] of searches.entries()) {
      for (const [subject, times] of quickest) {
        const { ms } = timed(() => subject.search(search, limit))
        times[index] = Math.min(times[index] ?? ms, ms)
      }
    }
  }
  const ofField = (times: readonly number[], field: Search['field']): number[] =>
    times.filter((_, index) => searches[index]?.field === field)
  return new Map([...quickest].map(([subject, times]) => [subject, fields.map((field) => ofField(times, field))]))
}

const measureRounds = (
  subjects: readonly Subject[],
  work: (subject: Subject, round: number) => unknown,
): Map<Subject, number> => {
  const taken = new Map(subjects.map((subject): [Subject, number[]] => [subject, []]))
  for (let round = 0; round < rounds; round += 1) {
    for (const subject of subjects) taken.get(subject)?.push(timed(() => work(subject, round)).ms)
  }
  return new Map([...taken].map(([subject, times]) => [subject, median(times)]))
}

const toRows = (figure: string, values: ReadonlyMap<Subject, number>, floor: Subject): BenchRow[] => {
  const floorValue = values.get(floor) ?? Number.NaN
  return [...values].map(([subject, value]) => ({
    name: `${figure}, ${subject.name}`,
    value,
    unit: 'ms',
    floor: floorValue,
    ratio: value / floorValue,
  }))
}

const sizeMiB = (path: string): number => statSync(path).size / 2 ** 20

const measureAll = (folder: string): BenchRow[] => {
  const bookings = buildBookings()
  const cachePath = join(folder, 'cache.db')
  const plainPath = join(folder, 'plain.db')
  const rows: BenchRow[] = []

  const cache = openWorkstationCache(cachePath, keyHex)
  const sqlite = { ...openPlainSqlite(plainPath), name: 'plain SQLite by hand' }
  const filledPlain = timed(() => sqlite.fill(bookings))
  const filled = timed(() => fill(cache, bookings))
  const arrays: Subject = { ...createArrays(bookings), name: 'arrays in memory' }
  rows.push({
    name: 'fill',
    value: filled.ms,
    unit: 'ms',
    floor: filledPlain.ms,
    ratio: filled.ms / filledPlain.ms,
  })

  const ours = toSubject(cache)
  const subjects = [arrays, sqlite, ours]
  const searches = buildSearches(bookings, searchCount)
  for (const search of searches.slice(0, 48)) checkSearch(cache, bookings, search)
  const taken = measureSearches(subjects, searches)
  for (const [index, field] of fields.entries()) {
    for (const [label, share] of [
      ['p50', 0.5],
      ['p95', 0.95],
    ] as const) {
      const values = new Map(subjects.map((one) => [one, percentile(taken.get(one)?.[index] ?? [], share)]))
      rows.push(...toRows(`search by ${field} ${label}`, values, sqlite))
    }
  }
  const all = new Map(subjects.map((one) => [one, percentile((taken.get(one) ?? []).flat(), 0.95)]))
  rows.push(...toRows('search, all fields p95', all, sqlite))

  const [from, to] = [toEpochMs(aDay.from) / 1000, toEpochMs(aDay.to) / 1000]
  const sizes = subjects.map((subject) => subject.day(locationIDs[0] ?? '', from, to).length)
  if (new Set(sizes).size !== 1 || sizes[0] === 0) throw new Error(`A day has ${sizes.join(', ')} entries`)
  const days = measureRounds(subjects, (subject, round) => subject.day(locationIDs[round] ?? '', from, to))
  rows.push(...toRows(`a location's day of ${sizes[0]}`, days, sqlite))

  const upserts = measureRounds(subjects, (subject, round) => {
    const changed = bookings
      .slice(round * upsertCount, (round + 1) * upsertCount)
      .map((booking) => ({ ...booking, study: { ...booking.study, version: 2 + round, referrer: 'Changed' } }))
    subject.upsert(changed)
  })
  rows.push(...toRows(`${upsertCount} upserts`, upserts, sqlite))

  ours.close()
  sqlite.close()
  rows.push(...measureOpening(cachePath, plainPath))
  const floor = sizeMiB(plainPath)
  rows.push({ name: 'file', value: sizeMiB(cachePath), unit: 'MiB', floor, ratio: sizeMiB(cachePath) / floor })
  return rows
}

const measureOpening = (cachePath: string, plainPath: string): BenchRow[] => {
  const locationID = (locationIDs[3] ?? '') as Booking['study']['locationID']
  const machines = [1, 2, 3, 4].map((number) => ({
    machineID: `${locationID}-m${number}`,
    name: `M${number}`,
    availableSKUs: [300],
    calendar: `cal-${locationID}-m${number}`,
    defaultTimes: { 300: { clean: 10, scan: 25, block: 10 } },
  }))
  const location = aLocation({ locationID, machines })
  const monday = parsePlainDate('2026-11-23')
  const skuID = location.catalog.primary[0]?.skuID
  if (monday === undefined || skuID === undefined) throw new Error('The week to draw is missing')
  const [from, to] = [toEpochMs(aWeek.from) / 1000, toEpochMs(aWeek.to) / 1000]
  const times: { open: number[]; slots: number[]; plain: number[] } = { open: [], slots: [], plain: [] }
  for (let round = 0; round < rounds; round += 1) {
    const plain = timed(() => {
      const db = openPlainSqlite(plainPath)
      return { db, entries: db.day(locationID, from, to) }
    })
    plain.value.db.close()
    times.plain.push(plain.ms)
    const opened = timed(() => {
      const cache = openWorkstationCache(cachePath, keyHex)
      return { cache, machineTimes: cache.calendar.machineTimes(locationID, aWeek.from, aWeek.to) }
    })
    const { cache, machineTimes } = opened.value
    if (machineTimes.length === 0) throw new Error('The week is empty')
    const drawn = timed(() =>
      buildSlotDays({ location, skuID, dates: weekDates(monday), machineTimes, now: aDay.from, userID: null }),
    )
    cache.close()
    times.open.push(opened.ms)
    times.slots.push(opened.ms + drawn.ms)
  }
  const floor = median(times.plain)
  const [open, slots] = [median(times.open), median(times.slots)]
  return [
    { name: "open + the week's machine times", value: open, unit: 'ms', floor, ratio: open / floor },
    { name: "open + the week's slots worked out", value: slots, unit: 'ms', floor, ratio: slots / floor },
  ]
}

export const run: BenchModule['run'] = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-bench-'))
  try {
    return { rows: measureAll(folder) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
