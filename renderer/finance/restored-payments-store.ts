import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '#contract/bridge.ts'
import type { RestoredPayment } from '#domain/finance/restored-payment.ts'
import type { Loadable, Submission } from '../kit/loadable.ts'
import { createReadings } from '../kit/readings.ts'

type RestoredPaymentsState = {
  readonly payments: Loadable<readonly RestoredPayment[]>
  /** The payment whose note the user is entering. */
  readonly resolving: { readonly payment: RestoredPayment; readonly note: string; readonly key: string } | null
  readonly sending: Submission
  readonly load: () => Promise<void>
  readonly begin: (payment: RestoredPayment) => void
  readonly changeNote: (note: string) => void
  readonly leave: () => void
  /** Sends the note. Resolves to false if it was refused, or if the result is unknown. */
  readonly resolve: () => Promise<boolean>
}
export type RestoredPaymentsStore = StoreApi<RestoredPaymentsState>

type Parts = { readonly bridge: Pick<Bridge, 'finance'>; readonly newKey: () => string }

/**
 * Creates the store of the card payments and refunds that the processor has, and that the database lacks since it was
 * restored from a backup.
 */
export const createRestoredPaymentsStore = ({ bridge, newKey }: Parts): RestoredPaymentsStore => {
  const readings = createReadings()
  return createStore<RestoredPaymentsState>((set, get) => ({
    payments: { kind: 'idle' },
    resolving: null,
    sending: { kind: 'idle' },
    load: async () => {
      const isLatest = readings.begin()
      const reply = await bridge.finance.readRestoredPayments({})
      if (!isLatest()) return
      if (reply.ok) set({ payments: { kind: 'ready', value: reply.value } })
      // An earlier list stays on the screen, because its rows must still be resolved.
      else if (get().payments.kind !== 'ready') set({ payments: { kind: 'failed', failure: reply.failure } })
    },
    begin: (payment) => set({ resolving: { payment, note: '', key: newKey() }, sending: { kind: 'idle' } }),
    changeNote: (note) => {
      const { resolving } = get()
      if (resolving !== null) set({ resolving: { ...resolving, note } })
    },
    leave: () => set({ resolving: null, sending: { kind: 'idle' } }),
    resolve: async () => {
      const { resolving, sending } = get()
      if (resolving === null || sending.kind === 'pending') return false
      set({ sending: { kind: 'pending' } })
      const { payment, note, key } = resolving
      const reply = await bridge.finance.resolveRestoredPayment({
        paymentID: payment.paymentID,
        note: note.trim(),
        idempotencyKey: key,
      })
      if (!reply.ok) {
        // After a refusal the user changes the note, so the next try is a new request.
        set({ sending: { kind: 'failed', failure: reply.failure }, resolving: { ...resolving, key: newKey() } })
        return false
      }
      set({ resolving: null, sending: { kind: 'idle' } })
      await get().load()
      return true
    },
  }))
}
