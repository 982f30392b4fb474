import type { Bridge } from '#contract/bridge.ts'
import { lacksNote } from '#domain/finance/build-cash-up.ts'
import type { CashUp } from '#domain/finance/cash-up.ts'
import { toFieldAmount } from '#domain/format/format-money.ts'
import { roundToMoney, toDecimalAmount } from '#domain/values/money.ts'
import type { Drafts } from '../session/drafts.ts'
import { countDraftID, type FinanceStore, type FinanceStoreState, isLost, lineKey, toFailed } from './finance-state.ts'
import { countedAmount, proposedFloat, readDrawer } from './read-drawer.ts'

type Parts = {
  readonly store: FinanceStore
  readonly finance: Pick<Bridge['finance'], 'count'>
  readonly drafts: Pick<Drafts, 'keep' | 'discard' | 'flush'>
  readonly newKey: () => string
  /**
   * Shows the day that a call returned, and applies `change` in the same update. The answers of running loads are
   * ignored, because the returned day is newer.
   */
  readonly showDay: (day: CashUp, change: Partial<FinanceStoreState>) => void
  /** Removes the count that is typed in the table for a line of the shown day. */
  readonly dropTyped: (key: string) => void
}

/** Creates the form that counts one line of the day. A draft stores what the user enters. */
export const createCashCount = ({
  store,
  finance,
  drafts,
  newKey,
  showDay,
  dropTyped,
}: Parts): Pick<FinanceStoreState, 'beginCount' | 'changeCount' | 'leaveCount' | 'sendCount'> => {
  const { getState: get, setState: set } = store
  return {
    beginCount: (line) => {
      const { userID, paymentType } = line
      const { locationID, date, day } = get()
      if (locationID === null || date === null || day.kind !== 'ready') return
      const { block } = day.value
      // If only the note is missing, the form starts with the last count: the amount, or the notes and coins.
      const last = lacksNote(line) ? line : null
      const drawer = last?.counts.at(-1)?.drawer
      const counted = last === null || last.counted === null ? '' : toFieldAmount(roundToMoney(last.counted))
      const pieces = Object.fromEntries(Object.entries(drawer?.pieces ?? {}).map(([value, many]) => [value, `${many}`]))
      const float = proposedFloat(drawer?.float ?? line.float)
      const count = {
        ...{ locationID, date, userID, paymentType, counted, note: '', pieces, float, block },
        idempotencyKey: newKey(),
      }
      set({ count, counting: { kind: 'idle' } })
    },
    changeCount: (change) => {
      const { count, counting } = get()
      if (count === null || counting.kind === 'pending') return
      // Each change gets a new key, except after a lost answer: the key is then kept until the result is known.
      const next = { ...count, ...change, idempotencyKey: isLost(counting) ? count.idempotencyKey : newKey() }
      set({ count: next, counting: isLost(counting) ? counting : { kind: 'idle' } })
      drafts.keep(countDraftID, next)
    },
    leaveCount: () => {
      if (get().counting.kind === 'pending') return
      set({ count: null, counting: { kind: 'idle' } })
      void drafts.discard(countDraftID)
    },
    sendCount: async () => {
      const { count, counting } = get()
      if (count === null || counting.kind === 'pending') return false
      const { pieces: _pieces, float: _float, ...given } = count
      const drawer = readDrawer(count)
      const counted = countedAmount(count)
      if (counted === null) return false
      set({ counting: { kind: 'pending' } })
      await drafts.flush()
      const reply = await finance.count({
        ...given,
        counted: toDecimalAmount(counted),
        ...(drawer?.ok === true ? { drawer: drawer.drawer } : {}),
        note: count.note.trim(),
      })
      if (!reply.ok) {
        set({ counting: toFailed(counting, reply.failure) })
        if (reply.failure.code === 'day-signed-off') void get().load()
        return false
      }
      if (get().locationID === count.locationID && get().date === count.date) dropTyped(lineKey(count))
      showDay(reply.value, { count: null, counting: { kind: 'idle' } })
      void drafts.discard(countDraftID)
      return true
    },
  }
}
