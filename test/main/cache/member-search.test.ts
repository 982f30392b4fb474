import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Member } from '#domain/members/member.ts'
import { parseSearch } from '#domain/members/search-words.ts'
import { locationIDSchema } from '#domain/values/location-id.ts'
import { openWorkstationCache, type WorkstationCache } from '#main/cache/workstation-cache.ts'
import { aMember, aStudy } from '#test/builders/records.ts'

describe('the search in the cache', () => {
  let cache: WorkstationCache
  beforeAll(() => {
    cache = openWorkstationCache(join(mkdtempSync(join(tmpdir(), 'atrium-search-')), 'cache.db'), 'ab'.repeat(32))
    const people = [
      aMember(),
      aMember({
        patientID: 'm-000002',
        firstname: 'Zoë',
        preferredName: 'Zed',
        lastname: 'O’Brien-Müller',
        email: 'zoe@clinic.example',
        dob: '1975-12-31',
        phone_number: '(778) 555-0199',
      }),
      aMember({
        patientID: 'm-000003',
        firstname: 'Anabel',
        lastname: 'Silverton',
        email: 'bel@mail.example',
        dob: '1980-03-02',
        phone_number: '+1 250 555 0100',
      }),
    ]
    for (const person of people) cache.members.putMember(person, 1)
    cache.calendar.putStudy(aStudy({ studyID: 's-000777', patientID: 'm-000002' }))
    cache.calendar.putStudy(aStudy({ studyID: '0b1c2d3e-4f50-4a61-8b72-9c83d4e5f607', patientID: 'm-000003' }))
  })
  afterAll(() => cache.close())

  const find = (text: string) =>
    cache.members
      .search(text, 20)
      .map((hit) => (hit.kind === 'study' ? hit.study.studyID : hit.member.patientID))
      .sort()

  it.each([
    ['ana', ['m-000001', 'm-000003']],
    ['ana silva', ['m-000001']],
    ['silva ana', ['m-000001']],
    ['SIL An', ['m-000001', 'm-000003']],
    ['zoe', ['m-000002']],
    ['Zoë muller', ['m-000002']],
    ['zed', ['m-000002']],
    ['brien', ['m-000002']],
    ['nobody', []],
    ['ana muller', []],
  ])('finds by words of the name: %s', (text, expected) => expect(find(text)).toEqual(expected))

  it.each([
    ['1980-02-03', ['m-000001']],
    ['3 Feb 1980', ['m-000001']],
    ['3 february 1980', ['m-000001']],
    ['Feb 3, 1980', ['m-000001']],
    ['03-Feb-1980', ['m-000001']],
    ['19800203', ['m-000001']],
    ['03/02/1980', ['m-000001', 'm-000003']],
    ['ana 03/02/1980', ['m-000001', 'm-000003']],
    ['31/12/1975', ['m-000002']],
    ['12/31/1975', ['m-000002']],
    ['31.12.1975', ['m-000002']],
    ['1980', ['m-000001', 'm-000003']],
    ['silva 1980', ['m-000001']],
    ['30/02/1980', []],
  ])('finds by birth date in any format: %s', (text, expected) => expect(find(text)).toEqual(expected))

  it.each([
    ['6045550142', ['m-000001']],
    ['+1 (604) 555-0142', ['m-000001']],
    ['604 555', ['m-000001']],
    ['555 0142', ['m-000001']],
    ['0142', ['m-000001']],
    ['ana 604', ['m-000001']],
    ['7785550199', ['m-000002']],
  ])('finds by digits of the phone number: %s', (text, expected) => expect(find(text)).toEqual(expected))

  it.each([
    ['zoe@clinic.example', ['m-000002']],
    ['ZOE@', ['m-000002']],
    ['s-000777', ['s-000777']],
    ['S-0007', ['s-000777']],
    ['CA-BC-1-s-000777', ['s-000777']],
    [' ca-bc-1-s-000777-r2 ', ['s-000777']],
    ['CA-BC-1-s-000778-R1', []],
    ['m-000003', ['m-000003']],
    ['0b1c2d3e-4f50-4a61', ['0b1c2d3e-4f50-4a61-8b72-9c83d4e5f607']],
    ['0b1c2d3e', ['0b1c2d3e-4f50-4a61-8b72-9c83d4e5f607']],
  ])('finds by email and id: %s', (text, expected) => expect(find(text)).toEqual(expected))

  it.each(['', '   ', '%', '_', "' or 1=1 --", '"', '*', '\u0000', '(((', '-', '..', '@'])(
    'finds nothing and does not fail for %j',
    (text) => expect(find(text)).toEqual([]),
  )

  it('finds a member by the new name after a change of name, and no longer by the old name', () => {
    cache.members.putMember(aMember({ patientID: 'm-000009', firstname: 'Before', lastname: 'Wedding' }), 1)
    cache.members.putMember(aMember({ patientID: 'm-000009', firstname: 'After', lastname: 'Party', version: 2 }), 2)
    expect(find('before')).toEqual([])
    expect(find('after party')).toEqual(['m-000009'])
    expect(cache.members.putMember(aMember({ patientID: 'm-000009', firstname: 'Before', version: 1 }), 3)).toBe(false)
    expect(find('after')).toEqual(['m-000009'])
    expect(cache.members.deleteMember('m-000009')).toBe(true)
    expect(find('after')).toEqual([])
  })

  it('finds the one person who has both names, although thousands have one of the two names', () => {
    cache.transact(() => {
      for (let n = 0; n < 4000; n += 1) {
        const names =
          n % 2 === 0
            ? { firstname: 'Gracia', lastname: `Adler${n}` }
            : { firstname: `Zeno${n}`, lastname: 'Mortensen' }
        cache.members.putMember(aMember({ patientID: `m-crowd-${n}`, ...names }), 1)
      }
      cache.members.putMember(aMember({ patientID: 'm-zz', firstname: 'Gracia', lastname: 'Mortensen' }), 1)
    })
    expect(find('gra mor')).toEqual(['m-zz'])
    expect(find('mort grac')).toEqual(['m-zz'])
    expect(find('gracia grac')).toHaveLength(20)
  })

  it('shows a user who is limited to some locations only the members of those locations and the members whom the user created', () => {
    const home = locationIDSchema.parse('ca-bc-1')
    const scope = { locations: [home], userID: 'u-1' }
    const findIn = (text: string) => cache.members.searchMembers(text, 20, scope).map((member) => member.patientID)
    const ids = Array.from({ length: 600 }, (_, at) => `m-orlena-${String(at).padStart(3, '0')}` as Member['patientID'])
    cache.transact(() => {
      for (const patientID of ids) {
        cache.members.putMember(aMember({ patientID, firstname: 'Orlena', lastname: `Q${patientID.slice(-3)}` }), 1)
      }
    })
    expect(findIn('orlena')).toEqual([])
    cache.sync.keepPlaces(home, ids.slice(590, 592), 1)
    cache.sync.keepPlaces(locationIDSchema.parse('us-wa-2'), ids.slice(0, 500), 1)
    cache.calendar.putStudy(aStudy({ studyID: 's-orlena', patientID: ids[595] }))
    cache.members.noteCreator(ids[597] ?? aMember().patientID, 'u-1')
    cache.members.noteCreator(ids[598] ?? aMember().patientID, 'u-2')
    const shown = [590, 591, 595, 597].map((at) => ids[at])
    expect(findIn('orlena')).toEqual(shown)
    expect(findIn('orlenna')).toEqual(shown)
    const orlenas = cache.members.search('orlena', 20, scope)
    expect(orlenas).toHaveLength(4)
  })

  it('shows only studies of the user’s own locations, even if studies of other locations match too', () => {
    for (let n = 0; n < 30; n += 1) {
      cache.calendar.putStudy(aStudy({ studyID: `s-888${String(n).padStart(3, '0')}`, locationID: 'us-wa-2' }))
    }
    cache.calendar.putStudy(aStudy({ studyID: 's-888999' }))
    const hits = cache.members.search('s-888', 20, { locations: [locationIDSchema.parse('ca-bc-1')], userID: 'u-1' })
    expect(hits.map((hit) => (hit.kind === 'study' ? hit.study.studyID : ''))).toEqual(['s-888999'])
  })

  it('uses at most eight terms of a long text', () => {
    expect(parseSearch('a b c d e f g h i j k l').terms).toHaveLength(8)
  })
})
