import type { ReactNode } from 'react'
import type { PaymentView } from '#contract/payments/bridge.ts'
import { SafetyChips } from '../safety/safety-chips.tsx'
import { BookingBadges } from '../study/booking-badges.tsx'
import { StudyHeader } from '../study/study-header.tsx'

/**
 * Shows the member of a payment page, and the state of the booking: checked in, safety questions. The bar below the
 * header has the balance.
 */
export function PaymentHeader({ view, actions }: { readonly view: PaymentView; readonly actions: ReactNode }) {
  const { study } = view
  return (
    <StudyHeader
      view={view}
      badges={
        <>
          <BookingBadges study={study} />
          <SafetyChips summary={study.safety} />
        </>
      }
      actions={actions}
    />
  )
}
