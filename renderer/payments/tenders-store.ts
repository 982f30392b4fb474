import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '#contract/bridge.ts'
import type { WaitingPayment } from '#contract/payments/bridge.ts'
import { createReadings } from '../kit/readings.ts'

type TendersStoreState = {
  /** Money taken at this workstation that waits to be recorded or was refused, whoever took it. */
  readonly payments: readonly WaitingPayment[]
  readonly load: () => Promise<void>
  readonly clear: () => void
}
export type TendersStore = StoreApi<TendersStoreState>

/** The store of the money in the drawer that is not in a ledger yet. */
export const createTendersStore = (bridge: Pick<Bridge, 'payments' | 'on'>): TendersStore =>
  createStore<TendersStoreState>((set, get) => {
    const readings = createReadings()
    bridge.on('payments.changed', () => void get().load())
    bridge.on('bridge.gap', () => void get().load())
    return {
      payments: [],
      load: async () => {
        const isLatest = readings.begin()
        const reply = await bridge.payments.waiting({})
        // A later reading, or a sign-out, knows more than this one.
        if (reply.ok && isLatest()) set({ payments: reply.value })
      },
      clear: () => {
        readings.expire()
        set({ payments: [] })
      },
    }
  })
