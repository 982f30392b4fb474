import { afterEach, describe, expect, it, vi } from 'vitest'
import type { BookingBridge } from '#contract/booking/bridge.ts'
import { ok } from '#contract/reply.ts'
import { type SlotHold, slotHoldSchema } from '#domain/booking/machine-time.ts'
import { addMinutes, toInstant } from '#domain/values/instant.ts'
import { locationIDSchema, machineIDSchema, skuIDSchema } from '#domain/values/location-id.ts'
import { createHoldStore } from '#renderer/booking/calendar/hold-store.ts'
import { keepHoldAlive } from '#renderer/booking/keep-hold-alive.ts'
import { createClockStore } from '#renderer/kit/clock-store.ts'
import { createDrafts } from '#renderer/session/drafts.ts'
import { createSessionStore } from '#renderer/session/session-store.ts'
import { createFakeBridge } from '../fake-bridge.ts'

const minute = 60_000

/** Starts `keepHoldAlive` for a page that has just held a slot of the next day, on a fake clock. */
const aPage = async () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-24T18:00:00Z') })
  const target = new EventTarget()
  vi.stubGlobal('window', target)
  const now = () => toInstant(Date.now())
  const renewed: string[] = []
  const aHold = ({ utcStart }: { readonly utcStart: string }): SlotHold =>
    slotHoldSchema.parse({
      eventID: 'h-1',
      calendarID: 'cal-ca-bc-1-m1',
      machineID: 'ca-bc-1-m1',
      utcStart,
      utcEnd: addMinutes(toInstant(Date.parse(utcStart)), 60),
      expiresAt: addMinutes(now(), 10),
    })
  const calls: Pick<BookingBridge, 'holdSlot' | 'releaseHold' | 'renewHold'> = {
    holdSlot: async (input) => ok(aHold(input)),
    releaseHold: async () => ok({}),
    renewHold: async ({ hold }) => {
      renewed.push(now())
      return ok(aHold(hold))
    },
  }
  const hold = createHoldStore({ calls, now })
  const { bridge } = createFakeBridge({ signedInAs: 'frontdesk', now: Date.now })
  const drafts = createDrafts(bridge)
  const flush = vi.spyOn(drafts, 'flush')
  const session = createSessionStore({ bridge, flushDrafts: drafts.flush })
  await session.getState().load()
  const stop = keepHoldAlive(hold, { clock: createClockStore(Date.now), drafts, session })
  hold.getState().choose({
    locationID: locationIDSchema.parse('ca-bc-1'),
    skuID: skuIDSchema.parse(300),
    utcStart: toInstant(Date.parse('2026-11-25T18:00:00Z')),
    candidates: [machineIDSchema.parse('ca-bc-1-m1')],
    slotSelectionType: 'slot',
  })
  await vi.advanceTimersByTimeAsync(0)
  expect(hold.getState().state.kind).toBe('held')
  const use = (kind: string): void => void target.dispatchEvent(new Event(kind))
  return { flush, hold, renewed, stop, use }
}

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('keepHoldAlive', () => {
  it.each(['keydown', 'pointerdown'])(
    'renews the hold every three minutes while the form is in use: %s',
    async (kind) => {
      const { renewed, use } = await aPage()
      for (let uses = 0; uses < 3; uses += 1) {
        await vi.advanceTimersByTimeAsync(4 * minute)
        use(kind)
      }
      expect(renewed).toEqual(['18:03', '18:06', '18:09', '18:12'].map((time) => `2026-11-24T${time}:00Z`))
    },
  )

  it('no longer renews the hold after the form was untouched for five minutes', async () => {
    const { hold, renewed } = await aPage()
    await vi.advanceTimersByTimeAsync(13 * minute)
    expect(renewed).toEqual(['2026-11-24T18:03:00Z'])
    expect(hold.getState().notice?.kind).toBe('lapsed')
  })

  it('saves the drafts when the window closes, and renews no hold after the page is left', async () => {
    const { flush, renewed, stop, use } = await aPage()
    use('pagehide')
    expect(flush).toHaveBeenCalledOnce()
    expect(stop()).toBe(true)
    use('pagehide')
    expect(flush).toHaveBeenCalledOnce()
    await vi.advanceTimersByTimeAsync(4 * minute)
    expect(renewed).toEqual([])
  })
})
