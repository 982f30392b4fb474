import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Instant } from '#domain/values/instant.ts'
import { locationIDSchema } from '#domain/values/location-id.ts'
import { openWorkstationCache, type WorkstationCache } from '#main/cache/workstation-cache.ts'
import { aMachineTime, aMember, aStudy } from '#test/builders/records.ts'

const vancouver = locationIDSchema.parse('ca-bc-1')
const at = (text: string) => text as Instant
const keyHex = 'cd'.repeat(32)

describe('the calendar in the cache', () => {
  let cache: WorkstationCache
  let path: string
  beforeEach(() => {
    path = join(mkdtempSync(join(tmpdir(), 'atrium-calendar-')), 'cache.db')
    cache = openWorkstationCache(path, keyHex)
  })

  it('returns times that overlap a range, and not those that only touch its edges', () => {
    for (const [eventID, utcStart, utcEnd] of [
      ['before', '2026-11-24T06:00:00Z', '2026-11-24T08:00:00Z'],
      ['over-start', '2026-11-24T07:30:00Z', '2026-11-24T08:30:00Z'],
      ['inside', '2026-11-24T10:00:00Z', '2026-11-24T11:00:00Z'],
      ['over-end', '2026-11-25T07:59:00Z', '2026-11-25T09:00:00Z'],
      ['after', '2026-11-25T08:00:00Z', '2026-11-25T09:00:00Z'],
    ]) {
      cache.calendar.putMachineTime(aMachineTime({ eventID, utcStart, utcEnd }))
    }
    cache.calendar.putMachineTime(aMachineTime({ eventID: 'elsewhere', locationID: 'ca-bc-2' }))
    const found = cache.calendar.machineTimes(vancouver, at('2026-11-24T08:00:00Z'), at('2026-11-25T08:00:00Z'))
    expect(found.map((time) => time.eventID)).toEqual(['over-start', 'inside', 'over-end'])
  })

  it('reads ranges and search words by index, never by a table scan', () => {
    cache.close()
    const db = new SqliteDatabase(path)
    db.pragma("cipher='aegis'")
    db.pragma(`key="raw:${keyHex}"`)
    const plans = [
      "select document from machine_time where location_id = 'a' and starts_at >= 1 and starts_at < 2 and ends_at > 1",
      "select document from study where member_id = 'm'",
      "select record_id from search_word where word >= 'a' and word < 'b' and kind = 'member' limit 3",
    ].flatMap((sql) => db.prepare<[], { detail: string }>(`explain query plan ${sql}`).all())
    db.close()
    for (const { detail } of plans) expect(detail).toMatch(/^SEARCH .* USING .*(INDEX|PRIMARY KEY)/)
  })

  it('reports whether a write changed anything', () => {
    expect(cache.calendar.putMachineTime(aMachineTime())).toMatchObject({ changed: true, before: null })
    expect(cache.calendar.putMachineTime(aMachineTime()).changed).toBe(false)
    const moved = cache.calendar.putMachineTime(aMachineTime({ utcStart: '2026-11-24T16:00:00Z' }))
    expect(moved.before?.utcStart).toBe('2026-11-24T16:40:00Z')
    expect(cache.calendar.deleteMachineTime('e-000001').before?.utcStart).toBe('2026-11-24T16:00:00Z')
    expect(cache.calendar.deleteMachineTime('e-000001')).toEqual({ changed: false, before: null })
  })

  it('keeps the newer version of a study', () => {
    cache.calendar.putStudy(aStudy({ version: 5 }))
    expect(cache.calendar.putStudy(aStudy({ version: 4, referrer: 'late' })).changed).toBe(false)
    expect(cache.calendar.study(aStudy().studyID)?.version).toBe(5)
  })

  it('deletes records that the fill did not contain, and keeps records written during the fill', () => {
    const done = {
      cursor: 'c1',
      asOf: at('2026-11-21T00:00:00Z'),
      coveredFrom: at('2026-11-14T00:00:00Z'),
      coveredTo: at('2027-01-20T00:00:00Z'),
    }
    const range = [vancouver, at('2026-11-24T00:00:00Z'), at('2026-11-26T00:00:00Z')] as const
    cache.sync.beginFill(vancouver, done.asOf)
    for (const eventID of ['old', 'stays']) cache.calendar.putMachineTime(aMachineTime({ eventID }))
    cache.calendar.putStudy(aStudy({ studyID: 's-old' }))
    cache.sync.endFill(vancouver, done)
    cache.sync.beginFill(vancouver, done.asOf)
    // The records of the first fill are still readable during the second one.
    expect(cache.calendar.machineTimes(...range)).toHaveLength(2)
    expect(cache.sync.read(vancouver).cursor).toBe('c1')
    cache.calendar.putMachineTime(aMachineTime({ eventID: 'stays' }))
    cache.calendar.putMachineTime(aMachineTime({ eventID: 'own-hold', kind: 'slot-hold', studyID: null }))
    expect(cache.sync.endFill(vancouver, { ...done, cursor: 'c2' })).toEqual({ machineTimes: 1, studies: 1 })
    expect(cache.calendar.machineTimes(...range).map((time) => time.eventID)).toEqual(['own-hold', 'stays'])
    expect(cache.members.search('s-old', 5)).toEqual([])
    expect(cache.sync.read(vancouver)).toMatchObject({ cursor: 'c2', asOf: done.asOf, coveredTo: done.coveredTo })
  })

  it('deletes locations not synced since the limit, and keeps the others', () => {
    const victoria = locationIDSchema.parse('ca-bc-2')
    const done = { cursor: 'c', coveredFrom: at('2026-11-14T00:00:00Z'), coveredTo: at('2027-01-20T00:00:00Z') }
    for (const [locationID, asOf] of [
      [vancouver, '2026-11-01T00:00:00Z'],
      [victoria, '2026-11-20T00:00:00Z'],
    ] as const) {
      cache.sync.beginFill(locationID, at(asOf))
      cache.calendar.putStudy(aStudy({ studyID: `s-${locationID}`, locationID }))
      cache.calendar.putMachineTime(aMachineTime({ eventID: `e-${locationID}`, locationID }))
      cache.sync.endFill(locationID, { ...done, asOf: at(asOf) })
    }
    cache.sync.forgetLocationsUnheardSince(at('2026-11-13T00:00:00Z'))
    expect(cache.sync.read(vancouver)).toMatchObject({ cursor: null, asOf: null, coveredFrom: null })
    expect(cache.members.search(`s-${vancouver}`, 5)).toEqual([])
    expect(cache.calendar.countStudies()).toBe(1)
    expect(cache.calendar.machineTimes(vancouver, done.coveredFrom, done.coveredTo)).toEqual([])
    expect(cache.calendar.machineTimes(victoria, done.coveredFrom, done.coveredTo)).toHaveLength(1)
    expect(cache.sync.read(victoria).cursor).toBe('c')
  })

  it('deletes a location whose only fill began before the limit and never ended', () => {
    cache.sync.beginFill(vancouver, at('2026-11-01T00:00:00Z'))
    cache.calendar.putStudy(aStudy())
    cache.sync.forgetLocationsUnheardSince(at('2026-10-31T00:00:00Z'))
    expect(cache.calendar.countStudies()).toBe(1)
    cache.sync.forgetLocationsUnheardSince(at('2026-11-13T00:00:00Z'))
    expect(cache.calendar.countStudies()).toBe(0)
  })

  it('deletes members who have no cached study and were last stored before the limit', () => {
    cache.members.putMember(aMember({ patientID: 'm-000001' }), 100)
    cache.members.putMember(aMember({ patientID: 'm-000002' }), 100)
    cache.members.putMember(aMember({ patientID: 'm-000003' }), 5000)
    cache.calendar.putStudy(aStudy({ patientID: 'm-000002' }))
    expect(cache.sync.forgetMembersUntouchedSince(at('1970-01-01T00:10:00Z'))).toBe(1)
    const found = cache.members.searchMembers('ana', 9).map((member) => member.patientID)
    expect(found.sort()).toEqual(['m-000002', 'm-000003'])
  })
})
