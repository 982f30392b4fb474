import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fail, ok } from '#contract/reply.ts'
import type { Member, MemberDraft } from '#domain/members/member.ts'
import type { StaffCalls } from '#main/back-office-client/staff-calls.ts'
import { openWorkstationDatabase, type WorkstationDatabase } from '#main/database/open-workstation-database.ts'
import { createMembersService } from '#main/members/members-service.ts'
import type { SessionHolder } from '#main/session/session-service.ts'
import { createRecordKeeper } from '#main/sync/record-keeper.ts'
import { aMember, aStaffUser, aStudy } from '#test/builders/records.ts'
import { createMemoryVault } from '#test/fakes/fake-platform.ts'

const nowMs = () => Date.parse('2026-11-21T12:00:00Z')

describe('members service', () => {
  let database: WorkstationDatabase
  beforeEach(async () => {
    const folder = mkdtempSync(join(tmpdir(), 'atrium-members-'))
    database = await openWorkstationDatabase({ folder, vault: createMemoryVault(), log: () => {}, nowMs })
  })
  afterEach(() => database.close())

  const serviceFor = (user: ReturnType<typeof aStaffUser>, found: readonly Member[] | null = null) => {
    const keeper = createRecordKeeper({ database, publish: () => {}, nowMs })
    const call = async () => (found === null ? fail('offline', 'Out of reach.') : ok(found))
    const session = { user: () => user } as SessionHolder
    return createMembersService({
      calls: { call } as unknown as StaffCalls,
      database,
      keeper,
      session,
      withWaiting: (study) => study,
    })
  }

  it('returns from the cache only studies at locations that the user may see', async () => {
    const study = aStudy()
    database.withCache((cache) => cache.calendar.putStudy(study))
    const read = (allowedLocations: unknown) =>
      serviceFor(aStaffUser({ allowedLocations })).readStudies({ memberID: study.patientID })
    expect(await read([study.locationID])).toEqual(ok([study]))
    expect(await read('all')).toEqual(ok([study]))
    expect(await read(['us-ny-1'])).toMatchObject({ failure: { code: 'offline' } })
  })

  it('finds a member of unknown location offline, for staff of some locations, only if this workstation created the member', async () => {
    const user = aStaffUser({ allowedLocations: ['us-ny-1'] })
    const keeper = createRecordKeeper({ database, publish: () => {}, nowMs })
    const member = aMember({ firstname: 'Quentin', lastname: 'Ownby' })
    const creating = createMembersService({
      calls: { call: async () => ok({ member }) } as unknown as StaffCalls,
      database,
      keeper,
      session: { user: () => user } as SessionHolder,
      withWaiting: (study) => study,
    })
    keeper.keepMembers([aMember({ patientID: 'm-000002', firstname: 'Quentin', lastname: 'Other' })])
    await creating.create({ draft: member as unknown as MemberDraft, idempotencyKey: 'k-1' })
    const found = async (text: string) => {
      const reply = await serviceFor(user).search({ text, limit: 20 })
      return reply.ok ? reply.value.members.map(({ lastname }) => lastname) : reply
    }
    expect(await found('quentin')).toEqual(['Ownby'])
    expect(await found('quentin ownbey')).toEqual(['Ownby'])
  })

  it('removes its copy of a member who was merged into another, when the back office answers with the kept member', async () => {
    const [merged, kept] = [aMember({ lastname: 'Twin' }), aMember({ patientID: 'm-000002', lastname: 'Kept' })]
    const keeper = createRecordKeeper({ database, publish: () => {}, nowMs })
    keeper.keepMembers([merged])
    const service = createMembersService({
      calls: { call: async () => ok(kept) } as unknown as StaffCalls,
      database,
      keeper,
      session: { user: () => aStaffUser() } as SessionHolder,
      withWaiting: (study) => study,
    })
    expect(await service.read({ memberID: merged.patientID })).toEqual(ok(kept))
    const cached = (id: Member['patientID']) => database.withCache((cache) => cache.members.member(id))
    expect([cached(merged.patientID), cached(kept.patientID)]).toEqual([null, kept])
  })

  it('reports whether a member’s appointments come from the back office or from this computer’s copy', async () => {
    const study = aStudy()
    const memberID = study.patientID
    const asked: unknown[] = []
    const service = createMembersService({
      calls: {
        call: async (name: string, input: unknown) => {
          asked.push([name, input])
          return ok([study])
        },
      } as unknown as StaffCalls,
      database,
      keeper: createRecordKeeper({ database, publish: () => {}, nowMs }),
      session: { user: () => aStaffUser() } as SessionHolder,
      withWaiting: (one) => one,
    })
    expect(await service.readAppointments({ memberID })).toEqual(ok({ studies: [study], source: 'back-office' }))
    // The back office audits this call as a view of the member.
    expect(asked).toEqual([['readStudiesOfMember', { params: { id: memberID } }]])
    const offline = serviceFor(aStaffUser())
    expect(await offline.readAppointments({ memberID })).toMatchObject({ failure: { code: 'offline' } })
    database.withCache((cache) => cache.calendar.putStudy(study))
    expect(await offline.readAppointments({ memberID })).toEqual(ok({ studies: [study], source: 'cache' }))
    const elsewhere = serviceFor(aStaffUser({ allowedLocations: ['us-ny-1'] }))
    expect(await elsewhere.readAppointments({ memberID })).toMatchObject({ failure: { code: 'offline' } })
  })

  it('stores in the cache only the possible duplicates among the members that it checked', async () => {
    const same = aMember({ patientID: 'm-000011', email: 'other@mail.example' })
    const stranger = aMember({
      patientID: 'm-000012',
      firstname: 'Zebulon',
      lastname: 'Quist',
      email: 'z@mail.example',
    })
    const service = serviceFor(aStaffUser(), [same, stranger])
    const reply = await service.findDuplicates({ draft: { ...aMember(), email: 'new@mail.example' } as never })
    expect(reply.ok && reply.value.map((match) => match.member.patientID)).toEqual(['m-000011'])
    expect(database.withCache((cache) => cache.members.member(stranger.patientID))).toBeNull()
    expect(database.withCache((cache) => cache.members.member(same.patientID))).toEqual(same)
  })
})
