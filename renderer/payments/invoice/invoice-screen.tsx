import { FileDown } from 'lucide-react'
import { useEffect, useMemo } from 'react'
import { useStore } from 'zustand'
import { whyNotOffline } from '#domain/offline/offline-policy.ts'
import { paymentMessages } from '#domain/payments/payment-messages.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import { Banner } from '../../kit/controls/banner.tsx'
import { Button } from '../../kit/controls/button.tsx'
import { EmptyState } from '../../kit/controls/empty-state.tsx'
import { LinkButton } from '../../kit/controls/link-button.tsx'
import { Skeleton, SkeletonGroup } from '../../kit/controls/skeleton.tsx'
import { ChoosePrinterButton } from '../../printing/choose-printer-button.tsx'
import { PrintButton } from '../../printing/print-button.tsx'
import { paths } from '../../routes.ts'
import { isOnlineNow, type WithConnectivity } from '../../session/connectivity-store.ts'
import type { ScreenProps } from '../../session/screen-props.ts'
import { describeBookingFailure } from '../../study/booking-failures.ts'
import type { PaymentFactories } from '../payment-factories.ts'
import { InvoicePaper } from './invoice-paper.tsx'
import { invoiceWords } from './invoice-words.ts'
import './invoice.css'

type Stores = Pick<PaymentFactories, 'newInvoice'> & WithConnectivity

/** Shows `/admin/study/{studyID}/invoice` (booking spec §2): the invoice as it is printed, sent and saved. */
export function InvoiceScreen({
  bridge,
  stores,
  notices,
  studyID,
}: ScreenProps<Stores> & { readonly studyID: StudyID }) {
  const { store, start } = useMemo(() => stores.newInvoice(studyID), [stores, studyID])
  const { invoice, saving, load, savePdf } = useStore(store)
  const isReached = useStore(stores.connectivity, isOnlineNow)
  useEffect(start, [start])
  useEffect(() => {
    if (isReached && store.getState().invoice.kind === 'failed') void load()
  }, [isReached, load, store])
  const isReady = invoice.kind === 'ready' && invoice.value.isAvailable
  const notReady = invoice.kind === 'ready' ? paymentMessages.invoiceSuppressed : invoiceWords.notShown
  const printing = {
    ...{ bridge, notices, what: invoiceWords.printItem },
    item: { kind: 'study', studyID, item: { kind: 'paper', paper: 'invoice' } },
    reason: isReady ? whyNotOffline('sendInvoice', isReached) : notReady,
  } as const
  return (
    <div className="s-invoice">
      <div className="s-invoice__bar">
        <LinkButton href={paths.studyPayment(studyID)} size="small">
          {invoiceWords.back}
        </LinkButton>
        <Button
          size="small"
          icon={<FileDown aria-hidden="true" />}
          isPending={saving.kind === 'pending'}
          disabledReason={isReady ? whyNotOffline('sendInvoice', isReached) : notReady}
          onPress={() => void savePdf()}
        >
          {invoiceWords.savePdf}
        </Button>
        <ChoosePrinterButton {...printing} />
        <PrintButton {...printing} />
      </div>
      {saving.kind === 'failed' ? (
        <Banner tone="error" title={invoiceWords.pdfFailed} className="s-invoice__notice">
          {describeBookingFailure(saving.failure).text}
        </Banner>
      ) : null}
      {body()}
    </div>
  )

  function body() {
    switch (invoice.kind) {
      case 'idle':
      case 'loading':
        return (
          <SkeletonGroup label={invoiceWords.loading} className="s-invoice__paper">
            <Skeleton width="40%" height="28px" />
            <Skeleton width="60%" />
            <Skeleton shape="block" height="220px" />
            <Skeleton width="30%" />
          </SkeletonGroup>
        )
      case 'failed': {
        const isGone = invoice.failure.code === 'not-found'
        return (
          <EmptyState
            title={isGone ? invoiceWords.noStudy : describeBookingFailure(invoice.failure).title}
            action={
              isGone ? (
                <LinkButton href={paths.home()}>{invoiceWords.home}</LinkButton>
              ) : (
                <Button onPress={() => void load()}>{invoiceWords.tryAgain}</Button>
              )
            }
          >
            {isGone ? invoiceWords.noStudyDetail(studyID) : invoiceWords.unreachedDetail}
          </EmptyState>
        )
      }
      case 'ready':
        return invoice.value.isAvailable ? (
          <InvoicePaper invoice={invoice.value} />
        ) : (
          <EmptyState
            title={paymentMessages.invoiceSuppressed}
            action={<LinkButton href={paths.studyPayment(studyID)}>{invoiceWords.openPayments}</LinkButton>}
          >
            {invoiceWords.suppressedDetail}
          </EmptyState>
        )
    }
  }
}
