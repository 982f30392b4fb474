import type { OutstandingPapers } from '#domain/finance/outstanding.ts'
import type { PaymentType } from '#domain/payments/payment-types.ts'

/**
 * A blind count of the money that one user took by one tender on a location's day; the latest count is valid.
 * Append-only.
 */
export type CashUpCountTable = {
  count_id: string
  location_id: string
  /** Date in the location's time zone. */
  date: string
  user_id: string
  payment_type: PaymentType
  counted: number
  /** The expected sum, from the ledger at the time of the count. */
  expected: number
  note: string
  counted_by: string
  counted_by_name: string
  counted_at: number
  /** 1 for the day's first count at the location, and so on. */
  place: number
  /**
   * The block of the day to which the count belongs: 0, or the place of the last close or reopening before the count.
   */
  block: number
  /** `Drawer`, JSON: the notes and coins of a counted drawer; null for a count of a sum. */
  drawer: string | null
  /** The float of the drawer; null for a count of a sum. */
  float_amount: number | null
}

/** The day closes of earlier versions, which were copied to `cash_up_event`. No longer written. */
type CashUpSignOffTable = {
  location_id: string
  date: string
  signed_by: string
  signed_by_name: string
  signed_at: number
  note: string
  /** The day as it was when signed, JSON. */
  document: string
}

/** A close or a reopening of a location's day. Append-only. */
export type CashUpEventTable = {
  location_id: string
  date: string
  /** 1 for the day's first event at the location, and so on. */
  place: number
  kind: 'closed' | 'reopened'
  by_user: string
  by_name: string
  at: number
  /** The note of a close, the reason of a reopening. */
  note: string
  early_reason: string
  /** `FrozenBlock`, JSON; null for a reopening. */
  document: string | null
  /** Ids of the transactions that the close froze, JSON; null for a reopening and for a close by an earlier version. */
  transactions: string | null
}

/** Cheques of a location that were taken to the bank together. Append-only. */
export type ChequeDepositTable = {
  deposit_id: string
  location_id: string
  /** 1 for the location's first deposit, and so on. */
  number: number
  /** Date in the location's time zone. */
  date: string
  bank_reference: string
  by_user: string
  by_name: string
  at: number
}

/** A cheque of a deposit, as it was deposited. Append-only. */
export type ChequeDepositItemTable = {
  deposit_id: string
  transaction_id: string
  /** 1 for the deposit's first cheque, and so on. */
  place: number
  /** The place of the step that marked the cheque as deposited, among the steps of its transaction. */
  step_place: number
  /** The amount less its refunds, in minor units of the transaction's currency. */
  amount: number
}

/**
 * A bill or a cheque that waits for finance. Triggers keep it at each transaction and step; the server only reads it.
 */
type OutstandingItemTable = {
  transaction_id: string
  location_id: string
  list: OutstandingPapers
  transaction_time: number
  /** The amount less its refunds, in minor units, above 0. */
  amount_left: number
  /** The number of its steps and refunds. */
  version: number
}

export type CashUpTables = {
  cash_up_count: CashUpCountTable
  cash_up_sign_off: CashUpSignOffTable
  cash_up_event: CashUpEventTable
  cheque_deposit: ChequeDepositTable
  cheque_deposit_item: ChequeDepositItemTable
  outstanding_item: OutstandingItemTable
}
