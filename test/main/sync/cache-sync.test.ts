import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fail, ok } from '#contract/reply.ts'
import { toInstant } from '#domain/values/instant.ts'
import { locationIDSchema } from '#domain/values/location-id.ts'
import type { StaffCalls } from '#main/back-office-client/staff-calls.ts'
import { openWorkstationDatabase, type WorkstationDatabase } from '#main/database/open-workstation-database.ts'
import type { SessionHolder } from '#main/session/session-service.ts'
import { type CacheSync, createCacheSync } from '#main/sync/cache-sync.ts'
import { createRecordKeeper } from '#main/sync/record-keeper.ts'
import { aLocation, aMachineTime, aMember, aStaffUser } from '#test/builders/records.ts'
import { createMemoryVault } from '#test/fakes/fake-platform.ts'

const nowMs = () => Date.parse('2026-11-21T12:00:00Z')
const home = locationIDSchema.parse('ca-bc-1')
const pages = [1, 2, 3].map((page) =>
  [1, 2].map((one) => aMember({ patientID: `m-${page}-${one}`, email: `m.${page}.${one}@mail.example` })),
)

describe('the copy of all members of the home location', () => {
  let database: WorkstationDatabase
  let sync: CacheSync
  let events: string[]
  let failing: Set<string>
  let onMembers: () => void
  const folder = mkdtempSync(join(tmpdir(), 'atrium-sync-'))

  beforeEach(async () => {
    events = []
    failing = new Set()
    onMembers = () => {}
    const vault = createMemoryVault()
    database = await openWorkstationDatabase({ folder: mkdtempSync(join(folder, 'a-')), vault, log: () => {}, nowMs })
    database.withCache((cache) => cache.catalogue.putLocation(aLocation()))
    const calls = {
      callUnchecked: async () => {
        events.push('changes')
        const time = aMachineTime()
        const changes = [{ kind: 'machine-time', id: time.eventID, value: time }]
        return ok({ cursor: 'c', more: false, asOf: toInstant(nowMs()), changes, reset: false })
      },
      call: async (_name: string, { query }: { query: { after?: string } }) => {
        const after = query.after ?? 'the beginning'
        events.push(`members after ${after}`)
        onMembers()
        if (failing.delete(after)) return fail('offline', 'Out of reach.')
        const at = pages.findIndex((page) => page.at(-1)?.patientID === query.after) + 1
        const members = pages[at] ?? []
        return ok({ members, next: at === pages.length - 1 ? null : (members.at(-1)?.patientID ?? null) })
      },
    } as unknown as StaffCalls
    const user = aStaffUser({ homeLocation: home })
    const session = { user: () => user, token: () => 'token', gate: () => 'signed-in' } as unknown as SessionHolder
    const keeper = createRecordKeeper({ database, publish: (name) => events.push(name), nowMs })
    const auditHeads = { keep: () => {}, report: async () => {} }
    sync = createCacheSync({ calls, database, keeper, session, log: () => {}, auditHeads, nowMs })
  })
  afterEach(async () => {
    await sync.stop()
    database.close()
  })

  const countMembers = () => database.withCache((cache) => cache.members.countMembers())
  const membersAsked = () => events.filter((what) => what.startsWith('members after'))

  it('starts after a change from the feed is published, and copies page by page', async () => {
    sync.start()
    await expect.poll(countMembers).toBe(6)
    expect(events).toEqual([
      'changes',
      'booking.calendarChanged',
      'members after the beginning',
      'members after m-1-2',
      'members after m-2-2',
    ])
    await expect.poll(() => database.withCache((cache) => cache.sync.read(home).membersCopiedAt)).not.toBeNull()
  })

  it('continues after the last copied page when it was interrupted', async () => {
    failing.add('m-1-2')
    sync.start()
    await expect.poll(() => membersAsked().length).toBe(2)
    expect(countMembers()).toBe(2)
    sync.restart()
    await expect.poll(countMembers).toBe(6)
    expect(membersAsked()).toEqual([
      'members after the beginning',
      'members after m-1-2',
      'members after m-1-2',
      'members after m-2-2',
    ])
  })

  it('lets the feed run between two pages', async () => {
    onMembers = () => sync.hurry(home)
    sync.start()
    await expect.poll(countMembers).toBe(6)
    const turns = events.filter((what) => what === 'changes' || what.startsWith('members after'))
    expect(turns.map((turn) => turn.split(' ')[0]).slice(0, 6)).toEqual([
      'changes',
      'members',
      'changes',
      'members',
      'changes',
      'members',
    ])
  })
})
