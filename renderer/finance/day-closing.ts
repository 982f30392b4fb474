import type { Bridge } from '#contract/bridge.ts'
import type { CashUp } from '#domain/finance/cash-up.ts'
import { type FinanceStore, type FinanceStoreState, isLost, toFailed } from './finance-state.ts'

type Parts = {
  readonly store: FinanceStore
  readonly finance: Pick<Bridge['finance'], 'signOff'>
  readonly newKey: () => string
  /**
   * Shows the day that a call returned, and applies `change` in the same update. The answers of running loads are
   * ignored, because the returned day is newer.
   */
  readonly showDay: (day: CashUp, change: Partial<FinanceStoreState>) => void
}

/** Creates the form that closes a block of the day: the block that was shown when the form opened. */
export const createDayClosing = ({
  store,
  finance,
  newKey,
  showDay,
}: Parts): Pick<FinanceStoreState, 'beginClosing' | 'changeClosing' | 'leaveClosing' | 'signOff'> => {
  const { getState: get, setState: set } = store
  return {
    beginClosing: () => {
      const { day } = get()
      if (day.kind !== 'ready') return
      const closing = { note: '', reason: '', block: day.value.block, idempotencyKey: newKey() }
      set({ closing, signing: { kind: 'idle' } })
    },
    changeClosing: (change) => {
      const { closing, signing } = get()
      if (closing === null || signing.kind === 'pending') return
      const idempotencyKey = isLost(signing) ? closing.idempotencyKey : newKey()
      set({
        closing: { ...closing, ...change, idempotencyKey },
        signing: isLost(signing) ? signing : { kind: 'idle' },
      })
    },
    leaveClosing: () => {
      if (get().signing.kind !== 'pending') set({ closing: null, signing: { kind: 'idle' } })
    },
    signOff: async () => {
      const { locationID, date, closing, signing } = get()
      if (locationID === null || date === null || closing === null || signing.kind === 'pending') return false
      set({ signing: { kind: 'pending' } })
      const { note, reason, ...rest } = closing
      const texts = { note: note.trim(), reason: reason.trim() }
      const reply = await finance.signOff({ locationID, date, ...rest, ...texts })
      if (!reply.ok) {
        set({ signing: toFailed(signing, reply.failure) })
        void get().load()
        return false
      }
      showDay(reply.value, { closing: null, signing: { kind: 'idle' } })
      return true
    },
  }
}
