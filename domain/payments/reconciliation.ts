import { type Money, roundToMoney } from '../values/money.ts'
import { paymentMessages, paymentTitles } from './payment-messages.ts'
import { parseTypedAmount } from './typed-amount.ts'

/** Why finance adjusts a ledger (booking spec §3). */
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

/** The range of an adjustment, both ends allowed, as a decimal amount (booking spec §5). */
const reconciliationRange = { from: -99_999, to: 99_999 } as const

type ReconciliationField = 'amount' | 'classification' | 'reason'

/** What is wrong with a field, as its modal says it (booking spec §8). */
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
 * Whether finance may adjust a ledger so (booking spec §5). `amount` is null where none could be read; 0 adjusts nothing and
 * is refused with the same words.
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

/** {@link decideReconciliation} for what was typed into the Finance Only form. */
export const parseReconciliation = (input: {
  readonly amountText: string
  readonly classification: string | null
  readonly reason: string
}): ReconciliationDecision => decideReconciliation({ ...input, amount: readAdjustment(input.amountText) })

/** Whether what stands in the field may yet become an amount: nothing, a lone `-`, or an amount in range. Red otherwise. */
export const isReconciliationAmountTyping = (text: string): boolean =>
  ['', '-'].includes(text.trim()) || readAdjustment(text) !== null
