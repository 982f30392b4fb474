import type { PaymentView } from '#contract/payments/bridge.ts'
import { type Currency, formatMoney, type Money, parseDecimalAmount, toMoney } from '#domain/money/money.ts'
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

/** Minor units of an amount of the contract. */
export const centsOf = (amount: number): Money => parseDecimalAmount(amount) ?? toMoney(Math.round(amount * 100))

/** `CA$1,250.00`. */
export const amountWords = (amount: number, currency: Currency): string => formatMoney(centsOf(amount), currency)

/** `1,250.00`, for columns whose currency stands in their head. */
export const plainAmount = (amount: number): string => formatMoney(centsOf(amount), 'CAD').replace('CA$', '')
