import type { PaymentView } from '#contract/payments/bridge.ts'
import type { TransactionID } from '#domain/payments/transaction.ts'
import type { ScreenProps } from '../../session/screen-props.ts'
import type { PaymentStores } from '../payment-factories.ts'
import type { PaymentGates } from './payment-gates.ts'
import type { PaymentStore } from './payment-state.ts'

/** A refund of an Interac or PIN-pad payment. It needs the card on the reader. */
export type InteracRefund = {
  readonly transactionID: TransactionID
  /** Decimal. */
  readonly amount: number
  readonly memo: string
}

/** The props of every part of the payment panel. */
export type PaymentPartProps = ScreenProps<PaymentStores> & {
  readonly desk: PaymentStore
  readonly view: PaymentView
  readonly gates: PaymentGates
  readonly isOnline: boolean
  /** Whether the panel is on a booking page, where the available credits are shown (booking spec §2). */
  readonly isBooking: boolean
  /** Starts the refund on the reader. Returns false if it could not start; the user has then seen the failure. */
  readonly onInteracRefund: (refund: InteracRefund) => Promise<boolean>
}
