import type { Bridge } from '#contract/bridge.ts'
import type { PaymentView } from '#contract/payments/bridge.ts'
import type { MoneyMoved } from '#contract/payments/routes.ts'
import type { Failure } from '#contract/reply.ts'
import { paymentMessages } from '#domain/payments/payment-messages.ts'
import { isUnissuedBill } from '#domain/payments/payment-types.ts'
import type { TransactionID } from '#domain/payments/transaction.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import type { Notices } from '../../kit/notices.ts'
import { createReadings } from '../../kit/readings.ts'
import { toOfflineView } from './offline-view.ts'
import { emptyForms, isUntouched } from './payment-forms.ts'
import { paymentPanelWords } from './payment-panel-words.ts'
import { type PaymentState, type PaymentStore, toViewedPayment } from './payment-state.ts'

type Parts = {
  readonly store: PaymentStore
  readonly bridge: Pick<Bridge, 'payments' | 'booking'>
  readonly notices: Notices
  readonly studyID: StudyID
}

type PaymentReading = Pick<PaymentState, 'openDetail' | 'readPractitioners'> & {
  /** Reads the ledger and the open transaction. */
  readonly read: () => Promise<void>
  /** Shows the answer of a money call immediately. The next reading brings any other changes. */
  readonly takeMoved: (moved: MoneyMoved) => void
}

/** Creates the readings of a study's ledger, its transactions and the practitioners who can pay. */
export const createPaymentReading = ({ store, bridge, notices, studyID }: Parts): PaymentReading => {
  const { payments } = bridge
  const { getState: get, setState: set } = store
  const readings = createReadings()

  /**
   * Shows the ledger. When a temporary-hold booking on the screen becomes fully paid, even by a payment at another
   * workstation, notifies the user once: either the study is now a booking, or `holdBlock` keeps it on hold.
   */
  const show = (value: PaymentView): void => {
    const { view } = get()
    const wasHold = view.kind === 'ready' && view.value.study.temporaryHold
    const { study, payments: sums } = value
    set({ view: { kind: 'ready', value } })
    const isPaid = sums.totalBalance === 0 && !study.status.cancelled
    if (wasHold && !study.temporaryHold && isPaid)
      notices.success({ title: paymentMessages.temporaryHoldUpdated, description: paymentPanelWords.done.booked })
    const wasOwed = view.kind === 'ready' && view.value.payments.totalBalance > 0
    const { holdBlock } = sums
    if (wasHold && wasOwed && isPaid && study.temporaryHold && holdBlock !== null) {
      notices.warning({ title: paymentPanelWords.done.stillHold, description: holdBlock.text })
    }
  }

  /** If the back office is unreachable, reads this workstation's copy of the study, which is enough to take cash. */
  const readCopy = async (failure: Failure): Promise<void> => {
    const [copy, kept] =
      failure.code === 'offline'
        ? await Promise.all([bridge.booking.readStudy({ studyID }), payments.readKept({ studyID })])
        : []
    if (copy?.ok !== true || kept?.ok !== true) {
      set({ view: { kind: 'failed', failure } })
      return
    }
    const value = toOfflineView(copy.value, kept.value, copy.value.asOf)
    set({ view: { kind: 'ready', value }, behind: failure, isWithoutLedger: true })
  }

  const readDetail = async (transactionID: TransactionID): Promise<void> => {
    const reply = await payments.readTransaction({ transactionID })
    const { detail } = get()
    if (detail?.transactionID !== transactionID) return
    if (reply.ok) set({ detail: { transactionID, read: { kind: 'ready', value: reply.value } } })
    else if (detail.read.kind !== 'ready') {
      set({ detail: { transactionID, read: { kind: 'failed', failure: reply.failure } } })
    }
  }

  return {
    read: async () => {
      const isLatest = readings.begin()
      const reply = await payments.read({ studyID })
      // A later reading has overtaken this one.
      if (!isLatest()) return
      if (reply.ok) {
        show(reply.value)
        set({ behind: null, isWithoutLedger: false })
      } else if (get().view.kind === 'ready') set({ behind: reply.failure })
      else await readCopy(reply.failure)
      const { detail } = get()
      if (detail !== null) void readDetail(detail.transactionID)
    },
    takeMoved: ({ payments: moved, study }) => {
      const { view } = get()
      if (view.kind === 'ready') show({ ...view.value, payments: moved, study })
    },
    openDetail: async (transactionID) => {
      if (transactionID === null) {
        set({ detail: null })
        return
      }
      const { view, forms, update } = get()
      // When the user opens an unissued invoice, the payment type defaults to Invoice. A type that the user chose
      // before is therefore reset, unless the user has already filled in other fields.
      const isUnissued = view.kind === 'ready' && isUnissuedBill(toViewedPayment(view.value, transactionID))
      const isChosen = forms.payment.paymentType !== null
      if (isUnissued && isChosen && isUntouched({ ...emptyForms, payment: forms.payment }))
        update('payment', { paymentType: null })
      set({ viewedID: transactionID, detail: { transactionID, read: { kind: 'loading' } } })
      await readDetail(transactionID)
    },
    readPractitioners: async () => {
      if (get().practitioners.kind === 'ready' || get().practitioners.kind === 'loading') return
      set({ practitioners: { kind: 'loading' } })
      const reply = await payments.readPractitioners({ text: '' })
      if (reply.ok) set({ practitioners: { kind: 'ready', value: reply.value } })
      else {
        set({ practitioners: { kind: 'failed', failure: reply.failure } })
        notices.error(paymentMessages.invoicePayerError)
      }
    },
  }
}
