import { type ReactNode, useEffect, useMemo, useRef } from 'react'
import { useStore } from 'zustand'
import type { PaymentView } from '#contract/payments/bridge.ts'
import { toFieldAmount } from '#domain/format/format-money.ts'
import { overpaidRefundFlag, stepOfOverpaidRefund } from '#domain/payments/overpaid-refund.ts'
import { studyMessages } from '#domain/study/study-messages.ts'
import { roundToMoney } from '#domain/values/money.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import { Button } from '../kit/controls/button.tsx'
import { EmptyState } from '../kit/controls/empty-state.tsx'
import { LinkButton } from '../kit/controls/link-button.tsx'
import { Skeleton, SkeletonGroup } from '../kit/controls/skeleton.tsx'
import type { Notices } from '../kit/notices.ts'
import { paths } from '../routes.ts'
import { isOnlineNow } from '../session/connectivity-store.ts'
import type { ScreenProps } from '../session/screen-props.ts'
import { describeBookingFailure } from '../study/booking-failures.ts'
import { CancelledMoneyPanel } from './inside/cancelled-money-panel.tsx'
import { CreditsAndDiscounts } from './inside/credits-discounts.tsx'
import { MakePayment } from './inside/make-payment.tsx'
import { describeRefusal } from './inside/payment-failures.ts'
import { type PaymentGates, toPaymentGates } from './inside/payment-gates.ts'
import { PaymentNotices } from './inside/payment-notices.tsx'
import type { InteracRefund, PaymentPartProps } from './inside/payment-part-props.ts'
import { PaymentSummary } from './inside/payment-summary.tsx'
import { PersonBar } from './inside/person-bar.tsx'
import { ProblemDialog } from './inside/problem-dialog.tsx'
import { ProcessPayment } from './inside/process-payment-dialog.tsx'
import { ReceiptActs } from './inside/receipt-acts.tsx'
import { ReconcileForm } from './inside/reconcile-form.tsx'
import { RefundDialog } from './inside/refund-dialog.tsx'
import { TransactionDialog } from './inside/transaction-dialog.tsx'
import { TransactionsTable } from './inside/transactions-table.tsx'
import type { PaymentStores } from './payment-factories.ts'
import { paymentPageWords } from './payment-page-words.ts'
import type { PaymentDesk } from './payment-store.ts'
import './payment-panel.css'

type PaymentPanelProps = ScreenProps<PaymentStores> & {
  readonly studyID: StudyID
  /** Whether the panel is on a booking page, where the available credits are shown (booking spec §2). */
  readonly isBooking: boolean
  /** Shown above the panel once the study is known: the member and the study. */
  readonly header?: ((view: PaymentView) => ReactNode) | undefined
}

/**
 * Shows the invoice and payment panel of a study (booking spec §2): balance and transactions on the left, the forms on
 * the right.
 */
export function PaymentPanel(props: PaymentPanelProps) {
  const { stores, studyID } = props
  const desk = usePaymentDesk(props)
  const view = useStore(desk.store, (state) => state.view)
  const isOnline = useStore(stores.connectivity, isOnlineNow)
  const wasOnline = useRef(isOnline)
  useEffect(() => {
    // A reading may have failed while the connection was lost, so the panel loads again when the connection is back.
    if (isOnline && !wasOnline.current) void desk.store.getState().load()
    wasOnline.current = isOnline
  }, [desk, isOnline])
  switch (view.kind) {
    case 'idle':
    case 'loading':
      return (
        <SkeletonGroup label={paymentPageWords.loading} className="pp pp-loading">
          <div className="pp-column">
            <Skeleton shape="block" height="230px" />
            <Skeleton shape="block" height="160px" />
          </div>
          <div className="pp-column">
            <Skeleton shape="block" height="360px" />
          </div>
        </SkeletonGroup>
      )
    case 'failed': {
      const problem = describeBookingFailure(view.failure)
      const isFinal = view.failure.code === 'not-found' || view.failure.code === 'location-forbidden'
      const title = isFinal || view.failure.code === 'offline' ? problem.title : studyMessages.accountSummaryFailed
      return (
        <EmptyState
          title={view.failure.code === 'not-found' ? paymentPageWords.noStudy : title}
          action={
            isFinal ? (
              <LinkButton href={paths.home()}>{paymentPageWords.links.home}</LinkButton>
            ) : (
              <Button onPress={() => void desk.store.getState().load()}>{paymentPageWords.tryAgain}</Button>
            )
          }
        >
          {view.failure.code === 'not-found'
            ? paymentPageWords.noStudyDetail(studyID)
            : view.failure.code === 'offline'
              ? paymentPageWords.offlineDetail
              : problem.text}
        </EmptyState>
      )
    }
    case 'ready':
      return <Ready {...props} desk={desk} view={view.value} isOnline={isOnline} />
  }
}

function usePaymentDesk({ stores, notices, studyID }: PaymentPanelProps): PaymentDesk {
  const desk = useMemo(() => stores.newPayments(studyID, notices), [stores, notices, studyID])
  useEffect(() => {
    const stop = desk.start()
    const flush = (): void => void stores.drafts.flush()
    window.addEventListener('pagehide', flush)
    return () => {
      window.removeEventListener('pagehide', flush)
      stop()
    }
  }, [desk, stores])
  return desk
}

/**
 * Opens the refund of the overpaid amount, with the amount filled in, if the page's address requests it. Waits until
 * refunds are possible. If the refund cannot be opened, a notice shows the reason.
 */
function useOverpaidRefund(desk: PaymentDesk, view: PaymentView, gates: PaymentGates, notices: Notices): void {
  const asked = useRef(new URLSearchParams(window.location.search).has(overpaidRefundFlag))
  const isWithoutLedger = useStore(desk.store, (state) => state.isWithoutLedger)
  useEffect(() => {
    if (!asked.current) return
    const { forms, update } = desk.store.getState()
    const step = stepOfOverpaidRefund({
      transactions: view.payments.transactions,
      overpaid: roundToMoney(view.payments.overpaid),
      isPossible: gates.mayMoveMoney && gates.change === null && !isWithoutLedger,
      isRefundOpen: forms.refund.transactionID !== null,
    })
    if (step.kind === 'wait') return
    asked.current = false
    if (step.kind === 'refused') return void notices.warning(paymentPageWords.overpaidRefund[step.why])
    const { transactionID, amount } = step.refund
    update('refund', { transactionID, amount: toFieldAmount(amount), memo: '', externalRefund: false })
  }, [desk, view, gates, notices, isWithoutLedger])
}

type ReadyProps = Omit<PaymentPanelProps, 'studyID'> & {
  readonly desk: PaymentDesk
  readonly view: PaymentView
  readonly isOnline: boolean
}

function Ready({ desk, header, ...props }: ReadyProps) {
  const { session, stores, view, isOnline } = props
  const isWithoutLedger = useStore(desk.store, (state) => state.isWithoutLedger)
  const refundWithCard = async (refund: InteracRefund): Promise<boolean> => {
    const { studyID } = view.study
    const reply = await stores.attempts.getState().startRefund({ studyID, ...refund })
    if (!reply.ok) desk.store.getState().say(describeRefusal('refund', reply.failure))
    void desk.store.getState().load()
    return reply.ok
  }
  const gates = toPaymentGates(view, { isOnline, roles: session.user.roles })
  useOverpaidRefund(desk, view, gates, props.notices)
  const panel = useRef<HTMLElement>(null)
  const seen = (end: 'paid' | 'change'): void => {
    // Clears the amount, so that it is not proposed a second time.
    if (end === 'paid') desk.store.getState().update('payment', { amount: null })
    // The button that opened the dialog has been replaced, so the focus moves to the field for the payment type.
    requestAnimationFrame(() =>
      requestAnimationFrame(() => panel.current?.querySelector<HTMLElement>('.pp-take__type button')?.focus()),
    )
    void desk.store.getState().load()
  }
  const parts: PaymentPartProps = {
    ...props,
    desk: desk.store,
    gates,
    onInteracRefund: refundWithCard,
  }
  return (
    <div className="pp-frame">
      <PersonBar view={view} header={header?.(view) ?? null} />
      <section className="pp" aria-label={paymentPageWords.panel} ref={panel}>
        <div className="pp-notices">
          <PaymentNotices {...parts} />
        </div>
        <div className="pp-column">
          <PaymentSummary {...parts} />
          {isWithoutLedger ? (
            <EmptyState size="compact" title={paymentPageWords.noLedger}>
              {paymentPageWords.noLedgerDetail}
            </EmptyState>
          ) : (
            <>
              <TransactionsTable {...parts} />
              <CreditsAndDiscounts {...parts} />
            </>
          )}
        </div>
        <div className="pp-column">
          {view.study.status.cancelled ? <CancelledMoneyPanel view={view} /> : <MakePayment {...parts} />}
          <ReconcileForm {...parts} />
        </div>
        <TransactionDialog {...parts} />
        <RefundDialog {...parts} />
        <ProcessPayment
          stores={stores}
          view={view}
          onDone={seen}
          receiptOf={(transactionID) => <ReceiptActs {...parts} transactionID={transactionID} />}
        />
        <ProblemDialog desk={desk.store} />
      </section>
    </div>
  )
}
