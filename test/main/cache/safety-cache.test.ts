import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { beforeEach, describe, expect, it } from 'vitest'
import { type SafetyRecord, safetyRecordSchema } from '#domain/safety/safety-record.ts'
import { addMinutes, toInstant } from '#domain/values/instant.ts'
import { locationIDSchema } from '#domain/values/location-id.ts'
import { cacheMigrations } from '#main/cache/cache-migrations.ts'
import { openWorkstationCache, type WorkstationCache } from '#main/cache/workstation-cache.ts'
import { aStudy } from '#test/builders/records.ts'

const keyHex = 'cd'.repeat(32)
const vancouver = locationIDSchema.parse('ca-bc-1')
const { studyID } = aStudy()
const now = toInstant(Date.parse('2026-11-21T00:00:00Z'))

const aRecord = (overrides: Readonly<Record<string, unknown>> = {}): SafetyRecord =>
  safetyRecordSchema.parse({
    studyID,
    patientID: 'm-000001',
    SafetyQuestions: { ReasonType: 'Worried' },
    version: 1,
    savedAt: '2026-11-20T19:05:00Z',
    savedBy: 'Robin Frost',
    signOffs: [],
    revisions: [],
    lastVisit: null,
    ...overrides,
  })
const signOff = (withdrawn: unknown = null) => ({
  signOffID: 'so-1',
  version: 1,
  by: 'Nadia Pryce',
  at: '2026-11-20T20:00:00Z',
  reason: 'Seen',
  ground: { notices: {}, utcStart: null },
  withdrawn,
})
const withdrawal = { by: 'Nadia Pryce', at: '2026-11-20T21:00:00Z', reason: 'Wrong member' }

describe('the safety cache', () => {
  let cache: WorkstationCache
  let path: string
  beforeEach(() => {
    path = join(mkdtempSync(join(tmpdir(), 'atrium-safety-')), 'cache.db')
    cache = openWorkstationCache(path, keyHex)
    cache.calendar.putStudy(aStudy())
  })
  const sweep = (cursor: string) =>
    cache.sync.endFill(vancouver, { cursor, asOf: now, coveredFrom: now, coveredTo: addMinutes(now, 60) })

  it('returns the stored record, and reports whether it is new', () => {
    expect(cache.safety.record(studyID)).toBeNull()
    expect(cache.safety.putRecord(aRecord())).toBe(true)
    expect(cache.safety.putRecord(aRecord())).toBe(false)
    expect(cache.safety.record(studyID)).toEqual(aRecord())
  })

  const signed = aRecord({ signOffs: [signOff()] })
  const withdrawnRecord = aRecord({ signOffs: [signOff(withdrawal)] })
  const newer = aRecord({ version: 2, SafetyQuestions: { ReasonType: 'Preventative' } })
  it.each([
    ['the answers of a later version', aRecord(), newer],
    ['a sign-off, not the record without a sign-off', aRecord(), signed],
    ['a withdrawn sign-off, not the record in which the sign-off is valid', signed, withdrawnRecord],
    ['a later version, even with fewer sign-offs', withdrawnRecord, newer],
  ])('keeps the record with %s, in whichever order the two records arrive', (_, earlier, later) => {
    cache.safety.putRecord(earlier)
    expect(cache.safety.putRecord(later)).toBe(true)
    expect(cache.safety.putRecord(earlier)).toBe(false)
    expect(cache.safety.record(studyID)).toEqual(later)
  })

  it('leaves out the answers of an earlier visit, which not every user of this desk may see', () => {
    const lastVisit = {
      studyID: 's-000000',
      savedAt: '2025-11-20T19:05:00Z',
      SafetyQuestions: { ReasonType: 'Worried' },
    }
    expect(cache.safety.putRecord(aRecord({ lastVisit }))).toBe(true)
    expect(cache.safety.record(studyID)).toEqual(aRecord())
    expect(cache.safety.putRecord(aRecord())).toBe(false)
  })

  it('has no answers without their study', () => {
    expect(cache.safety.putRecord(aRecord({ studyID: 's-000002' }))).toBe(false)
    cache.safety.putRecord(aRecord())
    cache.calendar.deleteStudy(studyID)
    expect(cache.safety.record(studyID)).toBeNull()
  })

  it('keeps the answers when the study is written again', () => {
    cache.safety.putRecord(aRecord())
    cache.calendar.putStudy(aStudy({ version: 2 }))
    expect(cache.safety.record(studyID)).toEqual(aRecord())
  })

  it('deletes, after a fill, only the records of studies that the fill did not include', () => {
    const stays = aStudy({ studyID: 's-stays' })
    cache.sync.beginFill(vancouver, now)
    for (const study of [aStudy(), stays]) cache.calendar.putStudy(study)
    cache.safety.putRecord(aRecord())
    cache.safety.putRecord(aRecord({ studyID: stays.studyID }))
    sweep('c1')
    cache.sync.beginFill(vancouver, now)
    expect(cache.safety.record(studyID)).toEqual(aRecord())
    cache.calendar.putStudy(stays)
    sweep('c2')
    expect(cache.safety.record(studyID)).toBeNull()
    expect(cache.safety.record(stays.studyID)).not.toBeNull()
  })

  it('deletes the records of a location that was not synced since the limit', () => {
    cache.sync.beginFill(vancouver, now)
    cache.calendar.putStudy(aStudy())
    cache.safety.putRecord(aRecord())
    sweep('c1')
    cache.sync.forgetLocationsUnheardSince(addMinutes(now, 1))
    expect(cache.safety.record(studyID)).toBeNull()
  })

  it('stores the support line until it changes or is removed', () => {
    expect(cache.supportLine.read()).toBeNull()
    cache.supportLine.write('1-800-555-0142')
    cache.close()
    cache = openWorkstationCache(path, keyHex)
    expect(cache.supportLine.read()).toBe('1-800-555-0142')
    cache.supportLine.write('1-800-555-0143')
    expect(cache.supportLine.read()).toBe('1-800-555-0143')
    cache.supportLine.write(null)
    expect(cache.supportLine.read()).toBeNull()
  })

  it('removes the studies of a cache that is older than the safety questions, so that the studies are copied again', () => {
    const olderPath = join(mkdtempSync(join(tmpdir(), 'atrium-older-')), 'cache.db')
    const db = new SqliteDatabase(olderPath)
    db.pragma("cipher='aegis'")
    db.pragma(`key="raw:${keyHex}"`)
    db.exec(cacheMigrations[0]?.sql ?? '')
    db.exec(`
      insert into study values ('${studyID}', 'm-1', 'ca-bc-1', 1, 1, 3, '{"studyID":"${studyID}"}');
      insert into machine_time values ('e-1', 'ca-bc-1', '${studyID}', 1, 2, 3, '{}');
      insert into search_word values ('s1', 'study', '${studyID}'), ('ana', 'member', 'm-1');
      insert into sku values (300, '{"skuID":300}');
      insert into location_sync (location_id, cursor, generation) values ('ca-bc-1', 'c9', 3)`)
    db.pragma('user_version=1')
    const count = (table: string) => db.prepare(`select count(*) from ${table}`).pluck(true).get()
    const older = openWorkstationCache(olderPath, keyHex)
    expect(older.sync.read(vancouver).cursor).toBeNull()
    expect(older.calendar.study(studyID)).toBeNull()
    expect(older.calendar.machineTimesOfStudy(studyID)).toEqual([])
    expect(older.safety.record(studyID)).toBeNull()
    expect(['search_word', 'sku'].map(count)).toEqual([1, 1])
    db.close()
    older.close()
  })
})
