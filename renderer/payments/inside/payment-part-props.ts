import type { PaymentView } from '#contract/payments/bridge.ts'
import type { TransactionID } from '#domain/payments/transaction.ts'
import type { ScreenProps } from '../../session/screen-props.ts'
import type { PaymentStores } from '../payment-factories.ts'
import type { PaymentGates } from './payment-gates.ts'
import type { PaymentStore } from './payment-state.ts'

/** An Interac refund that is to be made with the card present. */
export type InteracRefund = {
  readonly transactionID: TransactionID
  /** Decimal. */
  readonly amount: number
  readonly memo: string
}

/** What every part of the payment panel is given. */
export type PaymentPartProps = ScreenProps<PaymentStores> & {
  readonly desk: PaymentStore
  readonly view: PaymentView
  readonly gates: PaymentGates
  readonly isOnline: boolean
  /** Whether it stands on a booking page, where the available credits are shown (booking spec §2). */
  readonly isBooking: boolean
  /** Begins it on the reader; false where it could not be begun, which the desk was told. */
  readonly onInteracRefund: (refund: InteracRefund) => Promise<boolean>
}
