import { afterEach, expect, it, vi } from 'vitest'
import { clinic, findEngines, type RunningBackOffice, runBackOffice } from '#test/builders/back-office.ts'
import { aBooking, aHold } from './booking-desk.ts'

afterEach(() => vi.useRealTimers())

/** Starts a back office whose sweeps the test starts. */
const runSweptOffice = async (): Promise<RunningBackOffice> => {
  const [sqlite] = await findEngines('rules')
  if (sqlite === undefined) throw new Error('SQLite is always there')
  // Fakes only the intervals. Servers and databases need the other timers.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  return await runBackOffice(sqlite)
}
const sweep = () => vi.advanceTimersByTime(15_000)

it('a running back office releases expired slot holds and temporary holds automatically', async () => {
  const office = await runSweptOffice()
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
    sweep()
    await vi.waitFor(async () => expect(await held()).toEqual([]), { timeout: 10_000 })
  } finally {
    await office.stop()
  }
  expect(office.errors).toEqual([])
})

it('a running back office applies a price when the price’s first day begins on the location’s clock', async () => {
  const office = await runSweptOffice()
  const price = async (): Promise<number> => {
    const { body } = await office.call('readBookingCatalogue', { query: { locationID: clinic.home } })
    return body.locations[0].catalog.primary.find(({ skuID }: { skuID: number }) => skuID === 300).price
  }
  try {
    // The clock of the test begins at 10:00am on 21 November in Vancouver, so 22 November begins in 14 hours.
    const body = { skuID: 300, locationIDs: [clinic.home], price: 1234, firstDay: '2026-11-22', isAdminOnly: false }
    const token = await office.signIn('admin')
    expect((await office.call('addLocationPrices', { body } as never, { token, key: 'price-1' })).status).toBe(200)
    office.advance(14 * 3600 - 1)
    sweep()
    expect(await price()).toBe(2495)
    office.advance(1)
    const sweepAndRead = (): Promise<number> => {
      // A sweep does not start while the previous sweep runs.
      sweep()
      return price()
    }
    await vi.waitFor(async () => expect(await sweepAndRead()).toBe(1234), { timeout: 10_000 })
  } finally {
    await office.stop()
  }
  expect(office.errors).toEqual([])
})
