import { invoiceOutstandingWords } from '../study/invoice-outstanding.ts'
import { type PaymentType, ruleOfPaymentType } from './payment-types.ts'

/** The texts of an invoice in English, on the screen and on paper. */
export const invoiceTextWords = {
  title: 'Invoice',
  date: (date: string) => `Date: ${date}`,
  born: 'Date of birth',
  study: 'Study',
  appointment: 'Appointment',
  noAppointment: 'No appointment',
  billedTo: 'Billed to',
  member: 'Member',
  items: 'Items',
  reductions: 'Discounts and credits',
  payments: 'Payments and refunds',
  description: 'Description',
  refunds: 'Description (− is a refund)',
  paymentDate: 'Date',
  amount: (currency: string) => `Amount (${currency})`,
  totalPrice: 'Total price',
  discounts: 'Discounts',
  taxNumber: (number: string) => `Tax number: ${number}`,
  tax: (percent: string) => `Includes tax (${percent})`,
  credits: 'Share Health Credits',
  adjustment: 'Adjustment',
  paid: 'Paid',
  paidOrBilled: 'Paid or billed',
  balanceDue: 'Balance due',
  balance: 'Balance',
  overpaid: 'Overpaid',
  outstanding: invoiceOutstandingWords,
  /** The names of the entries of the ledger. */
  entries: {
    charge: 'Charge',
    credits: 'Share Health Credits',
    referralCode: 'Referral code',
    promoCode: 'Promo code',
    promo: (name: string) => `Promo code: ${name}`,
    billed: (what: string) => `Billed (${what})`,
    refund: (what: string) => `Refund: ${what}`,
    card: (brand: string | null, digits: string) => `${brand ?? 'Card'} ending ${digits}`,
    paymentType: (type: PaymentType) => ruleOfPaymentType(type).label,
  },
  /** Further texts that only a receipt has. */
  receipt: {
    title: 'Receipt',
    from: 'Received from',
    invoice: 'For invoice',
    payment: 'Payment',
    received: 'Received',
    balance: 'Balance of the invoice',
  },
}

/** Why a transaction has no receipt. */
export const noReceiptWords = {
  'not-a-payment': 'Only payments have a receipt.',
  billed: 'An invoice has no receipt. Email or print the invoice.',
  'not-captured': 'The card payment is not captured yet. A receipt is available once it is.',
}
