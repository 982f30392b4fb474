import { formatMoney } from '#domain/format/format-money.ts'
import { isPaymentMade, refundableOf, summarizeLedger, undoneBy } from '#domain/payments/ledger.ts'
import { type PaymentType, ruleOfPaymentType } from '#domain/payments/payment-types.ts'
import {
  bareDetails,
  ledgerKind,
  type StepPaymentMethod,
  type TransactionDetails,
  type TransactionID,
  type TransactionStatus,
  type TransactionType,
  transactionLabels,
} from '#domain/payments/transaction.ts'
import { toInstant } from '#domain/values/instant.ts'
import { type Money, toMoney } from '#domain/values/money.ts'
import type { GiftCardTable } from '../../database/catalogue-tables.ts'
import type {
  GiftCardEntryTable,
  MemberCreditTable,
  NewStudyLogRow,
  TransactionStepTable,
  TransactionTable,
} from '../../database/tables.ts'
import { toInvoiceStep } from '../../repositories/invoice-step.ts'
import { toEntryOfRow } from '../../repositories/transactions-repository.ts'
import type { DemoStudy } from './demo-studies.ts'

/** The rows of the demo's money, without the studies. */
export type DemoMoneyRows = {
  readonly transactions: TransactionTable[]
  readonly steps: TransactionStepTable[]
  readonly credits: MemberCreditTable[]
  readonly giftCards: GiftCardTable[]
  readonly giftCardEntries: GiftCardEntryTable[]
  readonly log: NewStudyLogRow[]
}

/** The user who takes the payments. */
export type DemoCashier = { readonly userID: string; readonly name: string }

/** The parts of an entry besides its type and amount. */
export type DemoEntry = {
  readonly transactionType?: TransactionType
  readonly status?: TransactionStatus
  readonly memo?: string
  readonly giftCardNumber?: string
  readonly details?: Partial<TransactionDetails>
}

type Step = {
  readonly step: TransactionStepTable['step']
  readonly amount?: number
  readonly method?: StepPaymentMethod
  readonly referenceID?: string
}

/** A study's ledger while the demo writes it, entry by entry, some minutes apart. */
export type DemoLedger = {
  readonly demo: DemoStudy
  /** Returns the amount due so far, in minor units. */
  owed(): Money
  /** Records a payment, or the discount or credit that `entry` names; without `amount`, for the whole amount due. */
  pay(paymentType: PaymentType, entry?: DemoEntry, amount?: number): TransactionTable
  /** Refunds a payment or removes a discount. Without `amount`, undoes the part of the entry that is not undone yet. */
  undo(row: TransactionTable, memo: string, amount?: number): TransactionTable
  /** Records an adjustment by finance; above 0 raises the amount due. */
  reconcile(amount: number, classification: string, memo: string): TransactionTable
  /** Records the completed steps of a payment, one after the other. */
  done(row: TransactionTable, ...steps: readonly Step[]): void
  /** Records Share Health Credits that a member received (above 0) or used. */
  credit(patientID: string, amount: number, reason: MemberCreditTable['reason'], row: TransactionTable | null): void
  /** Records a gift card in the study's currency, sold some time earlier. */
  giftCard(number: string, amount: number): void
  /** Returns the study after all its entries. */
  settled(): DemoStudy
}

const minutesBetween = 7 * 60

/** Opens a study's ledger; `startsAt` is the time of its first entry in epoch seconds. */
export const openDemoLedger = (
  rows: DemoMoneyRows,
  demo: DemoStudy,
  startsAt: number,
  cashier: DemoCashier,
): DemoLedger => {
  const { study, currency } = demo
  const own: TransactionTable[] = []
  let changes = 0
  let at = startsAt
  const summary = () => summarizeLedger(toMoney(study.price), own.map(toEntryOfRow))
  const number = study.study_id.slice(2)

  const append = (
    transactionType: TransactionType,
    paymentType: PaymentType,
    amount: number,
    entry: DemoEntry,
    linked: string | null,
  ): TransactionTable => {
    changes += 1
    const row = toDemoEntryRow(demo, {
      transactionType,
      paymentType,
      amount,
      entry,
      linked,
      place: changes,
      at,
      cashier,
    })
    rows.transactions.push(row)
    own.push(row)
    rows.log.push(toDemoLogRow(row, cashier))
    at += minutesBetween
    return row
  }

  return {
    demo,
    owed: () => summary().balance,
    pay: (paymentType, entry = {}, amount = summary().balance) =>
      append(entry.transactionType ?? 'payment', paymentType, amount, entry, null),
    undo: (row, memo, amount) => {
      const left = refundableOf(own.map(toEntryOfRow), row.transaction_id as TransactionID)
      const isDiscount = undoneBy(ledgerKind(row.transaction_type)) === 'remove-discount'
      const { cardType, cardLastFour, isInterac, promoID, promoCategory, referralCode } = JSON.parse(
        row.details,
      ) as TransactionDetails
      return append(
        isDiscount ? 'Remove Discount' : 'Refund',
        row.payment_type,
        amount ?? left,
        {
          memo,
          ...(row.gift_card_number === null ? {} : { giftCardNumber: row.gift_card_number }),
          details: { cardType, cardLastFour, isInterac, promoID, promoCategory, referralCode },
        },
        row.transaction_id,
      )
    },
    reconcile: (amount, classification, memo) =>
      append('reconciliation', 'finance', amount, { memo, details: { classification } }, null),
    done: (row, ...steps) => {
      for (const [index, { step, amount, method, referenceID }] of steps.entries()) {
        changes += 1
        rows.steps.push({
          step_id: `ts-${number}-${changes}`,
          transaction_id: row.transaction_id,
          place: index + 1,
          step,
          is_done: 1,
          amount: amount ?? null,
          payment_method: method ?? null,
          reference_id: referenceID ?? '',
          processed_by: cashier.userID,
          at,
        })
        at += minutesBetween
      }
    },
    credit: (patientID, amount, reason, row) => {
      rows.credits.push({
        credit_id: `mc-${number}-${rows.credits.length + 1}`,
        patient_id: patientID,
        amount,
        currency,
        study_id: study.study_id,
        transaction_id: row?.transaction_id ?? null,
        reason,
        at: row?.transaction_time ?? at,
        processed_by: cashier.userID,
      })
    },
    giftCard: (cardNumber, amount) => sellGiftCard(rows, cardNumber, currency, amount, startsAt),
    settled: () => {
      const { balance, paid, discountReferralCredit } = summary()
      return {
        ...demo,
        study: {
          ...study,
          status: toSettledStatus(study.status, own.at(-1), balance, cashier),
          payment_amount: paid + discountReferralCredit,
          payment_made: isPaymentMade(own.map(toEntryOfRow)) ? 1 : 0,
          balance,
          ledger_version: changes,
          invoice_step: toInvoiceStep(own, rows.steps),
        },
      }
    },
  }
}

/** Adds a sold gift card with its loaded amount. */
export const sellGiftCard = (
  rows: DemoMoneyRows,
  number: string,
  currency: GiftCardTable['currency'],
  amount: number,
  at: number,
): void => {
  rows.giftCards.push({ gift_card_key: number, number, currency, created_at: at })
  rows.giftCardEntries.push({
    entry_id: `gce-${number}-1`,
    gift_card_key: number,
    amount,
    study_id: null,
    transaction_id: null,
    at,
  })
}

/** Returns an entry of a study's ledger as a row. */
const toDemoEntryRow = (
  { study, currency, timezone }: DemoStudy,
  made: {
    readonly transactionType: TransactionType
    readonly paymentType: PaymentType
    readonly amount: number
    readonly entry: DemoEntry
    readonly linked: string | null
    readonly place: number
    readonly at: number
    readonly cashier: DemoCashier
  },
): TransactionTable => {
  const { transactionType, paymentType, amount, entry, linked, place, at, cashier } = made
  return {
    transaction_id: `t-${study.study_id.slice(2)}-${place}`,
    study_id: study.study_id,
    location_id: study.location_id,
    place,
    transaction_type: transactionType,
    payment_type: paymentType,
    amount,
    currency,
    timezone: study.timezone ?? timezone,
    transaction_time: at,
    status: entry.status ?? 'Complete',
    memo: entry.memo ?? '',
    sku: study.sku_id,
    processed_by: cashier.userID,
    linked_transaction: linked,
    attempt_id: null,
    request_key: null,
    gift_card_number: entry.giftCardNumber ?? null,
    details: JSON.stringify({
      ...bareDetails(paymentType),
      ...entry.details,
      linkedTransaction: linked,
      giftCardNumber: entry.giftCardNumber ?? null,
    }),
  }
}

/** Returns the line of the study's log for an entry. */
const toDemoLogRow = (row: TransactionTable, cashier: DemoCashier): NewStudyLogRow => {
  const what = transactionLabels[ledgerKind(row.transaction_type)]
  const amount = formatMoney(toMoney(row.amount), row.currency)
  return {
    log_id: `l-${row.study_id.slice(2)}-p${row.place}`,
    study_id: row.study_id,
    category: 'Payment',
    time: row.transaction_time,
    content: `${what} of ${amount}, ${ruleOfPaymentType(row.payment_type).label}`,
    by_user: cashier.name,
  }
}

/** Returns a study's status after its last entry, as JSON. */
const toSettledStatus = (
  before: string,
  last: TransactionTable | undefined,
  balance: Money,
  cashier: DemoCashier,
): string => {
  if (last === undefined) return before
  const isPaid = balance <= 0
  const status = JSON.parse(before) as Record<string, unknown>
  return JSON.stringify({
    ...status,
    paid: isPaid,
    paidTime: isPaid ? toInstant(last.transaction_time * 1000) : null,
    paidBy: isPaid ? cashier.name : null,
  })
}
