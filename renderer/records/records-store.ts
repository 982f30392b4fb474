import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Failure, Reply } from '#contract/reply.ts'
import type { Loadable } from '../kit/loadable.ts'
import { createReadings } from '../kit/readings.ts'
import { createRetryKeys } from '../kit/retry-keys.ts'

type RecordsState<Value> = {
  readonly view: Loadable<Value>
  /** Why the last reading failed; the list of an earlier reading is still shown. Null if the last reading succeeded. */
  readonly behind: Failure | null
  readonly load: () => Promise<void>
  /**
   * Makes a call that saves, under an idempotency key that stays the same after a lost answer. `name` identifies what
   * is saved. Reads the list again after a success.
   */
  readonly save: <Answer>(
    name: string,
    call: (idempotencyKey: string) => Promise<Reply<Answer>>,
  ) => Promise<Reply<Answer>>
}
export type RecordsStore<Value> = StoreApi<RecordsState<Value>>

type Parts<Value> = { readonly read: () => Promise<Reply<Value>>; readonly newKey: () => string }

/** Creates the store of one list of the records that administrators maintain. */
export const createRecordsStore = <Value>({ read, newKey }: Parts<Value>): RecordsStore<Value> => {
  const readings = createReadings()
  const withKey = createRetryKeys(newKey)
  return createStore<RecordsState<Value>>((set, get) => ({
    view: { kind: 'idle' },
    behind: null,
    load: async () => {
      const isLatest = readings.begin()
      if (get().view.kind !== 'ready') set({ view: { kind: 'loading' } })
      const reply = await read()
      if (!isLatest()) return
      if (reply.ok) set({ view: { kind: 'ready', value: reply.value }, behind: null })
      else if (get().view.kind === 'ready') set({ behind: reply.failure })
      else set({ view: { kind: 'failed', failure: reply.failure } })
    },
    save: async (name, call) => {
      const reply = await withKey(name, call)
      if (reply.ok) await get().load()
      return reply
    },
  }))
}
