import type { Bridge } from '#contract/bridge.ts'
import type { MoneyMoved } from '#contract/payments/routes.ts'
import type { Failure, Reply } from '#contract/reply.ts'
import { formatAmount, formatMoney } from '#domain/format/format-money.ts'
import { isFinalAttempt } from '#domain/payments/payment-attempt.ts'
import { paymentMessages } from '#domain/payments/payment-messages.ts'
import { type PaymentType, ruleOfPaymentType } from '#domain/payments/payment-types.ts'
import { roundToMoney } from '#domain/values/money.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import type { Notices } from '../../kit/notices.ts'
import { readCashReceived } from './cash-change.ts'
import { describeRefusal } from './payment-failures.ts'
import { type CommitName, emptyForms, type FormName } from './payment-forms.ts'
import { paymentPanelWords } from './payment-panel-words.ts'
import type { PaymentState } from './payment-state.ts'
import { takePaymentWords } from './take-payment-words.ts'

/** The value of a call that succeeds. */
type ValueOf<Answer> = Extract<Answer, { readonly ok: true }> extends { readonly value: infer Value } ? Value : never

type Parts = {
  readonly payments: Bridge['payments']
  readonly notices: Notices
  readonly studyID: StudyID
  /**
   * Makes a call under the key of the commit `name`. Another press while the call runs, or the second press of a double
   * click, makes no call. Returns true on success.
   */
  readonly run: <Value>(
    name: CommitName,
    call: (idempotencyKey: string) => Promise<Reply<Value>>,
    onDone: (value: Value) => void,
    onRefused?: (failure: Failure) => void,
  ) => Promise<boolean>
  readonly takeMoved: (moved: MoneyMoved) => void
  readonly reset: (name: FormName) => void
  readonly read: () => Promise<void>
  readonly set: (change: Partial<PaymentState>) => void
  readonly get: () => PaymentState
  /** Called with the type of each recorded payment. */
  readonly onTender: (paymentType: PaymentType) => void
}

type PaymentCalls = Pick<
  PaymentState,
  | 'pay'
  | 'applyPromo'
  | 'applyReferral'
  | 'refund'
  | 'toggleStep'
  | 'reconcile'
  | 'changePrice'
  | 'setSuppression'
  | 'emailInvoice'
  | 'checkAttempt'
  | 'resolveAttempt'
  | 'dismissProvisional'
>

/** Returns the amount and type that the ledger recorded, such as `CA$1,250.00 invoice`. */
const describeTaken = ({ transaction }: MoneyMoved): string =>
  takePaymentWords.what(
    formatAmount(transaction.amount, transaction.currency),
    ruleOfPaymentType(transaction.paymentType).label.toLowerCase(),
  )

/** Shows a recorded payment, or a provisional one that this workstation sends when the back office is reachable. */
const showRecordedPayment = (
  { notices, takeMoved, set, get, onTender }: Parts,
  wantedType: PaymentType,
  words: string,
  done: ValueOf<Awaited<ReturnType<Bridge['payments']['record']>>>,
): void => {
  onTender(wantedType)
  // The recorded amount may differ from the one shown: an invoice is for all that is owed when it is recorded.
  const took = done.kind === 'recorded' ? describeTaken(done.moved) : words
  if (done.kind === 'recorded') {
    notices.success(takePaymentWords.recorded.done(took))
    if (done.automaticallyIssued) notices.success(paymentMessages.invoiceAutomaticallyIssued)
    takeMoved(done.moved)
  } else {
    const { view } = get()
    if (view.kind === 'ready') {
      const others = view.value.provisional.filter(
        ({ idempotencyKey }) => idempotencyKey !== done.payment.idempotencyKey,
      )
      const provisional = [...others, done.payment]
      set({ view: { kind: 'ready', value: { ...view.value, provisional } } })
    }
    notices.warning({
      title: takePaymentWords.recorded.keptHere(words),
      description: takePaymentWords.recorded.keptHereDetail,
    })
  }
  // Read before the form is cleared: the user counts out the change after the payment is recorded.
  const { forms, view } = get()
  const { paymentType, cashReceived } = forms.payment
  const { amount } = done.kind === 'recorded' ? done.moved.transaction : done.payment
  const received = readCashReceived(wantedType === 'cash' ? cashReceived : '', roundToMoney(amount))
  const changeDue =
    received.kind === 'enough' && received.due > 0 && view.kind === 'ready'
      ? formatMoney(received.due, view.value.payments.currency)
      : null
  const recordedID = done.kind === 'recorded' ? done.moved.transaction.transactionID : null
  set({ recorded: took, recordedID, changeDue, forms: { ...forms, payment: { ...emptyForms.payment, paymentType } } })
}

/** Creates the calls of the payment panel, with the notices and the state that follow each one. */
export const createPaymentCalls = (parts: Parts): PaymentCalls => {
  const { payments, notices, studyID, run, takeMoved, reset, read, set, get } = parts
  return {
    pay: (input, words) =>
      run(
        'payment',
        (idempotencyKey) => payments.record({ ...input, studyID, idempotencyKey }),
        (done) => showRecordedPayment(parts, input.paymentType, words, done),
      ),
    applyPromo: (input) =>
      run(
        'promo',
        (idempotencyKey) => payments.applyPromo({ ...input, studyID, idempotencyKey }),
        (moved) => {
          notices.success(paymentPanelWords.done.discount)
          takeMoved(moved)
          reset('promo')
        },
      ),
    applyReferral: (code) =>
      run(
        'referral',
        (idempotencyKey) => payments.applyReferral({ code, studyID, idempotencyKey }),
        (moved) => {
          if (moved.transaction.amount === 0) notices.warning(paymentMessages.referralZero)
          else notices.success(paymentPanelWords.done.referral)
          takeMoved(moved)
          reset('referral')
        },
      ),
    refund: (input, words) =>
      run(
        'refund',
        (idempotencyKey) => payments.refund({ ...input, studyID, idempotencyKey }),
        (moved) => {
          notices.success(words)
          takeMoved(moved)
          reset('refund')
        },
      ),
    toggleStep: (input) =>
      run(
        'step',
        (idempotencyKey) => payments.updateTransaction({ ...input, studyID, idempotencyKey }),
        (done) => {
          if (done.automaticallyIssued) notices.success(paymentMessages.invoiceAutomaticallyIssued)
          const { view, detail } = get()
          if (view.kind === 'ready') set({ view: { kind: 'ready', value: { ...view.value, payments: done.payments } } })
          const { transaction } = done
          if (detail?.transactionID === transaction.transactionID) {
            set({ detail: { ...detail, read: { kind: 'ready', value: transaction } } })
          }
          reset('step')
        },
      ),
    reconcile: (input) =>
      run(
        'reconcile',
        (idempotencyKey) => payments.reconcile({ ...input, studyID, idempotencyKey }),
        (moved) => {
          notices.success(paymentMessages.adjustmentSuccessful)
          takeMoved(moved)
          reset('reconcile')
        },
      ),
    changePrice: (input) =>
      run(
        'price',
        (idempotencyKey) => payments.changePrice({ ...input, studyID, idempotencyKey }),
        ({ study }) => {
          const { view } = get()
          if (view.kind === 'ready') set({ view: { kind: 'ready', value: { ...view.value, study } } })
          notices.success(paymentPanelWords.done.price)
        },
      ),
    setSuppression: (input) =>
      run(
        'suppression',
        () => payments.setSuppression({ ...input, studyID }),
        (study) => {
          const { view } = get()
          if (view.kind === 'ready') set({ view: { kind: 'ready', value: { ...view.value, study } } })
        },
      ),
    emailInvoice: () =>
      run(
        'email',
        (idempotencyKey) => payments.emailInvoice({ studyID, idempotencyKey }),
        // This only queues the email. `SendNotices` in the frame shows its result.
        () => undefined,
        ({ code, message }) => {
          // For these two codes the server's message is more precise. The first message explains whether the email
          // may have been sent, the second that the member's address is not confirmed.
          const hasOwnWords = code === 'mail-failed' || code === 'email-not-confirmed'
          const description = hasOwnWords ? message : paymentMessages.emailError
          notices.error({ title: paymentMessages.emailErrorTitle, description })
        },
      ),
    checkAttempt: async (attemptID) => {
      const reply = await payments.checkOpenAttempt({ studyID, attemptID })
      if (!reply.ok) set({ problem: describeRefusal('resolve', reply.failure) })
      else if (!isFinalAttempt(reply.value.state)) notices.warning(paymentPanelWords.done.notEnded)
      await read()
    },
    resolveAttempt: (input) =>
      run(
        'resolve',
        (idempotencyKey) => payments.resolveAttempt({ ...input, studyID, idempotencyKey }),
        ({ moved }) => {
          notices.success(paymentPanelWords.done.resolved)
          if (moved !== null) takeMoved(moved)
        },
      ),
    dismissProvisional: async (idempotencyKey) => {
      await payments.dismissProvisional({ idempotencyKey })
      await read()
    },
  }
}
