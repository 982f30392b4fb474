import type { ReactNode } from 'react'
import type { PaymentView } from '#contract/payments/bridge.ts'
import { isBilledAndUnpaid } from '#domain/payments/billed.ts'
import { SafetyChips } from '../safety/safety-chips.tsx'
import { BookingBadges } from '../study/booking-badges.tsx'
import { StudyHeader } from '../study/study-header.tsx'
import { BalanceBadge } from './inside/balance-badge.tsx'

/** Shows the member of a payment page, and the state of the booking: paid or owed, checked in, safety questions. */
export function PaymentHeader({ view, actions }: { readonly view: PaymentView; readonly actions: ReactNode }) {
  const { study, location } = view
  const { status } = study
  return (
    <StudyHeader
      view={view}
      badges={
        <>
          <BookingBadges study={study} />
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
