import { describe, expect, it } from 'vitest'
import type { FinanceBridge } from '#contract/finance/bridge.ts'
import { fail, ok, type Reply } from '#contract/reply.ts'
import type { CashUp, CashUpLine } from '#domain/finance/cash-up.ts'
import { type ShownRows, toOutstandingRows } from '#domain/finance/outstanding.ts'
import { typedCountsDraftID } from '#renderer/finance/finance-state.ts'
import { createFinanceStore } from '#renderer/finance/finance-store.ts'
import { createDrafts } from '#renderer/session/drafts.ts'
import { createFakeBridge } from '../fake-bridge.ts'

const place = 'ca-bc-1' as CashUp['locationID']
const date = '2026-11-23' as CashUp['date']
const dayBefore = '2026-11-22' as CashUp['date']

const aLine = (paymentType: 'cash' | 'cheque', counted: number | null = null): CashUpLine => ({
  ...{ userID: 'u-frontdesk', userName: 'Robin Frost', paymentType, counted, isCounted: true, isOutdated: false },
  ...{ taken: counted, refunded: counted === null ? null : 0, expected: counted, uncaptured: null, difference: null },
  ...{ note: '', countedBy: null, countedAt: null, counts: [] },
})
const [cash, cheque] = [aLine('cash'), aLine('cheque')]

const overpayments: CashUp['overpayments'] = Array.from({ length: 45 }, (_, index) => ({
  studyID: `study-${index}` as CashUp['overpayments'][number]['studyID'],
  amount: null,
}))

/** Opens a day with the lines in `state`. Counts get the replies in `answers`, in order; later counts are recorded. */
const open = async (answers: readonly (Reply<CashUp> | Promise<Reply<CashUp>>)[] = []) => {
  const { bridge } = createFakeBridge({ signedInAs: 'admin' })
  const read = await bridge.finance.readCashUp({ locationID: place, date })
  if (!read.ok) throw new Error('The fake did not answer.')
  const state = { lines: [cash, cheque] as readonly CashUpLine[], reads: 0, isDown: false }
  /** Returns the day with the first items of each list, as the server does. */
  const dayOf = (shown: CashUp['date'], rows?: ShownRows): CashUp => ({
    ...{ ...read.value, date: shown, lines: [...state.lines] },
    overpayments: overpayments.slice(0, toOutstandingRows(rows).overpayments),
  })
  const counts: Parameters<FinanceBridge['count']>[0][] = []
  const finance: FinanceBridge = {
    ...bridge.finance,
    readCashUp: async (input) => ok(dayOf(input.date as CashUp['date'], input.rows)),
    readDetails: async (input) => {
      state.reads += 1
      return state.isDown ? fail('timed-out', 'late') : bridge.finance.readDetails(input)
    },
    count: async (input) => {
      counts.push(input)
      const answer = await answers[counts.length - 1]
      if (answer !== undefined) return answer
      state.lines = state.lines.map((line) =>
        line.paymentType === input.paymentType ? { ...line, counted: input.counted } : line,
      )
      return ok(dayOf(input.date as CashUp['date']))
    },
  }
  let keys = 0
  const drafts = createDrafts(bridge)
  const make = () =>
    createFinanceStore({ bridge: { ...bridge, finance }, drafts, newKey: () => `key-number-${++keys}` })
  const store = make()
  await store.getState().open(place, date)
  const draft = () => drafts.read(typedCountsDraftID(place, date))
  return { store, counts, state, draft, dayOf, make }
}

describe('the store of counts typed in the table', () => {
  it('drops a typed count whose line was counted at another desk', async () => {
    const { store, counts, state, draft } = await open()
    store.getState().typeCount(cash, '400')
    store.getState().typeCount(cheque, '250')
    state.lines = [aLine('cash', 395), cheque]
    await store.getState().load()
    expect(store.getState().typed).toMatchObject([{ paymentType: 'cheque' }])
    expect(await draft()).toMatchObject([{ paymentType: 'cheque' }])
    expect(await store.getState().recordCounts()).toBe(1)
    expect(counts.map(({ paymentType }) => paymentType)).toEqual(['cheque'])
  })

  it('records notes and coins less the float, which starts as the last float of the drawer', async () => {
    const { store, counts, draft } = await open()
    const line = { ...cash, float: 200 }
    store.getState().typeCount(line, '1')
    store.getState().typeDrawer(line, { pieces: { 10000: '1' } })
    expect(await draft()).toMatchObject([{ pieces: { 10000: '1' }, float: '200.00' }])
    // The drawer has less than its float, so nothing can be recorded.
    expect(await store.getState().recordCounts()).toBe(0)
    store.getState().typeDrawer(line, { pieces: { 10000: '6' } })
    expect(await store.getState().recordCounts()).toBe(1)
    expect(counts).toMatchObject([{ counted: 400, drawer: { pieces: { 10000: 6 }, float: 200 } }])
  })

  it('removes a count whose sum and whose notes and coins are empty', async () => {
    const { store, counts, draft } = await open()
    store.getState().typeDrawer(cash, { pieces: { 10000: '6' } })
    store.getState().typeDrawer(cash, { pieces: { 10000: '' } })
    expect(store.getState().typed).toEqual([])
    expect(await draft()).toBeNull()
    store.getState().typeCount(cash, '400')
    expect(await store.getState().recordCounts()).toBe(1)
    expect(counts[0]).not.toHaveProperty('drawer')
  })

  it('drops a typed count whose line was counted in the dialog', async () => {
    const { store, counts, draft } = await open()
    store.getState().typeCount(cash, '400')
    store.getState().beginCount(cash)
    store.getState().changeCount({ counted: '395' })
    expect(await store.getState().sendCount()).toBe(true)
    expect(store.getState().typed).toEqual([])
    expect(await draft()).toBeNull()
    expect(await store.getState().recordCounts()).toBe(0)
    expect(counts).toHaveLength(1)
  })

  it('restores no typed count whose line was counted meanwhile', async () => {
    const { store, state, make } = await open()
    store.getState().typeCount(cash, '400')
    state.lines = [aLine('cash', 395), cheque]
    const again = make()
    await again.getState().open(place, date)
    expect(again.getState().typed).toEqual([])
  })

  it('removes a recorded count from the draft of its day, even if another day was opened meanwhile', async () => {
    const answer = Promise.withResolvers<Reply<CashUp>>()
    const { store, dayOf, draft } = await open([answer.promise])
    store.getState().typeCount(cash, '400')
    store.getState().typeCount(cheque, '250')
    const recording = store.getState().recordCounts()
    await store.getState().open(place, dayBefore)
    answer.resolve(ok(dayOf(date)))
    expect(await recording).toBe(1)
    expect(await draft()).toMatchObject([{ paymentType: 'cheque', counted: '250' }])
    expect(store.getState()).toMatchObject({ date: dayBefore, day: { value: { date: dayBefore } } })
  })

  it('records nothing while a typed count is not an amount', async () => {
    const { store, counts } = await open()
    store.getState().typeCount(cash, '400')
    store.getState().typeCount(cheque, '25x')
    expect(await store.getState().recordCounts()).toBe(0)
    expect(counts).toEqual([])
    store.getState().typeCount(cheque, '250')
    expect(await store.getState().recordCounts()).toBe(2)
  })

  it('keeps a count and its key unchanged after a lost answer, also in a window that opens later', async () => {
    const { store, counts, draft, make } = await open([fail('timed-out', 'late'), fail('offline', 'away')])
    store.getState().typeCount(cash, '400')
    const [sent] = store.getState().typed
    expect(await store.getState().recordCounts()).toBe(0)
    store.getState().typeCount(cash, '500')
    expect(store.getState().typed).toEqual([{ ...sent, isSent: true }])
    expect(await draft()).toEqual([{ ...sent, isSent: true }])
    const again = make()
    await again.getState().open(place, date)
    // A try that was not sent does not reveal the result of the earlier one.
    expect(await again.getState().recordCounts()).toBe(0)
    again.getState().typeCount(cash, '500')
    expect(await again.getState().recordCounts()).toBe(1)
    expect(counts.map(({ counted, idempotencyKey }) => [counted, idempotencyKey])).toEqual(
      Array.from({ length: 3 }, () => [400, sent?.idempotencyKey]),
    )
  })

  it('sends the correction of a refused count under a new key', async () => {
    const { store, counts } = await open([fail('invalid-input', 'The count is refused.')])
    store.getState().typeCount(cash, '400')
    await store.getState().recordCounts()
    store.getState().typeCount(cash, '500')
    expect(await store.getState().recordCounts()).toBe(1)
    expect(counts[1]?.idempotencyKey).not.toBe(counts[0]?.idempotencyKey)
  })

  it('reads the details behind the figures once for all recorded counts', async () => {
    const { store, state } = await open()
    store.getState().typeCount(cash, '400')
    store.getState().typeCount(cheque, '250')
    const before = state.reads
    const recording = store.getState().recordCounts()
    expect(store.getState().readingDetails).toEqual({ kind: 'pending' })
    expect(await recording).toBe(2)
    await expect.poll(() => store.getState().readingDetails).toEqual({ kind: 'idle' })
    expect(state.reads).toBe(before + 1)
  })

  it('shows as many items of a list after the counts are recorded as before', async () => {
    const { store } = await open()
    const shown = (): number => {
      const { day } = store.getState()
      return day.kind === 'ready' ? day.value.overpayments.length : 0
    }
    await store.getState().showMore('overpayments')
    expect(shown()).toBe(40)
    store.getState().typeCount(cash, '400')
    store.getState().typeCount(cheque, '250')
    expect(await store.getState().recordCounts()).toBe(2)
    await expect.poll(shown).toBe(40)
  })

  it('marks the details behind the figures as older than the figures, if the details could not be read again', async () => {
    const { store, state } = await open()
    await expect.poll(() => store.getState().details.kind).toBe('ready')
    state.isDown = true
    await store.getState().load()
    await expect.poll(() => store.getState().readingDetails.kind).toBe('failed')
    expect(store.getState().details.kind).toBe('ready')
  })
})
