import { describe, expect, it } from 'vitest'
import type { FinanceBridge } from '#contract/finance/bridge.ts'
import { fail, ok, type Reply } from '#contract/reply.ts'
import type { CashUp } from '#domain/finance/cash-up.ts'
import { toMoney } from '#domain/values/money.ts'
import { createFinanceStore } from '#renderer/finance/finance-store.ts'
import { describeDifference } from '#renderer/finance/finance-words.ts'
import { createDrafts } from '#renderer/session/drafts.ts'
import { createFakeBridge } from '../fake-bridge.ts'

const place = 'ca-bc-1' as CashUp['locationID']
const date = '2026-11-23' as CashUp['date']
const line = {
  userID: 'u-frontdesk',
  paymentType: 'cash',
  counted: null,
  difference: null,
  isOutdated: false,
  note: '',
  counts: [] as CashUp['lines'][number]['counts'],
} as const

describe('finance store', () => {
  const open = async (answers: readonly Reply<CashUp>[] = []) => {
    const { bridge } = createFakeBridge({ signedInAs: 'admin' })
    const counts: Parameters<FinanceBridge['count']>[0][] = []
    const finance: FinanceBridge = {
      ...bridge.finance,
      count: async (input) => {
        counts.push(input)
        return answers[counts.length - 1] ?? bridge.finance.count(input)
      },
    }
    let keys = 0
    const drafts = createDrafts(bridge)
    const make = (keeper = createDrafts(bridge)) =>
      createFinanceStore({
        bridge: { ...bridge, finance },
        drafts: keeper,
        newKey: () => `key-number-${++keys}`,
      })
    const store = make(drafts)
    await store.getState().open(place, date)
    return { store, counts, drafts, make }
  }

  it('retries under the same key after a lost answer', async () => {
    const { store, counts } = await open([fail('timed-out', 'late')])
    store.getState().beginCount(line)
    store.getState().changeCount({ counted: '400' })
    expect(await store.getState().sendCount()).toBe(false)
    expect(await store.getState().sendCount()).toBe(true)
    expect(counts.map(({ idempotencyKey }) => idempotencyKey)).toEqual([
      counts[0]?.idempotencyKey,
      counts[0]?.idempotencyKey,
    ])
    expect(store.getState().count).toBeNull()
  })

  it('keeps the key after an unknown outcome, even if the next try is not sent and the count is changed', async () => {
    const { store, counts } = await open([fail('outcome-unknown', 'lost'), fail('offline', 'away')])
    store.getState().beginCount(line)
    store.getState().changeCount({ counted: '400' })
    await store.getState().sendCount()
    await store.getState().sendCount()
    expect(store.getState().counting).toMatchObject({ kind: 'failed', failure: { code: 'outcome-unknown' } })
    store.getState().changeCount({ note: 'Late' })
    await store.getState().sendCount()
    expect(new Set(counts.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1)
  })

  it('uses a new key if the user changes a count that was certainly not sent', async () => {
    const { store, counts } = await open([fail('offline', 'away')])
    store.getState().beginCount(line)
    store.getState().changeCount({ counted: '400' })
    await store.getState().sendCount()
    store.getState().changeCount({ counted: '500' })
    await store.getState().sendCount()
    expect(new Set(counts.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(2)
  })

  it('uses a new key after the user changed a refused count', async () => {
    const { store, counts } = await open([
      fail('invalid-input', 'A difference needs a note.', { fields: { note: 'is needed' } }),
    ])
    store.getState().beginCount(line)
    store.getState().changeCount({ counted: '395' })
    await store.getState().sendCount()
    store.getState().changeCount({ note: 'A five is missing' })
    await store.getState().sendCount()
    expect(counts[1]?.idempotencyKey).not.toBe(counts[0]?.idempotencyKey)
    expect(counts[1]).toMatchObject({ counted: 395, note: 'A five is missing' })
  })

  it('starts with the notes and coins of the last count if only the note is missing', async () => {
    const { store, counts } = await open()
    const drawer = { pieces: { 10000: 5, 2000: 4, 500: 3 }, float: 200 }
    const made = { note: '', countedBy: 'Robin', countedAt: '2026-11-23T20:00:00Z' as never }
    const short = {
      ...line,
      counted: 395,
      difference: -5,
      float: 200,
      counts: [{ counted: 395, difference: -5, drawer, ...made }],
    }
    store.getState().beginCount({ ...short, isOutdated: true, difference: null })
    expect(store.getState().count).toMatchObject({ pieces: {}, counted: '', float: '200.00' })
    store.getState().beginCount(short)
    expect(store.getState().count).toMatchObject({ counted: '395.00', float: '200.00' })
    store.getState().changeCount({ note: 'A five is missing' })
    expect(await store.getState().sendCount()).toBe(true)
    expect(counts[0]).toMatchObject({ counted: 395, drawer, note: 'A five is missing' })
  })

  it('sends no invalid amount', async () => {
    const { store, counts } = await open()
    store.getState().beginCount(line)
    for (const counted of ['', '-1', '1e21', 'NaN', '1.005']) {
      store.getState().changeCount({ counted })
      expect(await store.getState().sendCount()).toBe(false)
    }
    expect(counts).toEqual([])
  })

  it('restores an open count after a reload, but only on the day of the count', async () => {
    const { store, drafts, make } = await open()
    store.getState().beginCount(line)
    store.getState().changeCount({ counted: '400', note: 'twice' })
    await drafts.flush()
    const again = make()
    await again.getState().open(place, '2026-11-22' as CashUp['date'])
    expect(again.getState().count).toBeNull()
    await again.getState().open(place, date)
    expect(again.getState().count).toMatchObject({ counted: '400', note: 'twice' })
  })

  it('shows the day of the latest read, in whatever order answers arrive', async () => {
    const { bridge } = createFakeBridge({ signedInAs: 'admin' })
    const waiting: ((reply: Reply<CashUp>) => void)[] = []
    const store = createFinanceStore({
      bridge: {
        ...bridge,
        finance: { ...bridge.finance, readCashUp: () => new Promise((resolve) => waiting.push(resolve)) },
      },
      drafts: createDrafts(bridge),
      newKey: () => 'key-number-1',
    })
    const read = await bridge.finance.readCashUp({ locationID: place, date })
    if (!read.ok) throw new Error('The fake did not answer.')
    const first = store.getState().open(place, date)
    const second = store.getState().open(place, '2026-11-22' as CashUp['date'])
    waiting[1]?.(ok({ ...read.value, date: '2026-11-22' as CashUp['date'] }))
    waiting[0]?.(ok(read.value))
    await Promise.all([first, second])
    expect(store.getState().day).toMatchObject({ kind: 'ready', value: { date: '2026-11-22' } })
  })
})

describe('the words for over and short', () => {
  it.each([
    [500, '5.00 over'],
    [-500, '5.00 short'],
    [0, 'Balanced'],
  ])('describe a difference of %i cents', (cents, words) => {
    expect(describeDifference(toMoney(cents))).toBe(words)
  })
})
