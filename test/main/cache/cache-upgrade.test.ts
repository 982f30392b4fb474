import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { emptySafetyRecord } from '#domain/safety/safety-record.ts'
import { locationIDSchema } from '#domain/values/location-id.ts'
import { cacheMigrations } from '#main/cache/cache-migrations.ts'
import { openWorkstationCache, type WorkstationCache } from '#main/cache/workstation-cache.ts'
import { openDatabaseFile } from '#runtime/open-database-file.ts'
import { aMachineTime, aMember, aStudy } from '#test/builders/records.ts'

const keyHex = 'cd'.repeat(32)
const home = locationIDSchema.parse('ca-bc-1')
const member = aMember({ firstname: 'Amara', lastname: 'Van Abernathy' })

let cache: WorkstationCache | undefined
afterEach(() => cache?.close())

/**
 * Writes a cache from a version that did not find misspelled names: its safety answers lack later fields, and its
 * search index has only whole words.
 */
const writeEarlierCopy = (): string => {
  const path = join(mkdtempSync(join(tmpdir(), 'atrium-upgrade-')), 'cache.db')
  const db = openDatabaseFile({ path, keyHex, synchronous: 'NORMAL', migrations: cacheMigrations.slice(0, 4) })
  const { draft: _draft, required: _required, ...safety } = aStudy().safety
  const { draft: _shared, settleReasons: _reasons, ...record } = emptySafetyRecord(aStudy().studyID, member.patientID)
  const study = { ...aStudy(), safety }
  const time = aMachineTime()
  db.prepare('insert into member values (?, ?, 1)').run(member.patientID, JSON.stringify(member))
  db.prepare('insert into study values (?, ?, ?, 1, 1, 1, ?)').run(
    study.studyID,
    member.patientID,
    home,
    JSON.stringify(study),
  )
  db.prepare('insert into machine_time values (?, ?, ?, 1, 2, 1, ?)').run(
    time.eventID,
    home,
    study.studyID,
    JSON.stringify(time),
  )
  db.prepare('insert into safety_record values (?, 1, 0, ?)').run(study.studyID, JSON.stringify(record))
  const putWord = db.prepare('insert into search_word values (?, ?, ?)')
  for (const word of ['namara', 'nabernathy', 'nvan']) putWord.run(word, 'member', member.patientID)
  putWord.run(`i${study.studyID}`, 'study', study.studyID)
  db.prepare('insert into location_sync values (?, ?, 1000, 1, 500, 5000, 1000)').run(home, 'a cursor')
  db.close()
  return path
}

it('keeps the records of an earlier version’s cache, and marks its locations to be copied again', () => {
  cache = openWorkstationCache(writeEarlierCopy(), keyHex)
  expect(cache.members.member(member.patientID)).toEqual(member)
  expect(cache.calendar.study(aStudy().studyID)?.safety).toMatchObject({ draft: null, required: null })
  expect(cache.safety.record(aStudy().studyID)).toMatchObject({ draft: null, settleReasons: [] })
  expect(cache.calendar.machineTimesOfStudy(aStudy().studyID)).toHaveLength(1)
  const sync = cache.sync.read(home)
  expect(sync.coveredFrom).not.toBeNull()
  // A location without `filledAt` is copied again completely.
  expect(sync.filledAt).toBeNull()
})

it('finds members of an earlier cache by whole words immediately, by misspellings only after they are indexed', () => {
  cache = openWorkstationCache(writeEarlierCopy(), keyHex)
  const find = (text: string) => cache?.members.searchMembers(text, 20).map((one) => one.patientID)
  expect(find('abernathy')).toEqual([member.patientID])
  expect(find('abernaty')).toEqual([])
  expect(cache.members.indexMembers(1)).toBe(true)
  expect(cache.members.indexMembers(1)).toBe(false)
  expect(find('abernaty')).toEqual([member.patientID])
  expect(find('vanabernathy')).toEqual([member.patientID])
})
