import { createStore, type StoreApi } from 'zustand/vanilla'
import type { UnseenBooking } from '#contract/booking/bridge.ts'
import type { Bridge } from '#contract/bridge.ts'
import { createReadings } from '../kit/readings.ts'

type WaitingStoreState = {
  /** Bookings whose result no page has shown: still pending, or with a result that the user has not seen. */
  readonly bookings: readonly UnseenBooking[]
  readonly load: () => Promise<void>
  /** Records that the user has seen a result. */
  readonly acknowledge: (idempotencyKey: string) => Promise<void>
  readonly clear: () => void
}
export type WaitingStore = StoreApi<WaitingStoreState>

/** Creates the store of bookings that wait for the back office, or whose result no page has shown. */
export const createWaitingStore = (bridge: Pick<Bridge, 'booking' | 'on'>): WaitingStore =>
  createStore<WaitingStoreState>((set, get) => {
    const readings = createReadings()
    bridge.on('booking.settled', (settled) => {
      const others = get().bookings.filter(({ idempotencyKey }) => idempotencyKey !== settled.idempotencyKey)
      set({ bookings: [...others, settled] })
    })
    const drop = (idempotencyKey: string): void =>
      set({ bookings: get().bookings.filter((booking) => booking.idempotencyKey !== idempotencyKey) })
    bridge.on('booking.acknowledged', ({ idempotencyKey }) => drop(idempotencyKey))
    bridge.on('bridge.gap', () => void get().load())
    return {
      bookings: [],
      load: async () => {
        const isLatest = readings.begin()
        const reply = await bridge.booking.settled({})
        if (reply.ok && isLatest()) set({ bookings: reply.value })
      },
      acknowledge: async (idempotencyKey) => {
        const reply = await bridge.booking.acknowledgeSettled({ idempotencyKey })
        if (reply.ok) drop(idempotencyKey)
      },
      clear: () => {
        readings.expire()
        set({ bookings: [] })
      },
    }
  })
