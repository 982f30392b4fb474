import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { StaffUser } from '#domain/session/staff-user.ts'
import { openWorkstationDatabase, type WorkstationDatabase } from '#main/database/open-workstation-database.ts'
import { createDraftsService } from '#main/session/drafts-service.ts'
import type { SessionHolder } from '#main/session/session-service.ts'
import { aStaffUser } from '#test/builders/records.ts'
import { createFakePlatform, type FakePlatform } from '#test/fakes/fake-platform.ts'

const dayMs = 86_400_000

describe('drafts service', () => {
  let platform: FakePlatform
  let database: WorkstationDatabase
  const user: StaffUser = aStaffUser()
  const session = { user: () => user } as SessionHolder
  const open = () => createDraftsService({ database, session, nowMs: () => platform.nowMs() })
  const save = (draftID: string) => open().save({ draftID, content: { step: 3 } })
  const stored = (draftID: string) => database.journal.drafts.read(user.user_id, draftID)
  beforeEach(async () => {
    platform = createFakePlatform()
    const { log, vault, folders } = platform
    database = await openWorkstationDatabase({ folder: folders.data, vault, log, nowMs: () => platform.nowMs() })
  })
  afterEach(() => database.close())

  it('keeps a draft for 30 days after it was last saved', async () => {
    await save('booking')
    platform.pass(29 * dayMs)
    expect(await open().read({ draftID: 'booking' })).toMatchObject({ value: { content: { step: 3 } } })
    await save('booking')
    platform.pass(29 * dayMs)
    expect(await open().read({ draftID: 'booking' })).toMatchObject({ value: { content: { step: 3 } } })
    platform.pass(2 * dayMs)
    expect(await open().read({ draftID: 'booking' })).toEqual({ ok: true, value: null })
  })

  it('removes all users’ old drafts from the journal at the next start', async () => {
    await save('old')
    database.journal.drafts.save('u-left-long-ago', 'old', {
      content: '{}',
      savedAt: Math.floor(platform.nowMs() / 1000),
    })
    platform.pass(31 * dayMs)
    await save('new')
    open()
    expect(stored('old')).toBeNull()
    expect(database.journal.drafts.read('u-left-long-ago', 'old')).toBeNull()
    expect(stored('new')).not.toBeNull()
  })

  it('keeps an old draft while the result of its booking is unknown', async () => {
    await save('booking')
    const idempotencyKey = 'key-00000001'
    const attempt = { idempotencyKey, author: user.user_id, kind: 'book', draftID: 'booking', request: '{}' } as const
    database.journal.attempts.begin({ ...attempt, begunAt: 1 })
    platform.pass(31 * dayMs)
    open()
    expect(stored('booking')).not.toBeNull()
    const settledAt = Math.floor(platform.nowMs() / 1000)
    database.journal.attempts.settle(idempotencyKey, { state: 'refused', answer: null, acknowledged: true, settledAt })
    open()
    expect(stored('booking')).toBeNull()
  })
})
