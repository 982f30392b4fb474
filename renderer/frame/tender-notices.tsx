import { useStore } from 'zustand'
import type { WaitingPayment } from '#contract/payments/bridge.ts'
import { formatTableAmount } from '#domain/format/format-money.ts'
import { ruleOfPaymentType } from '#domain/payments/payment-types.ts'
import { roundToMoney } from '#domain/values/money.ts'
import { Banner } from '../kit/controls/banner.tsx'
import { LinkButton } from '../kit/controls/link-button.tsx'
import { paths } from '../routes.ts'
import type { AppStores } from './app-stores.ts'
import { frameNoticeWords } from './frame-notice-words.ts'

type Props = { readonly stores: Pick<AppStores, 'tenders'> }

/** Shows on every screen this workstation's payments that are not in the ledger yet, each with a link to its study. */
export function TenderNotices({ stores }: Props) {
  const payments = useStore(stores.tenders, (state) => state.payments)
  if (payments.length === 0) return null
  return (
    <section aria-label={frameNoticeWords.tenders.label}>
      {payments.map((payment) => (
        <Banner
          key={payment.idempotencyKey}
          tone={payment.failure === null ? 'warning' : 'error'}
          title={describeWaiting(payment)}
          action={
            <LinkButton size="small" href={paths.studyPayment(payment.studyID)}>
              {frameNoticeWords.openStudy(payment.studyID)}
            </LinkButton>
          }
        >
          {payment.failure?.message}
        </Banner>
      ))}
    </section>
  )
}

/**
 * Returns the text of a waiting payment, such as `500.00 cash taken by Ana Bo is not recorded yet. It can be recorded
 * only after Ana Bo signs in.`
 * @internal Tests check its cases directly.
 */
export const describeWaiting = ({ amount, paymentType, by, isOwn, failure }: WaitingPayment): string => {
  const whose = isOwn ? frameNoticeWords.you : by === '' ? frameNoticeWords.aColleague : by
  const what = frameNoticeWords.tenders.subject(
    formatTableAmount(roundToMoney(amount)),
    ruleOfPaymentType(paymentType).label.toLowerCase(),
    whose,
  )
  if (failure !== null) return frameNoticeWords.tenders.failed(what)
  return isOwn
    ? frameNoticeWords.tenders.waitsForBackOffice(what)
    : frameNoticeWords.tenders.waitsForAuthor(what, whose)
}
