import { countries } from '../members/country.ts'
import type { Money } from '../values/money.ts'
import type { PlainDate } from '../values/plain-date.ts'
import { hasCardCheckDigit } from './card-number.ts'

/** The result of a simulated charge. Codes are the processor's own (Stripe's testing tables). */
type SimulatedOutcome =
  | { readonly kind: 'approved'; readonly needsPin: boolean }
  | { readonly kind: 'declined'; readonly code: string; readonly declineCode: string }

/**
 * A card of the processor's testing tables: the payment method that represents it, and the outcome of a charge. None is
 * a real card.
 */
type TestCard = {
  readonly number: string
  readonly paymentMethod: string
  readonly brand: string
  /** Accepted on a reader only, never in card fields. */
  readonly isCardPresentOnly: boolean
  readonly isInterac: boolean
  readonly outcome: SimulatedOutcome
}

const approved: SimulatedOutcome = { kind: 'approved', needsPin: false }

const card = (
  number: string,
  paymentMethod: string,
  brand: string,
  outcome: SimulatedOutcome = approved,
): TestCard => ({
  number,
  paymentMethod,
  brand,
  isCardPresentOnly: false,
  isInterac: false,
  outcome,
})

/** Returns a Visa that is declined. `code` is the processor's error code, which for some cards equals `declineCode`. */
const declining = (number: string, paymentMethod: string, declineCode: string, code = 'card_declined'): TestCard =>
  card(number, paymentMethod, 'visa', { kind: 'declined', code, declineCode })

/**
 * Stripe's documented test cards that the simulated processor and the stand-in for the card fields know.
 * @internal Tests cover every entry.
 */
export const testCards: readonly TestCard[] = [
  card('4242424242424242', 'pm_card_visa', 'visa'),
  card('4000056655665556', 'pm_card_visa_debit', 'visa'),
  card('4000001240000000', 'pm_card_ca', 'visa'),
  card('5555555555554444', 'pm_card_mastercard', 'mastercard'),
  card('2223003122003222', 'pm_card_mastercard', 'mastercard'),
  card('5200828282828210', 'pm_card_mastercard_debit', 'mastercard'),
  card('5105105105105100', 'pm_card_mastercard_prepaid', 'mastercard'),
  card('378282246310005', 'pm_card_amex', 'amex'),
  card('371449635398431', 'pm_card_amex', 'amex'),
  card('6011111111111117', 'pm_card_discover', 'discover'),
  card('6011000990139424', 'pm_card_discover', 'discover'),
  card('3056930009020004', 'pm_card_diners', 'diners'),
  card('36227206271667', 'pm_card_diners', 'diners'),
  card('3566002020360505', 'pm_card_jcb', 'jcb'),
  card('6200000000000005', 'pm_card_unionpay', 'unionpay'),
  declining('4000000000000002', 'pm_card_visa_chargeDeclined', 'generic_decline'),
  declining('4000000000009995', 'pm_card_visa_chargeDeclinedInsufficientFunds', 'insufficient_funds'),
  declining('4000000000009987', 'pm_card_visa_chargeDeclinedLostCard', 'lost_card'),
  declining('4000000000009979', 'pm_card_visa_chargeDeclinedStolenCard', 'stolen_card'),
  declining('4000000000006975', 'pm_card_visa_chargeDeclinedVelocityLimitExceeded', 'card_velocity_exceeded'),
  declining('4000000000000069', 'pm_card_chargeDeclinedExpiredCard', 'expired_card', 'expired_card'),
  declining('4000000000000127', 'pm_card_chargeDeclinedIncorrectCvc', 'incorrect_cvc', 'incorrect_cvc'),
  declining('4000000000000119', 'pm_card_chargeDeclinedProcessingError', 'processing_error', 'processing_error'),
  declining('4000002760003184', 'pm_card_authenticationRequired', 'authentication_required'),
  {
    ...card('4506445006931933', 'pm_card_interac', 'interac'),
    isCardPresentOnly: true,
    isInterac: true,
  },
]

const digitsOf = (text: string): string => text.replace(/[\s-]/g, '')

/**
 * Returns the payment method of a test card typed into card fields; null for any other number.
 * @internal Tests check its cases directly.
 */
export const testPaymentMethodOf = (number: string): string | null =>
  testCards.find((known) => known.number === digitsOf(number) && !known.isCardPresentOnly)?.paymentMethod ?? null

/** Returns the test card of a payment method; undefined if the tables do not have it. */
export const testCardOf = (paymentMethod: string): TestCard | undefined =>
  testCards.find((known) => known.paymentMethod === paymentMethod)

/** Returns the last four digits that a simulated card shows. */
export const lastFourOf = (testCard: TestCard): string => testCard.number.slice(-4)

const declined = (declineCode: string, code = 'card_declined'): SimulatedOutcome => ({
  kind: 'declined',
  code,
  declineCode,
})

/**
 * Outcomes of a charge on a reader, by the amount's last two digits (Stripe's tables of physical test cards). Amounts
 * with other digits are approved.
 * @internal Tests cover every entry.
 */
export const outcomesByCents: Readonly<Record<number, SimulatedOutcome>> = {
  0: approved,
  1: declined('call_issuer'),
  2: { kind: 'approved', needsPin: true },
  3: { kind: 'approved', needsPin: true },
  5: declined('generic_decline'),
  55: declined('incorrect_pin', 'incorrect_pin'),
  65: declined('withdrawal_count_limit_exceeded'),
  75: declined('pin_try_exceeded'),
}

/**
 * Returns the result of a simulated charge, always the same for the same input. A declining card is declined at any
 * amount. For any other card that is present (`isCardPresent`), only the amount's last two digits decide. Undefined if
 * there is no such test card, or for an Interac card that is not present.
 */
export const simulatedOutcome = (input: {
  readonly paymentMethod: string
  readonly amount: Money
  readonly isCardPresent: boolean
}): SimulatedOutcome | undefined => {
  const known = testCardOf(input.paymentMethod)
  if (known === undefined || (known.isCardPresentOnly && !input.isCardPresent)) return undefined
  if (known.outcome.kind === 'declined' || !input.isCardPresent) return known.outcome
  return outcomesByCents[input.amount % 100] ?? approved
}

const declineMessages: Readonly<Record<string, string>> = {
  call_issuer: 'The card was declined. The member should call the card issuer.',
  generic_decline: 'The card was declined.',
  insufficient_funds: 'The card has insufficient funds.',
  lost_card: 'The card was declined.',
  stolen_card: 'The card was declined.',
  card_velocity_exceeded: 'The card was declined: too many uses in a short time.',
  expired_card: 'The card has expired.',
  incorrect_cvc: "The card's security code is incorrect.",
  incorrect_pin: 'The PIN is incorrect.',
  pin_try_exceeded: 'Too many incorrect PIN attempts.',
  processing_error: 'An error occurred while processing the card. Try again shortly.',
  withdrawal_count_limit_exceeded: "The card's limit has been reached.",
  authentication_required: "The card issuer requires authentication that isn't possible here.",
}

/**
 * Returns a decline in words for staff. The words for lost and stolen cards are those of a general decline, because the
 * member is present.
 */
export const describeDecline = (declineCode: string | null): string =>
  declineMessages[declineCode ?? ''] ?? 'The card was declined.'

export type CardField = 'number' | 'expiry' | 'code' | 'country'

type CardFieldsCheck =
  | { readonly ok: true; readonly paymentMethod: string }
  | { readonly ok: false; readonly fields: Readonly<Partial<Record<CardField, string>>> }

const numberProblem = (text: string): string | null => {
  const digits = digitsOf(text)
  if (digits === '') return 'Enter a test card number.'
  if (!/^\d+$/.test(digits)) return 'The card number is invalid.'
  if (digits.length < 14) return 'The card number is incomplete.'
  if (!hasCardCheckDigit(digits)) return 'The card number is invalid.'
  return testPaymentMethodOf(digits) === null ? 'Only test card numbers work here. Never enter a real one.' : null
}

const expiryProblem = (text: string, today: PlainDate): string | null => {
  const parts = /^(\d{2})\s*\/?\s*(\d{2}|\d{4})$/.exec(text.trim())
  if (parts === null) return text.trim() === '' ? 'Enter the expiry date.' : 'Enter the expiry date as MM/YY.'
  const [, month = '', year = ''] = parts
  if (month < '01' || month > '12') return 'The expiry month is invalid.'
  const expires = `${year.length === 2 ? `20${year}` : year}-${month}`
  // A card is valid until the end of its month.
  if (expires < today.slice(0, 7)) return 'The card has expired.'
  return Number(expires.slice(0, 4)) > Number(today.slice(0, 4)) + 50 ? 'The expiry year is invalid.' : null
}

const codeProblem = (text: string, number: string): string | null => {
  const length = /^3[47]/.test(digitsOf(number)) ? 4 : 3
  if (text.trim() === '') return 'Enter the security code.'
  return new RegExp(`^\\d{${length}}$`).test(text.trim()) ? null : `The security code has ${length} digits.`
}

/** Checks the input of the stand-in for the card fields, which accepts only test cards. `today` is a local date. */
export const checkCardFields = (
  typed: { readonly number: string; readonly expiry: string; readonly code: string; readonly country: string },
  today: PlainDate,
): CardFieldsCheck => {
  const found: Readonly<Record<CardField, string | null>> = {
    number: numberProblem(typed.number),
    expiry: expiryProblem(typed.expiry, today),
    code: codeProblem(typed.code, typed.number),
    country: countries.some((country) => country === typed.country) ? null : 'Choose a country.',
  }
  const fields = Object.fromEntries(Object.entries(found).filter(([, problem]) => problem !== null)) as Partial<
    Record<CardField, string>
  >
  const paymentMethod = testPaymentMethodOf(typed.number)
  return Object.keys(fields).length === 0 && paymentMethod !== null
    ? { ok: true, paymentMethod }
    : { ok: false, fields }
}
