import type { ReactNode } from 'react'
import type { PaymentView } from '#contract/payments/bridge.ts'
import { isBilledAndUnpaid } from '#domain/payments/billed.ts'
import { describeHold } from '#domain/study/hold-words.ts'
import { Badge } from '../kit/controls/badge.tsx'
import { SafetyChips } from '../safety/safety-chips.tsx'
import { StudyHeader } from '../study/study-header.tsx'
import { BalanceBadge } from './inside/balance-badge.tsx'
import { paymentPageWords } from './payment-page-words.ts'

/** Shows the member of a payment page, and the state of the booking: paid or owed, checked in, safety questions. */
export function PaymentHeader({ view, actions }: { readonly view: PaymentView; readonly actions: ReactNode }) {
  const { study, location } = view
  const { status } = study
  return (
    <StudyHeader
      view={view}
      badges={
        <>
          {status.cancelled ? (
            <Badge tone="danger">{paymentPageWords.badges.cancelled}</Badge>
          ) : study.temporaryHold ? (
            <Badge tone="warning">{describeHold(study)}</Badge>
          ) : status.booked ? (
            <Badge tone="primary">{paymentPageWords.badges.booked}</Badge>
          ) : (
            <Badge>{paymentPageWords.badges.notBooked}</Badge>
          )}
          {status.checkin ? <Badge tone="info">{paymentPageWords.badges.checkedIn}</Badge> : null}
          {status.cancelled ? null : (
            <BalanceBadge
              balance={study.balance}
              currency={location.currency.currency}
              isBilled={isBilledAndUnpaid(view)}
            />
          )}
          <SafetyChips summary={study.safety} />
        </>
      }
      actions={actions}
    />
  )
}
