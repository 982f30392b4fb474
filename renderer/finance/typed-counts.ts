import { z } from 'zod'
import type { Bridge } from '#contract/bridge.ts'
import { mayBeDone } from '#contract/failures.ts'
import type { Failure, Reply } from '#contract/reply.ts'
import type { CashUp } from '#domain/finance/cash-up.ts'
import { toDecimalAmount } from '#domain/values/money.ts'
import type { Drafts } from '../session/drafts.ts'
import {
  countsToRecord,
  type FinanceStore,
  type FinanceStoreState,
  isReadable,
  lineKey,
  type TypedCount,
  type TypedLine,
  typedCountSchema,
  typedCountsDraftID,
} from './finance-state.ts'
import { countedAmount, proposedFloat, readDrawer } from './read-drawer.ts'

type Parts = {
  readonly store: FinanceStore
  readonly finance: Pick<Bridge['finance'], 'count'>
  readonly drafts: Pick<Drafts, 'read' | 'keep' | 'discard' | 'flush'>
  readonly newKey: () => string
  /** Shows the day that a call returned, and applies `change` in the same update. */
  readonly showDay: (day: CashUp, change: Partial<FinanceStoreState>) => void
}

type TypedCounts = Pick<
  FinanceStoreState,
  'typed' | 'typedFailures' | 'recording' | 'typeCount' | 'typeDrawer' | 'recordCounts'
> & {
  /** Fills the table from the draft of the day that is shown. */
  readonly restoreTyped: () => Promise<void>
  /** Removes the typed count of a line, because a count of the line was recorded. */
  readonly dropTyped: (key: string) => void
  /** Removes the typed counts of lines that no longer wait for one, such as lines counted at another workstation. */
  readonly dropCounted: (day: CashUp) => void
}

/**
 * Returns the typed counts after the reply to `one`. A recorded count is removed; otherwise `isSent` shows whether it
 * may have been recorded.
 */
const settle = (typed: readonly TypedCount[], one: TypedCount, reply: Reply<unknown>): readonly TypedCount[] => {
  const others = typed.filter((other) => lineKey(other) !== lineKey(one))
  if (reply.ok) return others
  const isSent = mayBeDone('bridge', one.isSent, reply.failure)
  return typed.map((other) => (lineKey(other) === lineKey(one) ? { ...other, isSent } : other))
}

/** What the user types for one line. */
type TypedEntry = Partial<Pick<TypedCount, 'counted' | 'pieces' | 'float'>>

/** Returns the typed counts with an entry for `line`. A count without sum, notes and coins is removed. */
const withEntry = (
  typed: readonly TypedCount[],
  line: TypedLine,
  entry: TypedEntry,
  made: Pick<TypedCount, 'block' | 'idempotencyKey'>,
): readonly TypedCount[] => {
  const key = lineKey(line)
  const before = typed.find((one) => lineKey(one) === key)
  const others = typed.filter((one) => lineKey(one) !== key)
  const own: TypedCount = {
    userID: line.userID,
    paymentType: line.paymentType,
    counted: before?.counted ?? '',
    pieces: before?.pieces ?? {},
    float: before?.float ?? proposedFloat(line.float),
    ...entry,
    ...made,
    isSent: false,
  }
  const isEmpty = own.counted.trim() === '' && Object.values(own.pieces).every((text) => text.trim() === '')
  return isEmpty ? others : [...others, own]
}

/**
 * Creates the counts that are typed in the table. A draft stores each change at once. The server receives the counts
 * only when the user records all of them together. Otherwise one line could show its expected sum while the user still
 * types the count of another line.
 */
export const createTypedCounts = ({ store, finance, drafts, newKey, showDay }: Parts): TypedCounts => {
  const { getState: get, setState: set } = store

  const keepAs = (draftID: string, typed: readonly TypedCount[]): void => {
    if (typed.length === 0) void drafts.discard(draftID)
    else drafts.keep(draftID, typed)
  }

  const keep = (typed: readonly TypedCount[]): void => {
    const { locationID, date } = get()
    if (locationID !== null && date !== null) keepAs(typedCountsDraftID(locationID, date), typed)
  }

  const readKept = async (draftID: string): Promise<readonly TypedCount[]> =>
    z
      .array(typedCountSchema)
      .catch([])
      .parse(await drafts.read(draftID))

  const withoutFailure = (key: string): Readonly<Record<string, Failure>> => {
    const { [key]: _gone, ...others } = get().typedFailures
    return others
  }

  /** Replaces the typed counts and their draft. The failures of removed counts are removed too. */
  const setTyped = (typed: readonly TypedCount[]): void => {
    const left = new Set(typed.map(lineKey))
    const failures = Object.entries(get().typedFailures).filter(([key]) => left.has(key))
    set({ typed, typedFailures: Object.fromEntries(failures) })
    keep(typed)
  }

  const dropCountsOf = (day: CashUp): void => {
    const left = countsToRecord(get().typed, day)
    if (left.length < get().typed.length) setTyped(left)
  }

  /** Sends a typed count. The draft records the send, so that a retry after a restart uses the same key. */
  const send = async (one: TypedCount, day: Pick<CashUp, 'locationID' | 'date'>): Promise<Reply<CashUp>> => {
    const key = lineKey(one)
    const amount = countedAmount(one)
    if (amount === null) throw new Error('Only amounts are recorded.')
    const drawer = readDrawer(one)
    setTyped(get().typed.map((other) => (lineKey(other) === key ? { ...other, isSent: true } : other)))
    await drafts.flush()
    const { userID, paymentType, block, idempotencyKey } = one
    const counted = toDecimalAmount(amount)
    return finance.count({
      ...{ ...day, userID, paymentType, counted, note: '', block, idempotencyKey },
      ...(drawer?.ok === true ? { drawer: drawer.drawer } : {}),
    })
  }

  const change = (line: TypedLine, entry: TypedEntry): void => {
    const { day, typed, recording } = get()
    const key = lineKey(line)
    if (day.kind !== 'ready' || recording === 'pending') return
    if (typed.some((one) => lineKey(one) === key && one.isSent)) return
    const next = withEntry(typed, line, entry, { block: day.value.block, idempotencyKey: newKey() })
    set({ typed: next, typedFailures: withoutFailure(key) })
    keep(next)
  }

  return {
    typed: [],
    typedFailures: {},
    recording: 'idle',
    typeCount: (line, counted) => change(line, { counted }),
    typeDrawer: change,
    recordCounts: async () => {
      const { locationID, date, day, recording } = get()
      if (locationID === null || date === null || day.kind !== 'ready' || recording === 'pending') return 0
      const typed = countsToRecord(get().typed, day.value)
      if (!typed.every(isReadable)) return 0
      const isShown = (): boolean => get().locationID === locationID && get().date === date
      set({ recording: 'pending', readingDetails: { kind: 'pending' } })
      let recorded = 0
      for (const one of typed) {
        // The day may have been read again in the meantime, and may show a count from another workstation.
        if (get().typed.every((other) => lineKey(other) !== lineKey(one))) continue
        const reply = await send(one, { locationID, date })
        if (reply.ok) recorded += 1
        // The user has opened another day in the meantime, so the remaining counts stay in the draft of this day.
        if (!isShown()) {
          const draftID = typedCountsDraftID(locationID, date)
          keepAs(draftID, settle(await readKept(draftID), one, reply))
          return recorded
        }
        setTyped(settle(get().typed, one, reply))
        if (reply.ok) showDay(reply.value, {})
        else set({ typedFailures: { ...get().typedFailures, [lineKey(one)]: reply.failure } })
      }
      set({ recording: 'idle' })
      void get().loadDetails()
      // A count can reveal amounts in the lists, and its answer has only the first items of each list.
      const hasShortLists = recorded > 0 && Object.keys(get().rows).length > 0
      const isSignedOff = Object.values(get().typedFailures).some(({ code }) => code === 'day-signed-off')
      if (hasShortLists || isSignedOff) void get().load()
      return recorded
    },
    restoreTyped: async () => {
      const { locationID, date } = get()
      if (locationID === null || date === null) return
      const kept = await readKept(typedCountsDraftID(locationID, date))
      const { day } = get()
      if (get().locationID !== locationID || get().date !== date) return
      const since = get().typed
      const earlier = kept.filter((one) => since.every((other) => lineKey(other) !== lineKey(one)))
      set({ typed: [...earlier, ...since] })
      // Typed counts no longer apply if their block was closed or reopened, or if their line was counted.
      if (day.kind === 'ready') dropCountsOf(day.value)
    },
    dropTyped: (key) => {
      const left = get().typed.filter((one) => lineKey(one) !== key)
      if (left.length < get().typed.length) setTyped(left)
    },
    dropCounted: dropCountsOf,
  }
}
