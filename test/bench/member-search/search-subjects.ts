import { sql } from 'kysely'
import type { DatabaseSource } from '#back-office/database/database.ts'
import { openDatabase } from '#back-office/database/open-database.ts'
import { startMemberSearch } from '#back-office/members/member-search-thread.ts'
import { addMembers } from '#back-office/repositories/members-repository.ts'
import type { Member } from '#domain/members/member.ts'
import { locationIDSchema } from '#domain/values/location-id.ts'
import { openWorkstationCache } from '#main/cache/workstation-cache.ts'
import { prepareContention } from '#test/back-office/contention/run-contention.ts'
import { aStudyRow } from '#test/builders/back-office.ts'
import { manyMembers } from '#test/fixtures/members/many-members.ts'
import { misspellings } from '#test/fixtures/members/misspelled-names.ts'

export const population = Number(process.env.ATRIUM_BENCH_MEMBERS ?? 200_000)
const membersATime = 5000
const studiesATime = 200
const limit = 20
/** The number of locations over which members are spread. */
const locationCount = 27
const isAtHome = (_member: unknown, index: number): boolean => index % locationCount === 0

export type SearchSubject = {
  readonly name: string
  /** Texts by kind. Those of `misspelled name` are in the order of {@link misspellings}. */
  readonly searches: ReadonlyMap<string, readonly string[]>
  search(text: string): Promise<readonly Member[]>
  /** Searches as staff of one location, where every {@link locationCount}th member has a study. */
  searchAtLocation(text: string): Promise<readonly Member[]>
  close(): Promise<void>
}

/** Builds searches for up to a hundred members, spread evenly over the list. */
const toSearches = (members: readonly Member[]): ReadonlyMap<string, readonly string[]> => {
  const some = members.filter((_, index) => index % Math.ceil(members.length / 100) === 0)
  return new Map<string, readonly string[]>([
    ['exact email', some.map(({ email }) => email)],
    ['misspelled name', misspellings.map(({ typed }) => typed)],
    ['full name', some.map(({ firstname, lastname }) => `${firstname} ${lastname}`)],
    ['beginnings of a name', some.map(({ firstname, lastname }) => `${lastname.slice(0, 4)} ${firstname.slice(0, 2)}`)],
    ['last name', some.map(({ lastname }) => lastname)],
    ['phone', some.map(({ phone_number }) => phone_number)],
    ['birth date', some.map(({ dob }) => dob)],
    ['two letters of a name', [...new Set(some.map(({ lastname }) => lastname.slice(0, 2)))]],
    ['name and birth date', some.map(({ firstname, dob }) => `${firstname.slice(0, 3)} ${dob}`)],
  ])
}

/** The back office's own search, which runs in a thread, on a database that this function fills. */
export const openOfficeSubject = async (name: string, source: DatabaseSource): Promise<SearchSubject> => {
  await prepareContention(source)
  const { db, close } = await openDatabase(source)
  const members = [...manyMembers(population)].map((member) => ({
    ...member,
    patientID: `${member.patientID}-x` as Member['patientID'],
  }))
  for (let from = 0; from < members.length; from += membersATime) {
    await addMembers(db, members.slice(from, from + membersATime), 0)
  }
  const { location_id } = await db.selectFrom('location').select('location_id').executeTakeFirstOrThrow()
  const atHome = members.filter(isAtHome).map(({ patientID }) => patientID)
  for (let from = 0; from < atHome.length; from += studiesATime) {
    const rows = atHome.slice(from, from + studiesATime).map((patientID) => ({
      ...aStudyRow(Math.floor(Date.now() / 1000)),
      study_id: `s-${patientID}`,
      patient_id: patientID,
      location_id,
    }))
    await db.insertInto('study').values(rows).execute()
  }
  // PostgreSQL does this itself about a minute after many rows were written.
  if (source.kind === 'postgresql') await sql`analyze`.execute(db)
  await close()
  const scope = { locations: [location_id], userID: 'u-desk-0' }
  const search = startMemberSearch(source)
  await search.prepare()
  return {
    name,
    searches: toSearches(members),
    search: async (text) => (await search.find({ text, email: '', scope: 'all', limit })).members,
    searchAtLocation: async (text) => (await search.find({ text, email: '', scope, limit })).members,
    close: () => search.close(),
  }
}

/** The workstation's encrypted copy, filled with the same members. */
export const openCacheSubject = (path: string): SearchSubject => {
  const cache = openWorkstationCache(path, '3c'.repeat(32))
  const members = [...manyMembers(population)]
  for (let from = 0; from < members.length; from += membersATime) {
    cache.transact(() => {
      for (const member of members.slice(from, from + membersATime)) cache.members.putMember(member, 0)
    })
  }
  const home = locationIDSchema.parse('ca-bc-1')
  const atHome = members.filter(isAtHome).map(({ patientID }) => patientID)
  cache.transact(() => cache.sync.keepPlaces(home, atHome, 0))
  const scope = { locations: [home], userID: 'u-desk-0' }
  return {
    name: 'offline copy',
    searches: toSearches(members),
    search: async (text) => cache.members.searchMembers(text, limit),
    searchAtLocation: async (text) => cache.members.searchMembers(text, limit, scope),
    close: async () => cache.close(),
  }
}
