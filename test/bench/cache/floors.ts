import SqliteDatabase from 'better-sqlite3'
import { phoneKey } from '#domain/members/duplicates.ts'
import type { Member } from '#domain/members/member.ts'
import { type Booking, type Search, secondsOf } from './many-bookings.ts'

/** The same answers from simpler code, to measure against. */
export type Floor = {
  search(search: Search, limit: number): readonly unknown[]
  /** Machine times of a location that start in [from, to), in epoch seconds, each with its study and member. */
  day(locationID: string, from: number, to: number): readonly unknown[]
  upsert(bookings: readonly Booking[]): void
  close(): void
}

type Word = { readonly word: string; readonly index: number }

/** Keeps sorted arrays in memory: words for searches, and start times for reading days. */
export const createArrays = (bookings: readonly Booking[]): Floor => {
  const all = [...bookings]
  const positions = new Map(all.map(({ study }, index) => [study.studyID, index]))
  const sorted = (words: (booking: Booking) => readonly string[]): Word[] =>
    all
      .flatMap((booking, index) => words(booking).map((word) => ({ word, index })))
      .sort((a, b) => (a.word < b.word ? -1 : a.word > b.word ? 1 : 0))
  const lists: Readonly<Record<Search['field'], readonly Word[]>> = {
    name: sorted(({ member }) => [member.firstname.toLowerCase(), member.lastname.toLowerCase()]),
    phone: sorted(({ member }) => [phoneKey(member.phone_number)]),
    'birth date': sorted(({ member }) => [member.dob]),
    email: sorted(({ member }) => [member.email]),
  }
  const places = Map.groupBy(all.keys(), (index): string => all[index]?.time.locationID ?? '')
  const startOf = (index: number): string => all[index]?.time.utcStart ?? ''
  for (const indexes of places.values()) indexes.sort((a, b) => (startOf(a) < startOf(b) ? -1 : 1))

  const range = (list: readonly Word[], prefix: string): readonly Word[] => {
    const first = firstFrom(list.length, (index) => (list[index]?.word ?? '') >= prefix)
    const end = firstFrom(list.length, (index) => (list[index]?.word ?? '') >= `${prefix}\u{10ffff}`)
    return list.slice(first, end)
  }
  return {
    search: ({ field, prefixes }, limit) => {
      const [rarest = [], ...others] = prefixes
        .map((prefix) => range(lists[field], prefix))
        .sort((a, b) => a.length - b.length)
      const wanted = others.map((words) => new Set(words.map(({ index }) => index)))
      const found: Member[] = []
      for (const { index } of rarest) {
        const member = all[index]?.member
        if (member === undefined || !wanted.every((set) => set.has(index))) continue
        found.push(member)
        if (found.length === limit) break
      }
      return found
    },
    day: (locationID, from, to) => {
      const indexes = places.get(locationID) ?? []
      const [start, end] = [new Date(from * 1000).toISOString(), new Date(to * 1000).toISOString()]
      const first = firstFrom(indexes.length, (at) => startOf(indexes[at] ?? -1) >= start)
      const last = firstFrom(indexes.length, (at) => startOf(indexes[at] ?? -1) >= end)
      return indexes.slice(first, last).map((index) => all[index])
    },
    upsert: (changed) => {
      for (const booking of changed) {
        const index = positions.get(booking.study.studyID)
        if (index !== undefined) all[index] = booking
      }
    },
    close: () => {},
  }
}

/** Returns the first of `length` ascending positions for which `isAfter` is true. */
const firstFrom = (length: number, isAfter: (index: number) => boolean): number => {
  let [low, high] = [0, length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (isAfter(middle)) high = middle
    else low = middle + 1
  }
  return low
}

const columns = { name: 'last', phone: 'phone', 'birth date': 'dob', email: 'email' } as const

/** Plain SQLite, written for this one job: unencrypted, with a column and an index for each searched field. */
export const openPlainSqlite = (path: string): Floor & { fill(bookings: readonly Booking[]): void } => {
  const db = new SqliteDatabase(path)
  db.pragma('journal_mode=WAL')
  db.pragma('synchronous=NORMAL')
  db.exec(`
    create table if not exists member (member_id text primary key, last text, first text, phone text, dob text,
      email text, document text);
    create table if not exists booking (study_id text primary key, member_id text, location_id text, starts_at integer,
      time text, document text);
    create index if not exists member_last on member (last, first);
    create index if not exists member_first on member (first, last);
    create index if not exists member_phone on member (phone);
    create index if not exists member_dob on member (dob);
    create index if not exists member_email on member (email);
    create index if not exists booking_day on booking (location_id, starts_at);`)
  const putMember = db.prepare('insert or replace into member values (?, ?, ?, ?, ?, ?, ?)')
  const putBooking = db.prepare('insert or replace into booking values (?, ?, ?, ?, ?, ?)')
  const oneDay = db.prepare<[string, number, number], { time: string; study: string; member: string }>(`
    select b.time, b.document as study, m.document as member from booking b join member m using (member_id)
    where b.location_id = ? and b.starts_at >= ? and b.starts_at < ? order by b.starts_at`)
  const byPrefix = (column: string) =>
    db
      .prepare<[string, string, number], string>(
        `select document from member where ${column} >= ? and ${column} < ? limit ?`,
      )
      .pluck(true)
  const single = {
    last: byPrefix('last'),
    first: byPrefix('first'),
    phone: byPrefix('phone'),
    dob: byPrefix('dob'),
    email: byPrefix('email'),
  }
  const pair = db
    .prepare<[string, string, string, string, number], string>(
      'select document from member where last >= ? and last < ? and first >= ? and first < ? limit ?',
    )
    .pluck(true)
  const write = ({ member, study, time }: Booking): void => {
    const { patientID, lastname, firstname, phone_number, dob, email } = member
    const names = [lastname.toLowerCase(), firstname.toLowerCase()]
    putMember.run(patientID, ...names, phoneKey(phone_number), dob, email, JSON.stringify(member))
    writeStudy({ member, study, time })
  }
  const writeStudy = ({ study, time }: Booking): void => {
    const { studyID, patientID, locationID } = study
    const document = JSON.stringify(study)
    putBooking.run(studyID, patientID, locationID, secondsOf(time).from, JSON.stringify(time), document)
  }
  const end = (prefix: string): string => `${prefix}\u{10ffff}`
  const find = ({ field, prefixes }: Search, limit: number): readonly string[] => {
    const [one = '', two] = prefixes
    if (two !== undefined) {
      // Either word may be the last name, so both orders are tried.
      const found = pair.all(one, end(one), two, end(two), limit)
      return found.length >= limit ? found : [...found, ...pair.all(two, end(two), one, end(one), limit - found.length)]
    }
    const found = single[columns[field]].all(one, end(one), limit)
    if (field !== 'name' || found.length >= limit) return found
    return [...found, ...single.first.all(one, end(one), limit - found.length)]
  }
  return {
    fill: db.transaction((bookings: readonly Booking[]) => {
      for (const booking of bookings) write(booking)
    }),
    search: (search, limit) => find(search, limit).map((document) => JSON.parse(document)),
    day: (locationID, from, to) =>
      oneDay
        .all(locationID, from, to)
        .map((row) => ({ time: JSON.parse(row.time), study: JSON.parse(row.study), member: JSON.parse(row.member) })),
    upsert: db.transaction((bookings: readonly Booking[]) => {
      for (const booking of bookings) writeStudy(booking)
    }),
    close: () => db.close(),
  }
}
