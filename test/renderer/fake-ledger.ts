import type { MoneyMoved } from '#contract/payments/routes.ts'
import { promoCodeSchema } from '#domain/catalogue/sku.ts'
import type { ChequeDeposit } from '#domain/finance/cheque-deposit.ts'
import type { RestoredPayment } from '#domain/finance/restored-payment.ts'
import { sumOfAddons } from '#domain/locations/addon.ts'
import { refundableOf, summarizeLedger, toLedgerEntry } from '#domain/payments/ledger.ts'
import type { OpenAttempt, StudyPayments } from '#domain/payments/payment-view.ts'
import { hasEarlierScan, isWholeBodyScan, type ReferralPlace, referralOffer } from '#domain/payments/referral.ts'
import {
  bareDetails,
  type InvoiceStep,
  ledgerKind,
  type Transaction,
  type TransactionDetails,
  transactionIDSchema,
} from '#domain/payments/transaction.ts'
import { hasRole } from '#domain/session/role.ts'
import type { Study } from '#domain/study/study.ts'
import type { Instant } from '#domain/values/instant.ts'
import { type Money, toDecimalAmount, toMoney } from '#domain/values/money.ts'
import { type StudyID, studyIDSchema } from '#domain/values/study-id.ts'
import type { FakeWorld } from './fake-members.ts'
import { replaceStudy } from './fake-safety.ts'

/** Converts a decimal amount to minor units. */
export const toCents = (amount: number): Money => toMoney(Math.round(amount * 100))

/** Returns a member's own referral code. */
export const fakeReferralCode = (patientID: string): string => `FRIEND-${4820 + Number(patientID.replace(/\D/g, ''))}`

const bareStep: InvoiceStep = {
  isDone: false,
  amount: null,
  transactionTime: null,
  paymentMethod: null,
  referenceID: '',
  processedBy: null,
  processedByPII: null,
}
export const bareSteps = { issued: bareStep, deposit: bareStep, paid: bareStep }

/** The promos of the fictional catalogue, valid around any day on which a test runs. */
export const fakePromos = [
  { promoID: 'welcome100', name: 'Welcome', type: 'fixed', amount: 100, category: 'marketing' },
  { promoID: 'ten', name: 'Ten percent', type: 'percentage', amount: 0.1, category: 'all' },
  { promoID: 'staff25', name: 'Staff', type: 'percentage', amount: 0.25, category: 'employee' },
  { promoID: 'gesture', name: 'Goodwill', type: 'open', amount: 0, category: 'other' },
].map((promo) =>
  promoCodeSchema.parse({
    notes: '',
    validFrom: 0,
    validTo: 4_000_000_000,
    booking_valid_from: 0,
    booking_valid_to: 4_000_000_000,
    ...promo,
  }),
)

export type Entry = Pick<Transaction, 'transactionType' | 'paymentType' | 'amount'> &
  Partial<Pick<Transaction, 'memo' | 'status' | 'steps' | 'transactionTime' | 'processedBy' | 'processedByPII'>> & {
    readonly details?: Partial<TransactionDetails>
  }

export type FakeLedger = {
  readonly entriesOf: (studyID: string) => readonly Transaction[]
  readonly find: (transactionID: string) => Transaction | undefined
  readonly replace: (transaction: Transaction) => void
  readonly paymentsOf: (study: Study) => StudyPayments
  /** Appends an entry, updates the study and notifies every window. */
  readonly append: (study: Study, entry: Entry) => MoneyMoved
  /** Updates the study's paid amount, balance and temporary hold. */
  readonly settle: (study: Study) => { readonly study: Study; readonly converted: boolean }
  readonly all: () => readonly Transaction[]
  readonly credits: Map<string, number>
  /** Returns the inputs that decide how much a referral code takes off a study. */
  readonly referralPlaceOf: (study: Study) => ReferralPlace
  readonly attemptsOfOthers: Map<string, readonly OpenAttempt[]>
  /** The card payments that a restored database lacks and that no user has resolved yet. */
  restoredPayments: readonly RestoredPayment[]
  /** The deposits of all locations, oldest first. */
  readonly deposits: ChequeDeposit[]
  /** Returns the open attempts of every desk on a study. */
  readonly openAttemptsOf: (studyID: string) => readonly OpenAttempt[]
  readonly setOwnOpenAttempts: (read: (studyID: string) => readonly OpenAttempt[]) => void
  /** Whether the Finance Only form is available. */
  reconciliation: boolean
  /** The end of the last appointment, the same for every day. With null, a close is never early. */
  lastAppointmentEnd: Instant | null
}

/** Creates the ledgers of the fake bridge. Applies the domain's rules to entries in memory. */
export const createFakeLedger = (world: FakeWorld): FakeLedger => {
  const entries = new Map<string, Transaction[]>()
  const credits = new Map<string, number>()
  const attemptsOfOthers = new Map<string, readonly OpenAttempt[]>()
  let ownOpenAttempts: (studyID: string) => readonly OpenAttempt[] = () => []
  let number = 0
  let ledgerVersion = 0

  const ledger: FakeLedger = {
    credits,
    attemptsOfOthers,
    restoredPayments: [],
    deposits: [],
    openAttemptsOf: (studyID) => [...(attemptsOfOthers.get(studyID) ?? []), ...ownOpenAttempts(studyID)],
    setOwnOpenAttempts: (read) => {
      ownOpenAttempts = read
    },
    reconciliation: true,
    lastAppointmentEnd: null,
    entriesOf: (studyID) => entries.get(studyID) ?? [],
    all: () => [...entries.values()].flat(),
    find: (transactionID) => ledger.all().find((entry) => entry.transactionID === transactionID),
    replace: (transaction) => {
      const kept = ledger.entriesOf(transaction.studyID)
      entries.set(
        transaction.studyID,
        kept.map((entry) => (entry.transactionID === transaction.transactionID ? transaction : entry)),
      )
      ledgerVersion += 1
    },
    paymentsOf: (study) => {
      const { clinic } = world
      const location = clinic.locations.find((candidate) => candidate.locationID === study.locationID)
      const sku = clinic.skus.find((candidate) => candidate.skuID === study.skuID)
      const kept = ledger.entriesOf(study.studyID)
      const rules = kept.map(toLedgerEntry)
      const sums = summarizeLedger(toCents(study.price), rules, sumOfAddons(study.items.addons))
      const user = world.user()
      const offer = referralOffer(ledger.referralPlaceOf(study))
      return {
        studyID: study.studyID,
        currency: location?.currency.currency ?? 'CAD',
        skuID: study.skuID,
        skuName: sku?.name ?? '',
        price: study.price,
        addons: study.items.addons,
        totalPrice: toDecimalAmount(sums.totalPrice),
        discountPromo: toDecimalAmount(sums.discountPromo),
        discountReferral: toDecimalAmount(sums.discountReferral),
        discountReferralCredit: toDecimalAmount(sums.discountReferralCredit),
        serviceCreditUse: toDecimalAmount(sums.serviceCreditUse),
        referralCreditUse: toDecimalAmount(sums.discountReferralCredit),
        paid: toDecimalAmount(sums.paid),
        uncaptured: toDecimalAmount(sums.uncaptured),
        reconciliationAdjust: toDecimalAmount(sums.reconciliationAdjust),
        totalBalance: toDecimalAmount(sums.totalBalance),
        overpaid: toDecimalAmount(sums.overpaid),
        availableCredits: credits.get(study.patientID) ?? 0,
        ownReferralCode: fakeReferralCode(study.patientID),
        referralDiscount: toDecimalAmount(offer.discount),
        referralNotice: offer.notice,
        transactions: kept
          .map((entry) => ({
            ...entry,
            refundable: toDecimalAmount(refundableOf(rules, entry.transactionID)),
          }))
          .toReversed(),
        openAttempts: [...ledger.openAttemptsOf(study.studyID)],
        mayReconcile: ledger.reconciliation && user !== null && hasRole(user.roles, 'admin'),
        mayUseOpenPromos: true,
        holdBlock: null,
        ledgerVersion,
      }
    },
    referralPlaceOf: (study) => {
      const { locations, skus, studies } = world.clinic
      const location = locations.find((candidate) => candidate.locationID === study.locationID)
      const rules = ledger.entriesOf(study.studyID).map(toLedgerEntry)
      return {
        hasLocationAndTime: study.booking !== null && !study.status.cancelled,
        hasEarlierScan: hasEarlierScan(
          study,
          studies.filter(({ patientID }) => patientID === study.patientID),
        ),
        isUsedOnStudy: ledger
          .entriesOf(study.studyID)
          .some(
            ({ paymentType, transactionType, transactionID, amount }) =>
              paymentType === 'referral code' &&
              ledgerKind(transactionType) === 'discount' &&
              (amount === 0 || refundableOf(rules, transactionID) > 0),
          ),
        isWholeBody: skus.some((sku) => sku.skuID === study.skuID && isWholeBodyScan(sku)),
        referralValue: toCents(location?.referralValue ?? 0),
        balance: summarizeLedger(toCents(study.price), rules, sumOfAddons(study.items.addons)).totalBalance,
      }
    },
    settle: (study) => {
      const payments = ledger.paymentsOf(study)
      const owed = payments.overpaid > 0 ? -payments.overpaid : payments.totalBalance
      const converted = study.temporaryHold && owed <= 0
      const next = replaceStudy(world, {
        ...study,
        paymentAmount: payments.paid,
        balance: owed,
        status: {
          ...study.status,
          paid: owed <= 0,
          ...(converted ? { booked: true, bookedTime: world.now(), bookedBy: world.user()?.fullname ?? null } : {}),
        },
        ...(converted ? { temporaryHold: false, temporaryHoldUntil: null } : {}),
        version: study.version + 1,
      })
      const times = world.clinic.machineTimes
      const index = times.findIndex(({ studyID }) => studyID === study.studyID)
      const entry = times[index]
      if (converted && entry !== undefined) times[index] = { ...entry, kind: 'study', expiresAt: null }
      world.emit('payments.changed', { studyID: study.studyID })
      return { study: next, converted }
    },
    append: (study, entry) => {
      number += 1
      ledgerVersion += 1
      const location = world.clinic.locations.find((candidate) => candidate.locationID === study.locationID)
      const user = world.user()
      const seconds = Math.floor(Date.parse(world.now()) / 1000)
      const transaction: Transaction = {
        transactionID: transactionIDSchema.parse(`t-${String(number).padStart(6, '0')}`),
        studyID: studyIDSchema.parse(study.studyID) as StudyID,
        currency: location?.currency.currency ?? 'CAD',
        timezone: location?.timezone ?? 'America/Vancouver',
        status: 'Complete',
        memo: '',
        sku: study.skuID,
        refundable: 0,
        processedBy: user?.user_id ?? null,
        processedByPII: user?.fullname ?? null,
        steps: null,
        transactionTime: seconds,
        ...entry,
        details: { ...bareDetails(entry.paymentType), ...entry.details },
      }
      entries.set(study.studyID, [...ledger.entriesOf(study.studyID), transaction])
      const settled = ledger.settle(study)
      const payments = ledger.paymentsOf(settled.study)
      const paidStatus = payments.totalBalance <= 0
      return {
        code: 200,
        transaction:
          payments.transactions.find((kept) => kept.transactionID === transaction.transactionID) ?? transaction,
        payments,
        study: settled.study,
        temporaryHoldConverted: settled.converted,
        paidStatus,
        paidTime: paidStatus ? seconds : null,
      }
    },
  }
  return ledger
}
