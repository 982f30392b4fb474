import type { Money } from '../values/money.ts'
import { looksLikeCardNumber } from './card-number.ts'
import { missingReference, paymentMessages } from './payment-messages.ts'
import { type PaymentType, ruleOfPaymentType } from './payment-types.ts'

/** The payment to record, and the facts on which the decision depends. Amounts are integer minor units. */
export type PaymentInput = {
  readonly paymentType: PaymentType
  readonly amount: Money
  readonly referenceID: string
  readonly giftCardNumber: string
  /** The open balance of the ledger; below 0 after an overpayment. */
  readonly balance: Money
  /** See `isForcedToTotal`. */
  readonly isForcedTotal: boolean
  /** Share Health Credits the member has. */
  readonly availableCredits: Money
  /** See `isExternalLenderOffered`. */
  readonly isExternalLenderOffered: boolean
  /** False for a cancelled study too. If false, the study takes no payment (booking spec §5). */
  readonly hasLocationAndTime: boolean
}

type PaymentDecision =
  | { readonly ok: true; readonly amount: Money; readonly transactionType: 'payment' | 'credit' }
  | {
      readonly ok: false
      readonly code: 'location-and-time-missing' | 'amount-above-balance' | 'not-enough-credits' | 'invalid-input'
      /** By field: `paymentType`, `amount`, `referenceID`, `giftCardNumber`. */
      readonly fields?: Readonly<Record<string, string>>
      readonly message: string
    }

const cardNumberTyped = 'This looks like a card number. Remove it: card numbers are never stored.'

/** Returns a message for each text that contains a card number, by the text's name. */
export const cardNumberProblems = (texts: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(texts).flatMap(([field, text]) => (looksLikeCardNumber(text) ? [[field, cardNumberTyped]] : [])),
  )

type References = Pick<PaymentInput, 'referenceID' | 'giftCardNumber'>

/**
 * Returns the typed references that belong to a payment type. References that were typed for another type are not
 * recorded.
 */
export const toReferences = (paymentType: PaymentType, typed: References): References => {
  const isGiftCard = paymentType === 'giftCertificateIntegrated'
  const hasReference = !isGiftCard && ruleOfPaymentType(paymentType).referenceLabel !== null
  return {
    referenceID: hasReference ? typed.referenceID.trim() : '',
    giftCardNumber: isGiftCard ? typed.giftCardNumber.trim() : '',
  }
}

/**
 * Returns the problems of the reference fields by field (booking spec §5). No field may contain a card number, whatever
 * the payment type.
 */
const referenceProblems = (input: PaymentInput): Readonly<Record<string, string>> => {
  const { paymentType, referenceID, giftCardNumber } = input
  const typed = cardNumberProblems({ referenceID, giftCardNumber })
  if (Object.keys(typed).length > 0) return typed
  const { referenceLabel } = ruleOfPaymentType(paymentType)
  if (referenceLabel === null) return {}
  const field = paymentType === 'giftCertificateIntegrated' ? 'giftCardNumber' : 'referenceID'
  return toReferences(paymentType, input)[field] === '' ? { [field]: missingReference(referenceLabel) } : {}
}

/**
 * Decides whether Make a Payment accepts the input (booking spec §5). The screen and the back office use this same
 * rule. A forced total is the whole balance, whatever was typed; any other amount is as typed and never above the
 * balance. `decideGiftCard` checks a gift card's own balance.
 */
export const decidePayment = (input: PaymentInput): PaymentDecision => {
  const { paymentType, balance } = input
  const invalid = (fields: Readonly<Record<string, string>>): PaymentDecision => ({
    ok: false,
    code: 'invalid-input',
    fields,
    message: Object.values(fields)[0] ?? paymentMessages.unexpectedError,
  })
  if (!input.hasLocationAndTime)
    return { ok: false, code: 'location-and-time-missing', message: paymentMessages.missingLocationAndTime }
  if (!ruleOfPaymentType(paymentType).isOffered || (paymentType === 'externalLender' && !input.isExternalLenderOffered))
    return invalid({ paymentType: "This payment type isn't available for this study." })
  const aboveBalance = (message: string): PaymentDecision => ({
    ok: false,
    code: 'amount-above-balance',
    fields: { amount: message },
    message,
  })
  const amount = input.isForcedTotal ? balance : input.amount
  const amountProblem = amount <= 0 && !input.isForcedTotal ? { amount: 'The amount must be above 0.' } : {}
  const problems = { ...amountProblem, ...referenceProblems(input) }
  if (Object.keys(problems).length > 0) return invalid(problems)
  if (balance <= 0) return aboveBalance('Nothing is owed on this study.')
  if (amount > balance) return aboveBalance('The amount cannot exceed the remaining balance.')
  if (paymentType !== 'referralCredit') return { ok: true, amount, transactionType: 'payment' }
  if (amount > input.availableCredits) {
    const message = "The member doesn't have enough Share Health Credits."
    return { ok: false, code: 'not-enough-credits', fields: { amount: message }, message }
  }
  return { ok: true, amount, transactionType: 'credit' }
}
