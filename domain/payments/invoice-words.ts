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
  tax: (percent: string) => `Includes tax (${percent})`,
  credits: 'Share Health Credits',
  adjustment: 'Adjustment',
  paid: 'Paid',
  paidOrBilled: 'Paid or billed',
  balanceDue: 'Balance due',
  balance: 'Balance',
  overpaid: 'Overpaid',
  outstanding: invoiceOutstandingWords,
  /** What the entries of the ledger are. */
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
}
