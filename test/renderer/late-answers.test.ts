import { describe, expect, it, vi } from 'vitest'
import type { Bridge } from '#contract/bridge.ts'
import { fail, type Reply } from '#contract/reply.ts'
import { memberIDSchema } from '#domain/members/member.ts'
import { toInstant } from '#domain/values/instant.ts'
import { locationIDSchema } from '#domain/values/location-id.ts'
import { parsePlainDate } from '#domain/values/plain-date.ts'
import { studyIDSchema } from '#domain/values/study-id.ts'
import { createMemberAppointmentsStore } from '#renderer/booking/assisted/member-appointments-store.ts'
import { createDayStore } from '#renderer/booking/calendar/day-store.ts'
import { createStudyBookingDesk } from '#renderer/booking/moving/study-booking-store.ts'
import { createWaitingStore } from '#renderer/booking/waiting-store.ts'
import { createInvoiceStore } from '#renderer/payments/invoice/invoice-store.ts'
import { createTerminalStore } from '#renderer/payments/terminal-store.ts'
import { createConnectivityStore } from '#renderer/session/connectivity-store.ts'
import { createDrafts } from '#renderer/session/drafts.ts'
import { createSettingsStore } from '#renderer/settings/settings-store.ts'
import { createFakeBridge } from './fake-bridge.ts'

/** Returns a call that the test answers, in any order. */
const heldCall = <Value = never>() => {
  const waiting: ((reply: Reply<Value>) => void)[] = []
  return {
    call: () => new Promise<Reply<Value>>((resolve) => waiting.push(resolve)),
    answer: (index: number, reply: Reply<Value>) => waiting[index]?.(reply),
    calls: () => waiting.length,
  }
}
const named = (message: string): Reply<never> => fail('unexpected', message)

type Store = { readonly getState: () => object }
type Opened = { readonly store: Store; readonly load: () => Promise<unknown> }

const studyID = studyIDSchema.parse('S1000')
const openBooking = (bridge: Bridge, id = studyID) =>
  createStudyBookingDesk({
    bridge,
    drafts: createDrafts(bridge),
    studyID: id,
    locations: () => [],
    now: () => toInstant(0),
    newKey: () => 'key',
  }).store
const stores: Readonly<Record<string, (call: () => Promise<Reply<never>>) => Opened>> = {
  'the settings': (read) => {
    const { bridge } = createFakeBridge()
    const store = createSettingsStore({ ...bridge, workstation: { ...bridge.workstation, read } })
    return { store, load: store.getState().load }
  },
  'the card reader': (read) => {
    const { bridge } = createFakeBridge()
    const store = createTerminalStore({ ...bridge, terminal: { ...bridge.terminal, read } })
    return { store, load: store.getState().load }
  },
  'an invoice': (readInvoice) => {
    const { bridge } = createFakeBridge()
    const { store } = createInvoiceStore({ ...bridge, payments: { ...bridge.payments, readInvoice } }, studyID)
    return { store, load: store.getState().load }
  },
  "a member's appointments": (readAppointments) => {
    const store = createMemberAppointmentsStore({ readAppointments })
    store.setState({ memberID: memberIDSchema.parse('M1') })
    return { store, load: store.getState().refresh }
  },
  'a booking': (readStudy) => {
    const { bridge } = createFakeBridge()
    const store = openBooking({ ...bridge, booking: { ...bridge.booking, readStudy } })
    return { store, load: store.getState().load }
  },
  'a day': (readDay) => {
    const { bridge } = createFakeBridge()
    const store = createDayStore({ ...bridge, booking: { ...bridge.booking, readDay } })
    const date = parsePlainDate('2026-11-21')
    if (date === undefined) throw new Error('no date')
    store.setState({ target: { locationID: locationIDSchema.parse('ca-bc-1'), date } })
    return { store, load: store.getState().refresh }
  },
}

describe('a late answer', () => {
  it.each(Object.entries(stores))('about %s never replaces a newer answer', async (_, open) => {
    const { call, answer } = heldCall()
    const { store, load } = open(call)
    const first = load()
    const second = load()
    answer(1, named('newer'))
    await second
    expect(JSON.stringify(store.getState())).toContain('newer')
    answer(0, named('belated'))
    await first
    expect(JSON.stringify(store.getState())).toContain('newer')
    expect(JSON.stringify(store.getState())).not.toContain('belated')
  })

  it('about a booking never replaces what this desk wrote in the meantime', async () => {
    const { bridge, controls } = createFakeBridge({ signedInAs: 'frontdesk' })
    const id = controls.clinic.studies[0]?.studyID ?? studyID
    const read = await bridge.booking.readStudy({ studyID: id })
    if (!read.ok) throw new Error(read.failure.message)
    const { call, answer } = heldCall<typeof read.value>()
    const store = openBooking({ ...bridge, booking: { ...bridge.booking, readStudy: call } }, id)
    const opening = store.getState().load()
    answer(0, read)
    await opening
    const reloading = store.getState().load()
    const { study } = read.value
    store.getState().keep({ ...study, version: study.version + 1 })
    answer(1, read)
    await reloading
    expect(store.getState().study).toMatchObject({ value: { study: { version: study.version + 1 } } })
  })

  it.each(['log', 'safety'] as const)('about the %s of a booking never replaces a newer answer', async (part) => {
    const { bridge, controls } = createFakeBridge({ signedInAs: 'frontdesk' })
    const { call, answer, calls } = heldCall()
    const store = openBooking(
      part === 'log'
        ? { ...bridge, study: { ...bridge.study, readLog: call } }
        : { ...bridge, safety: { ...bridge.safety, read: call } },
      controls.clinic.studies[0]?.studyID,
    )
    await store.getState().load()
    await store.getState().load()
    expect(calls()).toBe(2)
    answer(1, named('newer'))
    await vi.waitFor(() => expect(store.getState()[part]).toMatchObject({ failure: { message: 'newer' } }))
    answer(0, named('belated'))
    await new Promise((resolve) => setTimeout(resolve, 0))
    expect(store.getState()[part]).toMatchObject({ failure: { message: 'newer' } })
  })

  it('to an earlier read of a day never replaces the answer to a later read', async () => {
    const { bridge } = createFakeBridge()
    const { call, answer } = heldCall()
    const store = createDayStore({ ...bridge, booking: { ...bridge.booking, readDay: call } })
    const [here, there] = ['2026-11-21', '2026-11-22'].map((text) => parsePlainDate(text))
    if (here === undefined || there === undefined) throw new Error('no date')
    const locationID = locationIDSchema.parse('ca-bc-1')
    for (const date of [here, there, here]) store.getState().aim({ locationID, date })
    for (const [index, word] of [
      [2, 'newer'],
      [1, 'other day'],
      [0, 'belated'],
    ] as const) {
      answer(index, named(word))
      await Promise.resolve()
    }
    await Promise.resolve()
    const days = Object.values(store.getState().days).map(({ failure }) => failure?.message)
    expect(days).toEqual(['newer', 'other day'])
  })

  it('about the connection never replaces a newer event', async () => {
    const { bridge, controls } = createFakeBridge()
    const before = await bridge.connectivity.read({})
    if (!before.ok) throw new Error(before.failure.message)
    const { call, answer } = heldCall<typeof before.value>()
    const store = createConnectivityStore(
      { ...bridge, connectivity: { ...bridge.connectivity, read: call } },
      bridge.onTransport,
    )
    const loading = store.getState().load()
    controls.setConnectivity({ state: 'offline' })
    answer(0, before)
    await loading
    expect(store.getState().connectivity?.state).toBe('offline')
  })

  it('about pending bookings is dropped after the sign-out', async () => {
    const { bridge } = createFakeBridge()
    const { call, answer } =
      heldCall<readonly { draftID: string; idempotencyKey: string; outcome: { kind: 'pending' } }[]>()
    const store = createWaitingStore({ ...bridge, booking: { ...bridge.booking, settled: call } })
    const loading = store.getState().load()
    store.getState().clear()
    answer(0, { ok: true, value: [{ draftID: 'd', idempotencyKey: 'k', outcome: { kind: 'pending' } }] })
    await loading
    expect(store.getState().bookings).toEqual([])
  })
})
