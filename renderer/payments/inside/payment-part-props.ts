import type { PaymentView } from '#contract/payments/bridge.ts'
import type { TransactionID } from '#domain/payments/transaction.ts'
import type { WithClock } from '../../kit/clock-store.ts'
import type { WithConnectivity } from '../../session/connectivity-store.ts'
import type { WithDrafts } from '../../session/drafts.ts'
import type { ScreenProps } from '../../session/screen-props.ts'
import type { WithAttempts } from '../attempts-store.ts'
import type { WithTerminal } from '../terminal-store.ts'
import type { PaymentGates } from './payment-gates.ts'
import type { PaymentStore } from './payment-state.ts'

type Stores = WithAttempts & WithClock & WithConnectivity & WithDrafts & WithTerminal

/** An Interac refund that is to be made with the card present. */
export type InteracRefund = {
  readonly transactionID: TransactionID
  /** Decimal. */
  readonly amount: number
  readonly memo: string
}

/** What every part of the payment panel is given. */
export type PaymentPartProps = ScreenProps<Stores> & {
  readonly desk: PaymentStore
  readonly view: PaymentView
  readonly gates: PaymentGates
  readonly isOnline: boolean
  /** Whether it stands on a booking page, where the available credits are shown (booking spec §2). */
  readonly isBooking: boolean
  /** Begins it on the reader; false where it could not be begun, which the desk was told. */
  readonly onInteracRefund: (refund: InteracRefund) => Promise<boolean>
}
