import type { Location } from '#domain/locations/location.ts'
import { floorToUnits, roundToMoney } from '#domain/values/money.ts'
import type { DemoEntry, DemoLedger, DemoMoneyRows } from './demo-ledger.ts'

/** What a way of payment needs besides the ledger. */
type DemoTenderContext = {
  readonly rows: DemoMoneyRows
  readonly location: Location
  /** Counts the studies, for references and to take variants in turn. */
  readonly index: number
  /** The owner of a referral code that the member can name; null when the study may not have a referral discount. */
  readonly referrer: { readonly patientID: string; readonly code: string } | null
}

type DemoTender = (ledger: DemoLedger, context: DemoTenderContext) => void

const visa: DemoEntry = { details: { paymentMethod: 'card', cardType: 'visa', cardLastFour: '4242' } }
const mastercard: DemoEntry = { details: { paymentMethod: 'card', cardType: 'mastercard', cardLastFour: '4444' } }
const interac: DemoEntry = {
  details: { paymentMethod: 'interac_present', cardType: 'interac', cardLastFour: '1933', isInterac: true },
}
const present: DemoEntry = { details: { paymentMethod: 'card_present', cardType: 'amex', cardLastFour: '8431' } }

const reference = (prefix: string, { index }: DemoTenderContext): DemoEntry => ({
  details: { referenceID: `${prefix}${10_000 + index}` },
})
const isCanadian = ({ location }: DemoTenderContext): boolean => location.currency.currency === 'CAD'
const payer = (index: number): string => `p-${String((index % 120) + 1).padStart(4, '0')}`
/** Returns a share of the amount due, in whole dollars. */
const partOf = (ledger: DemoLedger, share: number): number => floorToUnits(ledger.owed() * share)

const terminal: DemoTender = (ledger, context) =>
  void ledger.pay('physicalTerminal', isCanadian(context) ? interac : present)

const giftCard: DemoTender = (ledger, context) => {
  const number = `GIFT-${50_000 + context.index}`
  const amount = Math.min(50_000, partOf(ledger, 0.6))
  ledger.giftCard(number, 100_000)
  const row = ledger.pay('giftCertificateIntegrated', { giftCardNumber: number }, amount)
  context.rows.giftCardEntries.push({
    entry_id: `gce-${number}-2`,
    gift_card_key: number,
    amount: -amount,
    study_id: row.study_id,
    transaction_id: row.transaction_id,
    at: row.transaction_time,
  })
  ledger.pay('card', visa)
}

const invoice: DemoTender = (ledger, context) => {
  const row = ledger.pay('invoice', {
    details: { referenceID: `INV-${10_000 + context.index}`, invoicePayer: payer(context.index) },
  })
  if (context.location.type === 'whitelabel') return ledger.done(row, { step: 'issued' })
  if (context.index % 3 === 0) return
  ledger.done(row, { step: 'issued' })
}

const partnerInvoice: DemoTender = (ledger, context) => {
  const row = ledger.pay('partner invoice', reference('PI-', context))
  if (context.index % 4 === 0) return
  const paid = { step: 'paid', amount: row.amount, method: 'cheque', referenceID: `${7000 + context.index}` } as const
  if (context.index % 4 === 1) ledger.done(row, { step: 'issued' })
  else ledger.done(row, { step: 'issued' }, { step: 'deposit', amount: row.amount }, paid)
}

const cash: DemoTender = (ledger) => {
  const row = ledger.pay('cash')
  ledger.done(row, { step: 'deposit', amount: row.amount })
}

const cheque: DemoTender = (ledger, context) => {
  const row = ledger.pay('cheque', reference('', context))
  if (context.index % 2 === 0) ledger.done(row, { step: 'deposit', amount: row.amount })
}

const credits: DemoTender = (ledger) => {
  const { patient_id: patientID } = ledger.demo.study
  const amount = Math.min(15_000, ledger.owed())
  ledger.credit(patientID, amount, 'granted', null)
  const row = ledger.pay('referralCredit', { transactionType: 'credit' }, amount)
  ledger.credit(patientID, -amount, 'used', row)
  ledger.pay('card', mastercard)
}

const promo = (promoID: string, promoCategory: string): DemoEntry => ({
  transactionType: 'Discount',
  memo: 'Code given on the phone',
  details: { promoID, promoCategory },
})

const referral: DemoTender = (ledger, context) => {
  if (context.referrer === null) return void ledger.pay('card', visa)
  const amount = Math.min(roundToMoney(context.location.referralValue), ledger.owed())
  const row = ledger.pay(
    'referral code',
    { transactionType: 'Discount', details: { referralCode: context.referrer.code } },
    amount,
  )
  ledger.credit(context.referrer.patientID, amount, 'referral', row)
  ledger.pay('card', visa)
}

/** Ways of payment, taken in turn so that each payment type occurs; each leaves a balance of 0 or below. */
export const demoTenders: readonly DemoTender[] = [
  (ledger) => void ledger.pay('card', visa),
  terminal,
  cash,
  cheque,
  (ledger, context) => void ledger.pay('clinic', reference('CC', context)),
  (ledger, context) => void ledger.pay('eTransfer', reference('ET', context)),
  (ledger, context) => void ledger.pay('externalCredit', reference('XC', context)),
  (ledger, context) => {
    // Only some locations in the United States have a lender.
    if (context.location.externalLender === null) return void ledger.pay('card', mastercard)
    ledger.pay('externalLender', reference('LN', context))
  },
  (ledger, context) => {
    ledger.pay('giftCertificate', reference('CERT', context), partOf(ledger, 0.2))
    ledger.pay('card', visa)
  },
  giftCard,
  invoice,
  partnerInvoice,
  (ledger) => void ledger.pay('prepaid'),
  credits,
  (ledger) => {
    ledger.pay('card', visa, ledger.owed() - 2000)
    ledger.reconcile(-2000, 'minor-reconciliation', 'Small remainder waived')
  },
  (ledger) => {
    ledger.pay('promocode', promo('WELCOME100', 'marketing'), Math.min(10_000, ledger.owed()))
    ledger.pay('card', visa)
  },
  referral,
  (ledger, context) => void ledger.pay('buyNowPayLater', reference('BNPL', context)),
  (ledger, context) => {
    const row = ledger.pay('cardInvoice', reference('CI-', context))
    if (context.index % 2 === 0) ledger.done(row, { step: 'issued' })
  },
  // A promo code that is removed and replaced by another one.
  (ledger) => {
    const first = ledger.pay('promocode', promo('WELCOME100', 'marketing'), Math.min(10_000, ledger.owed()))
    ledger.undo(first, 'The wrong code')
    ledger.pay('promocode', promo('TEN', 'marketing'), Math.round(ledger.demo.study.price / 10))
    ledger.pay('card', visa)
  },
  // Two tenders.
  (ledger) => {
    ledger.pay('cash', {}, partOf(ledger, 0.3))
    ledger.pay('card', mastercard)
  },
  // Part of a payment is refunded and paid again with another tender.
  (ledger) => {
    const card = ledger.pay('card', visa)
    ledger.undo(card, 'Wanted to pay part in cash', 20_000)
    ledger.pay('cash')
  },
  (ledger) => void ledger.pay('card', { ...mastercard, status: 'requires_capture' }),
  (ledger, context) => {
    ledger.pay('physicalTerminal', { ...(isCanadian(context) ? present : mastercard), status: 'requires_capture' })
  },
  // Finance lowers the amount due after the payment; four overpayments in five are refunded.
  (ledger, context) => {
    const card = ledger.pay('card', visa)
    ledger.reconcile(-20_000, 'downgrade', 'A smaller scan was made')
    if (context.index % 5 !== 0) ledger.undo(card, 'A smaller scan was made', 20_000)
  },
  (ledger) => {
    ledger.reconcile(10_000, 'upgrade', 'Contrast was added')
    ledger.pay('card', mastercard)
  },
  (ledger) => {
    ledger.pay('card', visa)
    ledger.reconcile(5000, 'chargeback', 'The bank took part back')
    ledger.reconcile(-5000, 'recaptured', 'Won the dispute')
  },
  (ledger) => {
    ledger.pay('cash', {}, partOf(ledger, 0.9))
    ledger.reconcile(-ledger.owed(), 'bad-debt', 'Could not be collected')
  },
]

/** The payment for the paid studies at whitelabel locations, and for one scene. */
export const payByInvoice: DemoTender = invoice

/** Records a payment of part of the amount due; the rest remains due. */
export const payDeposit: DemoTender = (ledger, context) => {
  const way = context.index % 3
  if (way === 0) ledger.pay('card', visa, partOf(ledger, 0.2))
  else if (way === 1) ledger.pay('cash', {}, partOf(ledger, 0.4))
  else ledger.pay('physicalTerminal', isCanadian(context) ? interac : present, partOf(ledger, 0.5))
}

/** Records the payment of a cancelled study, then a full refund or a refund less a late-cancellation or no-show fee. */
export const payAndCancel: DemoTender = (ledger, context) => {
  const row = ledger.pay('card', context.index % 2 === 0 ? visa : mastercard)
  if (context.index % 3 === 0) return void ledger.undo(row, 'Cancelled in time')
  const fee = Math.min(25_000, row.amount)
  ledger.undo(row, 'Cancelled, less the fee', row.amount - fee)
  const classification = context.index % 3 === 1 ? 'late-cancellation' : 'no-show'
  ledger.reconcile(-ledger.owed(), classification, 'Only the fee is kept')
}
