import { describe, expect, it } from 'vitest'
import type { BookingBridge } from '#contract/booking/bridge.ts'
import { fail, ok, type Reply } from '#contract/reply.ts'
import type { ChosenTime } from '#domain/booking/appointment.ts'
import { type SlotHold, slotHoldSchema } from '#domain/booking/machine-time.ts'
import { addMinutes, type Instant, parseInstant } from '#domain/values/instant.ts'
import { locationIDSchema, machineIDSchema, skuIDSchema } from '#domain/values/location-id.ts'
import { chosenTime, createHoldStore } from '#renderer/booking/calendar/hold-store.ts'

const noon = parseInstant('2026-11-24T18:00:00Z') ?? expect.fail()
const machines = ['ca-bc-1-m1', 'ca-bc-1-m2'].map((id) => machineIDSchema.parse(id))
const slotAt = (hour: string): ChosenTime => ({
  locationID: locationIDSchema.parse('ca-bc-1'),
  skuID: skuIDSchema.parse(300),
  utcStart: parseInstant(`2026-11-25T${hour}:00Z`) ?? expect.fail(hour),
  candidates: machines,
  slotSelectionType: 'slot',
})

type Input = Parameters<BookingBridge['holdSlot']>[0]

/** Creates a hold store. A call that holds a slot is answered only when the test calls `grant` or `refuse`. */
const aDesk = () => {
  let now: Instant = noon
  let next = 0
  const asked: Input[] = []
  const released: string[] = []
  const renewed: string[] = []
  const answers: ((reply: Reply<SlotHold>) => void)[] = []
  let renewReply: (hold: SlotHold) => Reply<SlotHold> = (hold) => ok({ ...hold, expiresAt: addMinutes(now, 10) })
  const store = createHoldStore({
    now: () => now,
    calls: {
      holdSlot: (input) => {
        asked.push(input)
        return new Promise((answer) => answers.push(answer))
      },
      releaseHold: async ({ hold }) => {
        released.push(hold.eventID)
        return ok({})
      },
      renewHold: async ({ hold }) => {
        renewed.push(hold.eventID)
        return renewReply(hold)
      },
    },
  })
  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
  }
  const grant = async (): Promise<SlotHold> => {
    const input = asked.at(-1) ?? expect.fail('nothing was asked')
    next += 1
    const hold = slotHoldSchema.parse({
      eventID: `h-${next}`,
      calendarID: 'cal-ca-bc-1-m1',
      machineID: 'ca-bc-1-m1',
      utcStart: input.utcStart,
      utcEnd: addMinutes(input.utcStart, 60),
      expiresAt: addMinutes(now, 10),
    })
    answers.shift()?.(ok(hold))
    await settle()
    return hold
  }
  const refuse = async (reply: Reply<never>): Promise<void> => {
    answers.shift()?.(reply)
    await settle()
  }
  return {
    store,
    asked,
    released,
    renewed,
    settle,
    grant,
    refuse,
    pass: (minutes: number) => {
      now = addMinutes(now, minutes)
    },
    onRenew: (reply: (hold: SlotHold) => Reply<SlotHold>) => {
      renewReply = reply
    },
  }
}

describe('createHoldStore', () => {
  it('shows a choice immediately, and holds it when the answer arrives', async () => {
    const desk = aDesk()
    desk.store.getState().choose(slotAt('17:00'))
    expect(desk.store.getState().state.kind).toBe('asking')
    await desk.grant()
    expect(desk.store.getState().state).toMatchObject({ kind: 'held', hold: { eventID: 'h-1' } })
    expect(desk.asked[0]).toMatchObject({ candidates: machines, previousHold: null })
  })

  it('clears the choice on a second click and releases the hold', async () => {
    const desk = aDesk()
    desk.store.getState().choose(slotAt('17:00'))
    await desk.grant()
    desk.store.getState().choose(slotAt('17:00'))
    await desk.settle()
    expect(desk.store.getState().state).toEqual({ kind: 'none' })
    expect(desk.released).toEqual(['h-1'])
  })

  it('replaces the earlier hold when another slot is chosen', async () => {
    const desk = aDesk()
    desk.store.getState().choose(slotAt('17:00'))
    await desk.grant()
    desk.store.getState().choose(slotAt('18:00'))
    expect(desk.asked[1]?.previousHold?.eventID).toBe('h-1')
    await desk.grant()
    expect(desk.released).toEqual([])
    expect(chosenTime(desk.store.getState())?.utcStart).toBe('2026-11-25T18:00:00Z')
  })

  it('sends one hold at a time during quick clicks, skips the clicks between, and ends with only the last hold', async () => {
    const desk = aDesk()
    desk.store.getState().choose(slotAt('17:00'))
    desk.store.getState().choose(slotAt('18:00'))
    desk.store.getState().choose(slotAt('19:00'))
    expect(desk.asked).toHaveLength(1)
    await desk.grant()
    expect(desk.asked).toHaveLength(2)
    expect(desk.asked[1]).toMatchObject({ utcStart: '2026-11-25T19:00:00Z', previousHold: { eventID: 'h-1' } })
    await desk.grant()
    expect(desk.store.getState().state).toMatchObject({ kind: 'held', hold: { eventID: 'h-2' } })
  })

  it('ends without a hold when the click is undone before the answer', async () => {
    const desk = aDesk()
    desk.store.getState().choose(slotAt('17:00'))
    desk.store.getState().choose(slotAt('17:00'))
    await desk.grant()
    expect(desk.store.getState().state).toEqual({ kind: 'none' })
    expect(desk.released).toEqual(['h-1'])
  })

  it('offers the earlier slot again when the new one is taken and the earlier one is still free', async () => {
    const desk = aDesk()
    desk.store.getState().choose(slotAt('17:00'))
    await desk.grant()
    desk.store.getState().choose(slotAt('18:00'))
    await desk.refuse(fail('slot-taken', 'Taken.', { previousSlotFree: true }))
    const { state, notice } = desk.store.getState()
    expect(state).toEqual({ kind: 'none' })
    expect(notice).toMatchObject({ kind: 'slot-taken', previous: { utcStart: '2026-11-25T17:00:00Z' } })
  })

  it('offers no slot when the earlier one is taken too', async () => {
    const desk = aDesk()
    desk.store.getState().choose(slotAt('17:00'))
    await desk.grant()
    desk.store.getState().choose(slotAt('18:00'))
    await desk.refuse(fail('slot-taken', 'Taken.', { previousSlotFree: false }))
    expect(desk.store.getState().notice).toMatchObject({ kind: 'slot-taken', previous: null })
  })

  it('renews the earlier hold after a failure other than a taken slot, to see whether it still exists', async () => {
    const desk = aDesk()
    desk.store.getState().choose(slotAt('17:00'))
    await desk.grant()
    desk.store.getState().choose(slotAt('18:00'))
    await desk.refuse(fail('offline', 'Away.'))
    expect(desk.renewed).toEqual(['h-1'])
    expect(desk.store.getState().state).toMatchObject({ kind: 'held', hold: { eventID: 'h-1' } })
    expect(desk.store.getState().notice).toMatchObject({ kind: 'failed', failure: { code: 'offline' } })
  })

  it('renews the hold while the form is in use, for 10 minutes from the renewal', async () => {
    const desk = aDesk()
    desk.store.getState().choose(slotAt('17:00'))
    await desk.grant()
    desk.pass(3)
    desk.store.getState().noteActivity()
    desk.store.getState().upkeep()
    await desk.settle()
    expect(desk.store.getState().state).toMatchObject({ hold: { expiresAt: addMinutes(noon, 13) } })
  })

  it('lets the hold expire while the form is not in use, reports that, and clears the choice', async () => {
    const desk = aDesk()
    desk.store.getState().choose(slotAt('17:00'))
    await desk.grant()
    desk.pass(10)
    desk.store.getState().upkeep()
    expect(desk.renewed).toEqual([])
    expect(desk.store.getState()).toMatchObject({ state: { kind: 'none' }, notice: { kind: 'lapsed' } })
  })

  it('reports an expired hold when the renewal does not find it', async () => {
    const desk = aDesk()
    desk.store.getState().choose(slotAt('17:00'))
    await desk.grant()
    desk.onRenew(() => fail('hold-lapsed', 'Gone.'))
    desk.pass(4)
    desk.store.getState().upkeep()
    await desk.settle()
    expect(desk.store.getState()).toMatchObject({ state: { kind: 'none' }, notice: { kind: 'lapsed' } })
  })

  it('adopts the hold of a draft only while it still belongs to the user', async () => {
    const first = aDesk()
    first.store.getState().choose(slotAt('17:00'))
    const hold = await first.grant()
    const mine = aDesk()
    await mine.store.getState().adopt(slotAt('17:00'), hold)
    expect(mine.store.getState().state.kind).toBe('held')
    const gone = aDesk()
    gone.onRenew(() => fail('hold-of-someone-else', 'Not yours.'))
    await gone.store.getState().adopt(slotAt('17:00'), hold)
    expect(gone.store.getState()).toMatchObject({ state: { kind: 'none' }, notice: { kind: 'lapsed' } })
  })

  it('releases nothing after the booking has used the hold', async () => {
    const desk = aDesk()
    desk.store.getState().choose(slotAt('17:00'))
    await desk.grant()
    desk.store.getState().consume()
    await desk.store.getState().clear()
    expect(desk.released).toEqual([])
  })
})
