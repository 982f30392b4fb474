import type { MoneyMoved } from '#contract/payments/routes.ts'
import { type StudyPayments, studyPaymentsSchema } from '#domain/payments/payment-view.ts'
import { bareDetails, type Transaction, transactionSchema } from '#domain/payments/transaction.ts'
import { aStudy } from './records.ts'

type Overrides = Readonly<Record<string, unknown>>

/** 500 dollars of cash on `aStudy()`, nothing refunded. */
export const aTransaction = (overrides: Overrides = {}): Transaction =>
  transactionSchema.parse({
    transactionID: 't-000001',
    studyID: 's-000001',
    transactionType: 'payment',
    paymentType: 'cash',
    amount: 500,
    currency: 'CAD',
    timezone: 'America/Vancouver',
    transactionTime: 1_795_000_000,
    status: 'Complete',
    memo: '',
    sku: 300,
    refundable: 500,
    processedBy: 'u-frontdesk',
    processedByPII: 'Robin Frost',
    details: bareDetails('cash'),
    steps: null,
    ...overrides,
  })

/** The empty ledger of `aStudy()`: 2495 dollars are owed. */
export const aStudyPayments = (overrides: Overrides = {}): StudyPayments =>
  studyPaymentsSchema.parse({
    studyID: 's-000001',
    currency: 'CAD',
    skuID: 300,
    skuName: 'Whole body',
    price: 2495,
    totalPrice: 2495,
    discountPromo: 0,
    discountReferral: 0,
    discountReferralCredit: 0,
    serviceCreditUse: 0,
    referralCreditUse: 0,
    paid: 0,
    uncaptured: 0,
    reconciliationAdjust: 0,
    totalBalance: 2495,
    overpaid: 0,
    availableCredits: 0,
    ownReferralCode: 'FRIENDS7',
    referralDiscount: 100,
    referralNotice: null,
    transactions: [],
    openAttempts: [],
    mayReconcile: false,
    mayUseOpenPromos: false,
    ledgerVersion: 1,
    ...overrides,
  })

/** The answer of a call that recorded {@link aTransaction}, with the second version of the study. */
export const moneyMoved = (overrides: Overrides = {}): MoneyMoved => ({
  code: 200,
  transaction: aTransaction(),
  payments: aStudyPayments({ paid: 500, totalBalance: 1995, transactions: [aTransaction()], ledgerVersion: 2 }),
  study: aStudy({ version: 2, paymentAmount: 500, balance: 1995 }),
  temporaryHoldConverted: false,
  paidStatus: false,
  paidTime: null,
  ...overrides,
})
