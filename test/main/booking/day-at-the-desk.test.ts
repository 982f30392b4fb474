import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Slot } from '#domain/booking/slot.ts'
import { addDays } from '#domain/values/plain-date.ts'
import { type AppUnderTest, startApp } from '#test/builders/app.ts'
import { type DemoBackOffice, startDemoBackOffice } from '#test/builders/demo-back-office.ts'
import { locationID, monday, skuID, slotsOf } from '../../contract/desk/desk-work.ts'

describe('the week in the cache of a desk, with the real back office', { timeout: 120_000 }, () => {
  let backOffice: DemoBackOffice
  let desk: AppUnderTest
  beforeAll(async () => {
    backOffice = await startDemoBackOffice()
    desk = await startApp({ backOfficeUrl: backOffice.url })
    await desk.until('it is online', async () => (await desk.get('connectivity', 'read', {})).state === 'online')
    await desk.signIn('frontdesk@demo.atrium')
  }, 180_000)
  afterAll(async () => {
    await desk?.stop()
    await backOffice?.stop()
  })

  const week = (app = desk, from = monday) =>
    app.get('booking', 'readWeek', { locationID, skuID, monday: from, memberType: null })
  const weekFromCache = () =>
    desk.until('the cache is filled', async () => {
      const view = await week()
      return view.source === 'cache' ? view : null
    })
  const facts = ({ utcStart, state, machines }: Slot) => [utcStart, state, machines]

  it('equals the week from the back office', async () => {
    const cached = await weekFromCache()
    expect((await week(desk, addDays(monday, 7 * 20))).source).toBe('back-office')
    await desk.get('workstation', 'deleteCache', {})
    const fresh = await week()
    expect(fresh.source).toBe('back-office')
    expect(slotsOf(cached).map(facts)).toEqual(slotsOf(fresh).map(facts))
  })

  it('stays the same when the back office stops, and after a restart without it', async () => {
    const before = await weekFromCache()
    await backOffice.stop()
    await desk.until('it is offline', async () => (await desk.get('connectivity', 'read', {})).state === 'offline')
    const after = await week()
    expect(after.source).toBe('cache')
    expect(slotsOf(after).map(facts)).toEqual(slotsOf(before).map(facts))
    const restarted = await startApp({ backOfficeUrl: backOffice.url, platform: desk.platform })
    try {
      await restarted.signIn()
      const again = await week(restarted)
      expect(again.asOf).toBe(after.asOf)
      expect(slotsOf(again).map(facts)).toEqual(slotsOf(after).map(facts))
    } finally {
      await restarted.stop()
    }
  })
})
