import type { Bridge } from '#contract/bridge.ts'
import type { CashUp } from '#domain/finance/cash-up.ts'
import { type FinanceStore, type FinanceStoreState, isLost, toFailed } from './finance-state.ts'

type Parts = {
  readonly store: FinanceStore
  readonly finance: Pick<Bridge['finance'], 'reopen'>
  readonly newKey: () => string
  /**
   * Shows the day that a call returned, and applies `change` in the same update. The answers of running loads are
   * ignored, because the returned day is newer.
   */
  readonly showDay: (day: CashUp, change: Partial<FinanceStoreState>) => void
}

/** Creates the form that reopens a closed day. */
export const createDayReopening = ({
  store,
  finance,
  newKey,
  showDay,
}: Parts): Pick<FinanceStoreState, 'beginReopening' | 'changeReopening' | 'leaveReopening' | 'reopen'> => {
  const { getState: get, setState: set } = store
  return {
    beginReopening: () => set({ reopening: { reason: '', idempotencyKey: newKey() }, opening: { kind: 'idle' } }),
    changeReopening: (reason) => {
      const { reopening, opening } = get()
      if (reopening === null || opening.kind === 'pending') return
      const idempotencyKey = isLost(opening) ? reopening.idempotencyKey : newKey()
      set({ reopening: { reason, idempotencyKey }, opening: isLost(opening) ? opening : { kind: 'idle' } })
    },
    leaveReopening: () => {
      if (get().opening.kind !== 'pending') set({ reopening: null, opening: { kind: 'idle' } })
    },
    reopen: async () => {
      const { locationID, date, reopening, opening } = get()
      if (locationID === null || date === null || reopening === null || opening.kind === 'pending') return false
      set({ opening: { kind: 'pending' } })
      const reason = reopening.reason.trim()
      const { idempotencyKey } = reopening
      const reply = await finance.reopen({ locationID, date, reason, idempotencyKey })
      if (!reply.ok) {
        set({ opening: toFailed(opening, reply.failure) })
        void get().load()
        return false
      }
      showDay(reply.value, { reopening: null, opening: { kind: 'idle' } })
      return true
    },
  }
}
