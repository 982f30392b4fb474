import { z } from 'zod'
import { decideStep, type StepsState } from '../payments/invoice-steps.ts'
import { transactionIDSchema } from '../payments/transaction.ts'
import { locationIDSchema } from '../values/location-id.ts'
import { type Currency, currencies, decimalAmountSchema, type Money, roundToMoney, toMoney } from '../values/money.ts'
import { comparePlainDates, type PlainDate } from '../values/plain-date.ts'
import { studyIDSchema } from '../values/study-id.ts'
import { instantSchema, plainDateSchema } from '../values/time-schemas.ts'

/** The maximum number of cheques in one deposit, because one transaction of the database writes all of them. */
export const maxChequesOfDeposit = 200

export const depositIDSchema = z.string().regex(/^[a-z0-9-]{8,64}$/)

/** A cheque of a deposit. Names of members are not part of it, so that an erasure need not change it. */
const depositedChequeSchema = z.object({
  transactionID: transactionIDSchema,
  studyID: studyIDSchema,
  /** The number of the cheque. */
  referenceID: z.string(),
  /** What was deposited; null while the cheque must be counted blind again (decision 116). */
  amount: decimalAmountSchema.nullable(),
  currency: z.enum(currencies),
  /** Who set the cheque back to not deposited, and when; null while it belongs to the deposit. */
  takenBack: z.object({ by: z.string(), at: instantSchema }).nullable(),
})
export type DepositedCheque = z.infer<typeof depositedChequeSchema>

/** Cheques of a location that were taken to the bank together. */
export const chequeDepositSchema = z.object({
  depositID: depositIDSchema,
  locationID: locationIDSchema,
  /** 1 for the location's first deposit, and so on. */
  number: z.number().int().min(1),
  /** The day of the deposit, a date of the location's calendar. */
  date: plainDateSchema,
  /** The bank's own reference; empty if there is none. */
  bankReference: z.string(),
  /** The full name of the person who recorded the deposit. */
  by: z.string(),
  at: instantSchema,
  /** In the order in which they were received. */
  cheques: z.array(depositedChequeSchema),
})
export type ChequeDeposit = z.infer<typeof chequeDepositSchema>

/** Deposits of a location, newest first. */
export const chequeDepositsSchema = z.object({
  deposits: z.array(chequeDepositSchema),
  hasEarlier: z.boolean(),
})
export type ChequeDeposits = z.infer<typeof chequeDepositsSchema>

/**
 * Why a chosen cheque is not deposited. `paid`: it is already marked as paid. `changed`: it changed in some other way
 * after the desk read it, such as by a partial refund. `hidden`: it must still be counted blind. `elsewhere`: its study
 * moved to a location where the caller may not work. `unknown`: it is no cheque of the location.
 * @internal Tests cover every entry.
 */
export const chequeProblems = ['deposited', 'refunded', 'paid', 'changed', 'hidden', 'elsewhere', 'unknown'] as const
export type ChequeProblem = (typeof chequeProblems)[number]

/** A chosen cheque because of which a deposit was not recorded. */
export const changedChequeSchema = z.object({
  transactionID: transactionIDSchema,
  /** Empty for an unknown cheque, as is `referenceID`. */
  studyID: z.string(),
  referenceID: z.string(),
  problem: z.enum(chequeProblems),
})
export type ChangedCheque = z.infer<typeof changedChequeSchema>

/** A cheque as it is stored now. */
type StoredCheque = {
  readonly steps: StepsState
  /** The amount less its refunds. */
  readonly left: Money
  /** The number of its steps and refunds so far. */
  readonly version: number
  readonly isHidden: boolean
}

/**
 * Returns why a cheque cannot be deposited; null if it can. The rules for steps are the same as for a cheque that is
 * marked as deposited on its own (booking spec §4). `seenVersion` is the version that the desk saw when the cheque was
 * chosen.
 */
export const whyNotDeposited = (cheque: StoredCheque, seenVersion: number): ChequeProblem | null => {
  if (cheque.left <= 0) return 'refunded'
  if (cheque.steps.deposit) return 'deposited'
  if (!decideStep(cheque.steps, 'deposited', 'cheque').ok) return 'paid'
  if (cheque.isHidden) return 'hidden'
  return cheque.version === seenVersion ? null : 'changed'
}

/**
 * Returns why a day cannot be the day of a deposit; null if it can. `newest` is the day on which its last cheque was
 * received.
 */
export const depositDateProblem = (
  date: PlainDate,
  today: PlainDate,
  newest: PlainDate,
): 'future' | 'before-cheque' | null => {
  if (comparePlainDates(date, today) > 0) return 'future'
  return comparePlainDates(date, newest) < 0 ? 'before-cheque' : null
}

/** A number of cheques of one currency; `total` is null while one of the amounts is hidden. */
export type ChequeSum = { readonly currency: Currency; readonly count: number; readonly total: Money | null }

/** Returns the count and the total of each currency, in the order of the currencies. */
export const sumCheques = (
  cheques: readonly { readonly amount: number | null; readonly currency: Currency }[],
): readonly ChequeSum[] =>
  currencies.flatMap((currency) => {
    const own = cheques.filter((cheque) => cheque.currency === currency)
    if (own.length === 0) return []
    const total = own.reduce<number | null>(
      (sum, { amount }) => (sum === null || amount === null ? null : sum + roundToMoney(amount)),
      0,
    )
    return [{ currency, count: own.length, total: total === null ? null : toMoney(total) }]
  })

/** Returns the cheques that still belong to a deposit, and those that were taken back after it. */
export const partsOfDeposit = ({
  cheques,
}: Pick<ChequeDeposit, 'cheques'>): {
  readonly standing: readonly DepositedCheque[]
  readonly takenBack: readonly DepositedCheque[]
} => ({
  standing: cheques.filter(({ takenBack }) => takenBack === null),
  takenBack: cheques.filter(({ takenBack }) => takenBack !== null),
})

/** Returns whether an amount of a deposit is hidden, so that its slip cannot be printed. */
export const isDepositHidden = ({ cheques }: Pick<ChequeDeposit, 'cheques'>): boolean =>
  cheques.some(({ amount }) => amount === null)
