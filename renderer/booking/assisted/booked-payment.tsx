import { useStore } from 'zustand'
import type { PaymentStores } from '../../payments/payment-factories.ts'
import { PaymentPanel } from '../../payments/payment-panel.tsx'
import type { ScreenProps } from '../../session/screen-props.ts'
import { assistedWords } from './assisted-words.ts'
import type { BookingDesk } from './booking-state.ts'

const titleID = 'booked-payment'

/** Scrolls to the payment panel and moves the focus to its title. */
export const focusBookedPayment = (): void => {
  const title = document.getElementById(titleID)
  title?.scrollIntoView({ block: 'start' })
  title?.focus({ preventScroll: true })
}

/**
 * Shows the payment panel of the study that was just booked (booking spec §2). Before a booking there is no study to
 * bill.
 */
export function BookedPayment({ desk, ...props }: ScreenProps<PaymentStores> & { readonly desk: BookingDesk }) {
  const studyID = useStore(desk.booking, ({ commit }) => (commit.kind === 'booked' ? commit.study.studyID : null))
  if (studyID === null) return null
  return (
    <section className="bd__payment" aria-labelledby={titleID}>
      <h2 className="bd__payment-title" id={titleID} tabIndex={-1}>
        {assistedWords.desk.payment}
      </h2>
      <PaymentPanel key={studyID} {...props} studyID={studyID} isBooking />
    </section>
  )
}
