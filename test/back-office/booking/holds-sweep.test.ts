import { afterEach, expect, it, vi } from 'vitest'
import { findEngines, runBackOffice } from '#test/builders/back-office.ts'
import { aBooking, aHold } from './booking-desk.ts'

afterEach(() => vi.useRealTimers())

it('a running back office releases expired slot holds and temporary holds by itself', async () => {
  const [sqlite] = await findEngines('rules')
  if (sqlite === undefined) throw new Error('SQLite is always there')
  // Fakes only the intervals, so that the test starts the sweep. Servers and databases need the other timers.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const office = await runBackOffice(sqlite)
  const held = async (): Promise<string[]> => {
    const rows = await office.db.selectFrom('machine_time').select('kind').orderBy('starts_at').execute()
    return rows.map(({ kind }) => kind)
  }
  try {
    const token = await office.signIn('frontdesk')
    const slot = await office.call('createHoldAssisted', { body: aHold() as never }, { token, key: 'slot' })
    const body = aBooking({ utcStart: '2026-11-25T19:00:00Z' }) as never
    const temporary = await office.call('createTemporaryHoldBooking', { body }, { token, key: 'temporary' })
    expect([slot.status, temporary.status]).toEqual([200, 200])
    office.advance(48 * 3600)
    expect(await held()).toEqual(['slot-hold', 'temporary-hold'])
    vi.advanceTimersByTime(15_000)
    await vi.waitFor(async () => expect(await held()).toEqual([]), { timeout: 10_000 })
  } finally {
    await office.stop()
  }
  expect(office.errors).toEqual([])
})
