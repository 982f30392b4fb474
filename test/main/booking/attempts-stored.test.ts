import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fail, ok, type Reply } from '#contract/reply.ts'
import type { Study } from '#domain/study/study.ts'
import type { StaffCalls } from '#main/back-office-client/staff-calls.ts'
import { createBookingAttempts } from '#main/booking/attempts.ts'
import { openWorkstationDatabase, type WorkstationDatabase } from '#main/database/open-workstation-database.ts'
import { aStaffUser, aStudy } from '#test/builders/records.ts'
import { createFakePlatform, createMemoryVault } from '#test/fakes/fake-platform.ts'

const user = aStaffUser()
const idempotencyKey = 'key-00000001'
const stored = { studyID: null, body: { machineID: 'm-1' }, hold: null }
const request = { kind: 'book', idempotencyKey, draftID: 'booking', ...stored } as const

/**
 * Rows written by a version that did not have the code `outcome-unknown`. They hold the code of the call itself. With
 * `offline` the request was certainly not sent. With `unexpected` the back office may have acted on it.
 */
describe('a desk with booking attempts of an earlier version', () => {
  let database: WorkstationDatabase
  let answer: Reply<Study>
  let keys: (string | undefined)[]
  const opened: ReturnType<typeof createBookingAttempts>[] = []
  beforeEach(async () => {
    const folder = mkdtempSync(join(tmpdir(), 'atrium-old-attempts-'))
    const { log, nowMs } = createFakePlatform({ folder })
    database = await openWorkstationDatabase({ folder, vault: createMemoryVault(), log, nowMs })
    keys = []
  })
  afterEach(async () => {
    for (const attempts of opened.splice(0)) await attempts.finish()
    database.close()
  })

  const written = (
    state: 'open' | 'refused' | 'withdrawn',
    failure: { code: string; message: string } | null,
  ): void => {
    const { attempts } = database.journal
    const row = { idempotencyKey, author: user.user_id, kind: 'book', draftID: 'booking', begunAt: 1 } as const
    expect(attempts.begin({ ...row, request: JSON.stringify(stored) })).toBe(true)
    if (state === 'open') return
    const outcome = { state, answer: JSON.stringify(failure), acknowledged: false, settledAt: 2 } as const
    attempts.settle(idempotencyKey, outcome)
  }
  const open = (token: string | null = 'token') => {
    const callExactly = (async (_name: string, _input: unknown, options: { idempotencyKey?: string }) => {
      keys.push(options.idempotencyKey)
      return answer
    }) as unknown as StaffCalls['callExactly']
    const attempts = createBookingAttempts({
      calls: { callExactly } as StaffCalls,
      database,
      keeper: { keepStudy: () => {} } as never,
      session: { user: () => user, token: () => token } as never,
      publish: () => {},
      log: () => {},
      nowMs: () => 3000,
    })
    opened.push(attempts)
    return attempts
  }
  const stateNow = () => database.journal.attempts.read(user.user_id, idempotencyKey)?.state

  it('retries an attempt that was never sent, and reports it as unsent until it is sent', async () => {
    written('withdrawn', { code: 'offline', message: 'Away.' })
    answer = fail('offline', 'Away.')
    expect(await open().attempt(request)).toMatchObject({ failure: { code: 'offline' } })
    expect(stateNow()).toBe('withdrawn')
    answer = ok(aStudy())
    expect(await open().attempt(request)).toMatchObject({ ok: true })
    expect(keys).toEqual([idempotencyKey, idempotencyKey])
  })

  it('does not send an attempt without a session, and leaves the attempt withdrawn', async () => {
    written('withdrawn', { code: 'offline', message: 'Away.' })
    expect(await open(null).attempt(request)).toMatchObject({ failure: { code: 'offline' } })
    expect(stateNow()).toBe('withdrawn')
    expect(keys).toEqual([])
  })

  it.each(['offline', 'signed-out', 'too-many-requests'] as const)(
    'continues to resolve an attempt that got an unintelligible answer, even if the next try gets %s',
    async (code) => {
      written('withdrawn', { code: 'unexpected', message: 'Look at the calendar.' })
      answer = fail(code, 'Not now.')
      expect(await open().attempt(request)).toMatchObject({ failure: { code: 'outcome-unknown' } })
      expect(stateNow()).toBe('open')
      expect(await open(null).attempt(request)).toMatchObject({ failure: { code: 'outcome-unknown' } })
      answer = ok(aStudy())
      const attempts = open()
      await attempts.settleOpen()
      expect(attempts.settled()).toMatchObject([{ outcome: { kind: 'booked' } }])
      expect(new Set(keys)).toEqual(new Set([idempotencyKey]))
    },
  )

  it('repeats an open attempt under its key', async () => {
    written('open', null)
    answer = fail('offline', 'Away.')
    expect(await open().attempt(request)).toMatchObject({ failure: { code: 'outcome-unknown' } })
    answer = ok(aStudy())
    expect(await open().attempt(request)).toMatchObject({ ok: true })
    expect(new Set(keys)).toEqual(new Set([idempotencyKey]))
  })

  it.each(['slot-taken', 'unexpected'] as const)('returns a refused attempt’s stored answer: %s', async (code) => {
    written('refused', { code, message: 'Words.' })
    expect(await open().attempt(request)).toEqual(fail(code, 'Words.'))
    expect(keys).toEqual([])
  })
})
