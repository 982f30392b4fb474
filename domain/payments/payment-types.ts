import type { Currency } from '../values/money.ts'

/** Every payment type of booking spec §9, as stored in transactions. */
export const paymentTypes = [
  'card',
  'physicalTerminal',
  'cash',
  'cheque',
  'clinic',
  'eTransfer',
  'externalCredit',
  'externalLender',
  'giftCertificate',
  'giftCertificateIntegrated',
  'invoice',
  'partner invoice',
  'prepaid',
  'referralCredit',
  'finance',
  'promocode',
  'referral code',
  'buyNowPayLater',
  'cardInvoice',
] as const
export type PaymentType = (typeof paymentTypes)[number]

/** A location's lender must have this name for the type `externalLender` to be offered (booking spec §5). */
const buyNowPayLaterLender = 'buyNowPayLater'

/**
 * From the day after this date, an invoice payment must be for the whole balance (booking spec §5, §9); a plain date.
 */
const invoiceTotalCutoff = '2025-03-03'

/** The query flag that forces an invoice payment to the whole balance on any day. */
export const invoiceTotalFlag = 'invoiceTotal'

type PaymentTypeRule = {
  readonly paymentType: PaymentType
  /** The label that staff see. */
  readonly label: string
  /**
   * How the clinic is paid: by card; by cash, cheque or transfer (`money`); on a bill; from credit; or not at all
   * (`ledger`).
   */
  readonly tender: 'card' | 'money' | 'bill' | 'credit' | 'ledger'
  /** The label of the reference that staff must type (booking spec §5); null if there is none. */
  readonly referenceLabel: string | null
  /** Whether staff may choose this type in Make a Payment; transactions of the other types are only shown. */
  readonly isOffered: boolean
  /** Whether its transactions have the steps issued, deposit and paid (booking spec §4). */
  readonly hasSteps: boolean
  /**
   * Whether a payment of this type is an invoice, paid later. {@link isForcedToTotal} decides whether such a payment
   * must be for the whole balance.
   */
  readonly isBill: boolean
}

const rule = (
  paymentType: PaymentType,
  label: string,
  tender: PaymentTypeRule['tender'],
  referenceLabel: string | null,
  more: Partial<Pick<PaymentTypeRule, 'isOffered' | 'hasSteps' | 'isBill'>> = {},
): PaymentTypeRule => ({
  paymentType,
  label,
  tender,
  referenceLabel,
  isOffered: more.isOffered ?? true,
  hasSteps: more.hasSteps ?? false,
  isBill: more.isBill ?? false,
})

/** The rules of the payment types (booking spec §5, §9), in the order in which staff see them. */
export const paymentTypeRules: readonly PaymentTypeRule[] = [
  rule('card', 'Card', 'card', null),
  rule('physicalTerminal', 'Card terminal', 'card', null),
  rule('cash', 'Cash', 'money', null, { hasSteps: true }),
  rule('cheque', 'Cheque', 'money', 'Cheque #', { hasSteps: true }),
  rule('clinic', 'Clinic debit or credit', 'money', 'Confirmation Code', { hasSteps: true }),
  rule('eTransfer', 'E-transfer', 'money', 'Confirmation Code'),
  rule('externalCredit', 'External credit', 'money', 'Confirmation Code'),
  rule('externalLender', 'External lender', 'money', 'Confirmation Code', { hasSteps: true }),
  rule('giftCertificate', 'Gift certificate', 'credit', 'Cert #'),
  rule('giftCertificateIntegrated', 'Gift card or voucher', 'credit', 'Gift Card/Voucher Number'),
  rule('invoice', 'Invoice', 'bill', 'Invoice #', { hasSteps: true, isBill: true }),
  rule('partner invoice', 'Partner invoice', 'bill', 'Invoice #', { hasSteps: true, isBill: true }),
  rule('prepaid', 'Prepaid', 'credit', null),
  rule('referralCredit', 'Share Health Credits', 'credit', null),
  rule('buyNowPayLater', 'Buy now, pay later', 'money', null, { isOffered: false }),
  rule('cardInvoice', 'Card invoice', 'bill', null, { isOffered: false, hasSteps: true, isBill: true }),
  rule('promocode', 'Promo code', 'ledger', null, { isOffered: false }),
  rule('referral code', 'Referral code', 'ledger', null, { isOffered: false }),
  rule('finance', 'Finance', 'ledger', null, { isOffered: false }),
]

const ruleByType = new Map(paymentTypeRules.map((entry) => [entry.paymentType, entry]))

/** Returns the rule of a payment type. */
export const ruleOfPaymentType = (paymentType: PaymentType): PaymentTypeRule => {
  const found = ruleByType.get(paymentType)
  if (found === undefined) throw new RangeError(`no rule for ${paymentType}`)
  return found
}

/** The facts that decide which payment types are offered. */
type PaymentPlace = {
  readonly externalLender: string | null
  /** The country of the member's address. */
  readonly memberCountry: string
  readonly currency: Currency
}

const isUnitedStates = (country: string): boolean => ['united states', 'us'].includes(country.trim().toLowerCase())

/**
 * Returns whether the external lender is offered (booking spec §5). The location's lender must be the buy-now-pay-later
 * one, and the member in the United States.
 */
export const isExternalLenderOffered = (place: Pick<PaymentPlace, 'externalLender' | 'memberCountry'>): boolean =>
  place.externalLender === buyNowPayLaterLender && isUnitedStates(place.memberCountry)

/**
 * Returns the payment types that staff may choose for this location and member, in the order in which staff see them.
 */
export const offeredPaymentTypes = (place: PaymentPlace): readonly PaymentTypeRule[] =>
  paymentTypeRules.filter(
    ({ isOffered, paymentType }) => isOffered && (paymentType !== 'externalLender' || isExternalLenderOffered(place)),
  )

/** The payment type of a transaction that the user viewed, and whether it is issued. */
export type ViewedPayment = { readonly paymentType: PaymentType; readonly issued: boolean }

/** Returns whether a viewed transaction is an invoice that is not issued yet. */
export const isUnissuedBill = (viewed: ViewedPayment | null): boolean =>
  viewed !== null && ruleOfPaymentType(viewed.paymentType).isBill && !viewed.issued

/**
 * Returns the payment type a panel starts with (both specs §4): invoice at whitelabel locations and while the viewed
 * transaction is an unissued invoice, otherwise card.
 */
export const defaultPaymentType = (input: {
  readonly locationType: string
  readonly viewed: ViewedPayment | null
}): PaymentType => (input.locationType === 'whitelabel' || isUnissuedBill(input.viewed) ? 'invoice' : 'card')

/**
 * Returns whether a payment of this type must be for the whole balance (booking spec §5). `today` is the location's
 * plain date.
 */
export const isForcedToTotal = (input: {
  readonly paymentType: PaymentType
  readonly locationType: string
  readonly today: string
  readonly hasFlag: boolean
}): boolean =>
  ruleOfPaymentType(input.paymentType).isBill &&
  (input.hasFlag || input.locationType === 'whitelabel' || input.today > invoiceTotalCutoff)
