import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '#contract/bridge.ts'
import type { Invoice } from '#domain/payments/invoice.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import type { Loadable, Submission } from '../../kit/loadable.ts'
import { createReadings } from '../../kit/readings.ts'
import { saveFile } from '../../kit/save-file.ts'

type InvoiceStoreState = {
  readonly invoice: Loadable<Invoice>
  readonly saving: Submission
  readonly load: () => Promise<void>
  readonly savePdf: () => Promise<void>
}

export type InvoiceDesk = { readonly store: StoreApi<InvoiceStoreState>; readonly start: () => () => void }

/**
 * Creates the store of a study's invoice. `start` reads the invoice, and reads it again after each change of the study
 * or its money, until the function that `start` returned is called.
 */
export const createInvoiceStore = (bridge: Pick<Bridge, 'payments' | 'on'>, studyID: StudyID): InvoiceDesk => {
  const readings = createReadings()
  const store = createStore<InvoiceStoreState>((set, get) => ({
    invoice: { kind: 'loading' },
    saving: { kind: 'idle' },
    load: async () => {
      if (get().invoice.kind === 'failed') set({ invoice: { kind: 'loading' } })
      const isLatest = readings.begin()
      const reply = await bridge.payments.readInvoice({ studyID })
      if (!isLatest()) return
      if (reply.ok) set({ invoice: { kind: 'ready', value: reply.value } })
      else if (get().invoice.kind !== 'ready') set({ invoice: { kind: 'failed', failure: reply.failure } })
    },
    savePdf: async () => {
      if (get().saving.kind === 'pending') return
      set({ saving: { kind: 'pending' } })
      const reply = await bridge.payments.makeInvoicePdf({ studyID })
      set({ saving: reply.ok ? { kind: 'idle' } : { kind: 'failed', failure: reply.failure } })
      if (reply.ok) saveFile(reply.value.base64, `invoice-${studyID}.pdf`, 'application/pdf')
    },
  }))
  const start = (): (() => void) => {
    const reload = (): void => void store.getState().load()
    reload()
    const stops = [
      bridge.on('payments.changed', (changed) => changed.studyID === studyID && reload()),
      bridge.on('booking.studyChanged', (changed) => changed.studyID === studyID && reload()),
      bridge.on('bridge.gap', reload),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }
  return { store, start }
}
