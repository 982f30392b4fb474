import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '#contract/bridge.ts'
import type { WaitingPayment } from '#contract/payments/bridge.ts'
import { createReadings } from '../kit/readings.ts'

type TendersStoreState = {
  /** Waiting and refused payments of this workstation, of every user. */
  readonly payments: readonly WaitingPayment[]
  readonly load: () => Promise<void>
  readonly clear: () => void
}
export type TendersStore = StoreApi<TendersStoreState>

/** Creates the store of the money that was taken and is not in a ledger yet. */
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
        // After a later reading or a sign-out, this reply is stale.
        if (reply.ok && isLatest()) set({ payments: reply.value })
      },
      clear: () => {
        readings.expire()
        set({ payments: [] })
      },
    }
  })
