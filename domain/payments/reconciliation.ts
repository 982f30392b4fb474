import { type Money, roundToMoney } from '../values/money.ts'
import { paymentMessages, paymentTitles } from './payment-messages.ts'
import { parseTypedAmount } from './typed-amount.ts'

/** The reasons for which finance adjusts a ledger (booking spec §3). */
export const reconciliationClassifications = [
  'late-cancellation',
  'no-show',
  'downgrade',
  'upgrade',
  'recaptured',
  'chargeback',
  'bad-debt',
  'minor-reconciliation',
  'dated-write-off',
  'other',
] as const
type ReconciliationClassification = (typeof reconciliationClassifications)[number]

/** The range of an adjustment as a decimal amount, both ends included (booking spec §5). */
const reconciliationRange = { from: -99_999, to: 99_999 } as const

type ReconciliationField = 'amount' | 'classification' | 'reason'

/** The problem of a field, with the title and text of its modal (booking spec §8). */
type ReconciliationProblems = Readonly<
  Partial<Record<ReconciliationField, { readonly title: string; readonly message: string }>>
>

type ReconciliationDecision =
  | {
      readonly ok: true
      /** Above 0 the member owes more, below 0 less. */
      readonly amount: Money
      readonly classification: ReconciliationClassification
      readonly reason: string
    }
  | { readonly ok: false; readonly problems: ReconciliationProblems }

const largestAdjustment = roundToMoney(reconciliationRange.to)
const smallestAdjustment = roundToMoney(reconciliationRange.from)

/**
 * Decides whether finance may make this adjustment (booking spec §5). `amount` is null if it could not be read. An
 * adjustment of 0 is refused with the message for an amount out of range.
 */
export const decideReconciliation = (input: {
  readonly amount: Money | null
  readonly classification: string | null
  readonly reason: string
}): ReconciliationDecision => {
  const { amount } = input
  const classification = reconciliationClassifications.find((known) => known === input.classification)
  const reason = input.reason.trim()
  const isInRange = amount !== null && amount >= smallestAdjustment && amount <= largestAdjustment && amount !== 0
  if (isInRange && classification !== undefined && reason !== '') return { ok: true, amount, classification, reason }
  return {
    ok: false,
    problems: {
      ...(isInRange ? {} : { amount: { title: paymentTitles.amountError, message: paymentMessages.amountRange } }),
      ...(classification === undefined
        ? {
            classification: {
              title: paymentTitles.classificationError,
              message: paymentMessages.classificationMissing,
            },
          }
        : {}),
      ...(reason === ''
        ? { reason: { title: paymentTitles.reasonError, message: paymentMessages.reasonInvalid } }
        : {}),
    },
  }
}

const readAdjustment = (text: string): Money | null => {
  const typed = parseTypedAmount(text, { min: 'any', max: largestAdjustment })
  return typed.ok ? typed.amount : null
}

/** Parses the entered text of the Finance Only form and passes it to {@link decideReconciliation}. */
export const parseReconciliation = (input: {
  readonly amountText: string
  readonly classification: string | null
  readonly reason: string
}): ReconciliationDecision => decideReconciliation({ ...input, amount: readAdjustment(input.amountText) })

/**
 * Returns whether the typed text can still become an amount: it is empty, a lone `-`, or an amount in range. The field
 * is red otherwise.
 */
export const isReconciliationAmountTyping = (text: string): boolean =>
  ['', '-'].includes(text.trim()) || readAdjustment(text) !== null
