import type { CashUp, CashUpLine } from '#domain/finance/cash-up.ts'
import { type ChequeDeposit, chequeDepositSchema } from '#domain/finance/cheque-deposit.ts'
import type { Invoice } from '#domain/payments/invoice.ts'
import type { Instant } from '#domain/values/instant.ts'

export const issuedAt = '2026-11-21T18:00:00Z' as Instant

export const anInvoice = (more: Partial<Invoice> = {}): Invoice => ({
  studyID: 's-1' as Invoice['studyID'],
  invoiceNumber: 'BC1-s-1',
  issuedAt,
  timezone: 'America/Vancouver',
  location: { name: 'Vancouver', lines: ['1 Atrium Way'], taxId: 'GST 1', phone: '+1 604', email: 'v@atrium.example' },
  member: { name: 'Ana Silva', dob: '1980-02-03', email: 'ana@mail.example', lines: ['14 Cedar Lane'] },
  invoicePayer: null,
  appointment: null,
  currency: 'CAD',
  items: [{ description: 'Whole Body MRI', amount: 2495 }],
  discounts: [],
  payments: [],
  totals: {
    totalPrice: 2495,
    discounts: 0,
    credits: 0,
    paid: 0,
    reconciliationAdjust: 0,
    totalBalance: 2495,
    overpaid: 0,
    outstanding: 0,
  },
  isAvailable: true,
  ...more,
})

export const aLine = (more: Partial<CashUpLine> = {}): CashUpLine => ({
  userID: 'u-1',
  userName: 'Robin Frost',
  paymentType: 'cash',
  taken: 100,
  refunded: 10,
  expected: 90,
  uncaptured: 0,
  isCounted: true,
  counted: 85,
  difference: -5,
  note: 'five short',
  countedBy: 'Robin Frost',
  countedAt: issuedAt,
  isOutdated: false,
  counts: [
    { counted: 80, difference: -10, note: '', countedBy: 'Robin Frost', countedAt: issuedAt },
    { counted: 85, difference: -5, note: 'five short', countedBy: 'Robin Frost', countedAt: issuedAt },
  ],
  ...more,
})

export const aDay = (more: Partial<CashUp> = {}): CashUp => ({
  locationID: 'ca-bc-1' as CashUp['locationID'],
  date: '2026-11-21' as CashUp['date'],
  currency: 'CAD',
  lines: [aLine()],
  openAttempts: [],
  unissuedInvoices: [],
  outstandingInvoices: [],
  paidInvoices: [],
  voidedCounts: [],
  undepositedCheques: [],
  overpayments: [],
  block: 0,
  closed: [],
  events: [],
  lastAppointmentEnd: null,
  ...more,
})

export const closedBlock: CashUp['closed'][number] = {
  lines: [aLine()],
  unissuedInvoices: [],
  undepositedCheques: [],
  overpayments: [],
  closedBy: 'Alex Finch',
  closedAt: issuedAt,
  note: 'all well',
  earlyReason: '',
}

/** A deposit of cheques with these amounts, each for a different study. */
export const aDeposit = (amounts: readonly number[], more: Partial<ChequeDeposit> = {}): ChequeDeposit => ({
  ...chequeDepositSchema.parse({
    depositID: 'deposit-12',
    locationID: 'ca-bc-1',
    number: 12,
    date: '2026-11-21',
    bankReference: 'Teller 4',
    by: 'Robin Frost',
    at: '2026-11-21T18:00:00Z',
    cheques: amounts.map((amount, index) => ({
      transactionID: `t-${index + 1}`,
      studyID: `s-${String(index + 1).padStart(6, '0')}`,
      referenceID: String(1001 + index),
      amount,
      currency: 'CAD',
      takenBack: null,
    })),
  }),
  ...more,
})

/** The payer of each cheque of a deposit. */
export const payersOf = ({ cheques }: ChequeDeposit, name = 'Ana Silva'): Readonly<Record<string, string>> =>
  Object.fromEntries(cheques.map(({ studyID }, index) => [studyID, `${name} ${index + 1}`]))
