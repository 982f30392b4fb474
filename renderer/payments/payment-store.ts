import { createStore } from 'zustand/vanilla'
import type { Bridge } from '#contract/bridge.ts'
import type { PaymentType } from '#domain/payments/payment-types.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import type { Notices } from '../kit/notices.ts'
import type { Drafts } from '../session/drafts.ts'
import { createPaymentCalls } from './inside/payment-calls.ts'
import { createPaymentFormActs } from './inside/payment-form-acts.ts'
import { type CommitName, commitNames, emptyForms } from './inside/payment-forms.ts'
import { createPaymentKeys } from './inside/payment-keys.ts'
import { createPaymentReading } from './inside/payment-reading.ts'
import type { Commit, PaymentState, PaymentStore } from './inside/payment-state.ts'
import { onSkuChanged, type SkuChanged, withSkuChange } from './sku-changed.ts'

export type PaymentDesk = {
  readonly store: PaymentStore
  /** Reads the ledger and follows changes of the study until the returned function is called. */
  readonly start: () => () => void
}

/** The payment type that was recorded last in this window; all studies that the window opens share it. */
export type LastTender = { value: PaymentType | null }

type Options = {
  readonly bridge: Pick<Bridge, 'payments' | 'booking' | 'on'>
  readonly drafts: Drafts
  readonly notices: Notices
  readonly studyID: StudyID
  readonly newKey: () => string
  readonly lastTender?: LastTender | undefined
}

const allIdle = Object.fromEntries(commitNames.map((name) => [name, 'idle'])) as Record<CommitName, Commit>

/** Creates the store of a study's payment panel: its ledger, its forms, and the running commits. */
export const createPaymentDesk = (options: Options): PaymentDesk => {
  const { bridge, drafts, notices, studyID, newKey, lastTender = { value: null } } = options
  const { payments } = bridge
  const draftID = `payment:${studyID}`
  const keys = createPaymentKeys(newKey)

  const store: PaymentStore = createStore<PaymentState>((set, get, api) => {
    const { read, takeMoved, openDetail, readPractitioners } = createPaymentReading({
      store: api,
      bridge,
      notices,
      studyID,
    })
    const { run, empty, restore, update, reset } = createPaymentFormActs({ store: api, keys, drafts, draftID, read })
    return {
      view: { kind: 'idle' },
      behind: null,
      isWithoutLedger: false,
      forms: emptyForms,
      commits: allIdle,
      recorded: null,
      recordedID: null,
      lastTender: lastTender.value,
      changeDue: null,
      problem: null,
      viewedID: null,
      detail: null,
      practitioners: { kind: 'idle' },
      load: async () => {
        if (get().view.kind !== 'ready') set({ view: { kind: 'loading' } })
        await restore()
        await read()
      },
      update,
      reset,
      payMore: () => set({ recorded: null }),
      isJustDone: keys.isJustDone,
      say: (problem) => set({ problem }),
      openDetail,
      readPractitioners,
      ...createPaymentCalls({
        ...{ payments, notices, studyID, run, takeMoved, reset: empty, read, set, get },
        onTender: (paymentType) => {
          lastTender.value = paymentType
          set({ lastTender: paymentType })
        },
      }),
    }
  })

  const takeSku = (change: SkuChanged): void => {
    const { view } = store.getState()
    if (view.kind === 'ready') store.setState({ view: { kind: 'ready', value: withSkuChange(view.value, change) } })
    void store.getState().load()
  }

  return {
    store,
    start: () => {
      void store.getState().load()
      const reread = ({ studyID: changed }: { readonly studyID: StudyID }): void => {
        if (changed === studyID) void store.getState().load()
      }
      const stops = [
        bridge.on('payments.changed', reread),
        bridge.on('payments.attemptChanged', reread),
        bridge.on('booking.studyChanged', reread),
        bridge.on('bridge.gap', () => void store.getState().load()),
        onSkuChanged(studyID, takeSku),
      ]
      return () => {
        for (const stop of stops) stop()
      }
    },
  }
}
