import type { ProvisionalPayment, RecordPaymentInput } from '#contract/payments/bridge.ts'
import { fail, type Reply } from '#contract/reply.ts'
import { isLocationAllowed } from '#domain/locations/location-rules.ts'
import { cardNumberProblems, decidePayment } from '#domain/payments/payment-form.ts'
import { forbiddenHoldMessage } from '#domain/payments/payment-messages.ts'
import { knownSafety } from '#domain/safety/known-safety.ts'
import { mayMoveMoney, moneyForbiddenReason } from '#domain/session/cashier-roles.ts'
import type { StaffUser } from '#domain/session/staff-user.ts'
import type { Study } from '#domain/study/study.ts'
import { type Money, parseDecimalAmount, toMoney } from '#domain/values/money.ts'

type Refusal = Extract<Reply<never>, { readonly ok: false }>

/**
 * Returns an input that makes {@link decidePayment} check only the typed values, because the study appears to owe
 * exactly this amount.
 */
const assumeOwed = (input: RecordPaymentInput, amount: Money) => ({
  paymentType: input.paymentType,
  amount,
  referenceID: input.referenceID,
  giftCardNumber: input.giftCardNumber,
  balance: amount,
  isForcedTotal: false,
  availableCredits: amount,
  isExternalLenderOffered: true,
  hasLocationAndTime: true,
})

/** Returns a refusal if a text contains a card number. Call it before anything is written or sent. */
export const refuseCardNumbers = (texts: Readonly<Record<string, string>>): Refusal | null => {
  const fields = cardNumberProblems(texts)
  const [message] = Object.values(fields)
  return message === undefined ? null : fail('invalid-input', message, { fields })
}

/**
 * Returns the error in the values typed for a tender; null when they have no error. Ignores the study's balance. Call
 * it before anything is written, because a card number in the reference must not reach the disk.
 */
export const refuseAsTyped = (input: RecordPaymentInput): Refusal | null => {
  const amount = parseDecimalAmount(input.amount)
  if (amount === undefined) {
    const message = 'Enter an amount with at most two decimals.'
    return fail('invalid-input', message, { fields: { amount: message } })
  }
  if (input.paymentType === 'card' || input.paymentType === 'physicalTerminal') {
    const message = 'Charge cards on the reader or in the card window.'
    return fail('invalid-input', message, { fields: { paymentType: message } })
  }
  return toRefusal(decidePayment(assumeOwed(input, amount)))
}

/**
 * Returns the refusal of a payment for a temporary hold whose member cannot be scanned: such a hold can never become a
 * booking. Returns null in every other case. The check uses this workstation's copy of the study.
 */
export const refuseForbiddenHold = (study: Study | null): Refusal | null =>
  study?.temporaryHold && !study.status.cancelled && knownSafety(study.safety).isProhibited
    ? fail('scan-prohibited', forbiddenHoldMessage)
    : null

/**
 * Returns why this workstation must not keep a cash payment as provisional; null when it may. The check uses this
 * workstation's copy of the study. The back office decides once it is reachable (decisions §5 provisional).
 */
export const refuseProvisional = (
  input: RecordPaymentInput,
  known: {
    readonly study: Study | null
    readonly user: StaffUser | null
    /** The study's payments that are already waiting. */
    readonly waiting: readonly ProvisionalPayment[]
    readonly hasOpenAttempt: boolean
  },
): Refusal | null => {
  const { study, user, waiting, hasOpenAttempt } = known
  if (user === null) return fail('signed-out', 'Sign in first.')
  if (!mayMoveMoney(user.roles)) return fail('insufficient-permissions', moneyForbiddenReason)
  if (study === null) {
    return fail('offline', "You're offline, and this computer has no copy of this study.")
  }
  if (!isLocationAllowed(user, study.locationID)) {
    return fail('location-forbidden', 'The location is not allowed to your account.')
  }
  if (hasOpenAttempt) {
    return fail('payment-in-progress', 'A card payment on this study is still in progress. Wait for its result.')
  }
  const others = waiting.filter(
    ({ idempotencyKey, failure }) => failure === null && idempotencyKey !== input.idempotencyKey,
  )
  const taken = others.reduce((sum, other) => sum + centsOf(other.amount), 0)
  const owed = toMoney(centsOf(study.balance) - taken)
  const hasLocationAndTime = study.booking !== null && !study.status.cancelled
  return toRefusal(decidePayment({ ...assumeOwed(input, centsOf(input.amount)), balance: owed, hasLocationAndTime }))
}

/** Converts an amount that was checked to have at most two decimals. */
const centsOf = (amount: number): Money => parseDecimalAmount(amount) ?? toMoney(0)

const toRefusal = (decision: ReturnType<typeof decidePayment>): Refusal | null => {
  if (decision.ok) return null
  const { code, message, fields } = decision
  return fields === undefined ? fail(code, message) : fail(code, message, { fields })
}
