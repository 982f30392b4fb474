import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openWorkstationDatabase, type WorkstationDatabase } from '#main/database/open-workstation-database.ts'
import { isRequestOf } from '#main/journal/request-mark.ts'
import { createFakePlatform, createMemoryVault } from '#test/fakes/fake-platform.ts'

const key = 'key-00000001'
const author = 'u-1'
const requestOf = (reason: string) =>
  JSON.stringify({ studyID: null, body: { SafetyQuestions: { reason } }, hold: null })
const request = requestOf('Xylophonamine')

describe('the journal’s attempts', () => {
  let database: WorkstationDatabase
  beforeEach(async () => {
    const folder = mkdtempSync(join(tmpdir(), 'atrium-attempts-'))
    const { log, nowMs } = createFakePlatform({ folder })
    database = await openWorkstationDatabase({ folder, vault: createMemoryVault(), log, nowMs })
    const { attempts } = database.journal
    expect(attempts.begin({ idempotencyKey: key, author, kind: 'book', draftID: 'd-1', request, begunAt: 1 })).toBe(
      true,
    )
  })
  afterEach(() => database.close())
  const read = () => database.journal.attempts.read(author, key)
  const settle = (state: 'done' | 'refused' | 'withdrawn') =>
    database.journal.attempts.settle(key, { state, answer: '{}', acknowledged: false, settledAt: 2 })

  it('have their request while they are open', () => {
    expect(database.journal.attempts.open(author).map((one) => one.request)).toEqual([request])
    expect(isRequestOf({ request }, request)).toBe(true)
  })

  it.each(['done', 'refused', 'withdrawn'] as const)(
    'delete their request once %s, and still recognise it',
    (state) => {
      settle(state)
      const settled = read()
      expect(settled).toMatchObject({ state, answer: '{}' })
      expect(JSON.stringify(settled)).not.toContain('Xylophonamine')
      expect(settled !== null && isRequestOf(settled, request)).toBe(true)
      expect(settled !== null && isRequestOf(settled, requestOf('another'))).toBe(false)
    },
  )

  it('get their request back when they are reopened, so that the request can be repeated after a crash', () => {
    settle('withdrawn')
    database.journal.attempts.reopen(key, request)
    expect(read()).toMatchObject({ state: 'open', request, acknowledged: false })
  })

  it('are settled once: a second outcome changes nothing', () => {
    database.journal.drafts.save(author, 'd-1', { content: '{}', savedAt: 1 })
    settle('refused')
    const first = read()
    settle('done')
    expect(read()).toEqual(first)
    expect(database.journal.drafts.read(author, 'd-1')).not.toBeNull()
  })
})
