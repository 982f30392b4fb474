import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '#contract/bridge.ts'
import type { WaitingStudyAct } from '#contract/study/bridge.ts'
import { createReadings } from '../kit/readings.ts'

type WaitingActsStoreState = {
  /** Waiting and refused check-ins and notes of this workstation, of every user. */
  readonly acts: readonly WaitingStudyAct[]
  readonly load: () => Promise<void>
  /** Removes a refused act after the user has read why. */
  readonly dismiss: (idempotencyKey: string) => Promise<void>
  readonly clear: () => void
}
export type WaitingActsStore = StoreApi<WaitingActsStoreState>
export type WithWaitingActs = { readonly waitingActs: WaitingActsStore }

/** Creates the store of this workstation's waiting acts. */
export const createWaitingActsStore = (bridge: Pick<Bridge, 'study' | 'on'>): WaitingActsStore =>
  createStore<WaitingActsStoreState>((set, get) => {
    const readings = createReadings()
    bridge.on('study.waitingChanged', () => void get().load())
    bridge.on('bridge.gap', () => void get().load())
    return {
      acts: [],
      load: async () => {
        const isLatest = readings.begin()
        const reply = await bridge.study.waiting({})
        // Ignores the answer if a later reading has started or the user has signed out.
        if (reply.ok && isLatest()) set({ acts: reply.value })
      },
      dismiss: async (idempotencyKey) => {
        const reply = await bridge.study.dismissWaiting({ idempotencyKey })
        if (reply.ok) set({ acts: get().acts.filter((act) => act.idempotencyKey !== idempotencyKey) })
      },
      clear: () => {
        readings.expire()
        set({ acts: [] })
      },
    }
  })
