import { z } from 'zod'
import type { PromoCode } from '#domain/catalogue/sku.ts'
import type { Invoice } from '#domain/payments/invoice.ts'
import type { CardRoute, PaymentAttempt } from '#domain/payments/payment-attempt.ts'
import type { PaymentType } from '#domain/payments/payment-types.ts'
import type { StudyPayments } from '#domain/payments/payment-view.ts'
import { attemptIDSchema, type Transaction, transactionIDSchema } from '#domain/payments/transaction.ts'
import type { Study } from '#domain/study/study.ts'
import type { Instant } from '#domain/values/instant.ts'
import { locationIDSchema } from '#domain/values/location-id.ts'
import { decimalAmountSchema } from '#domain/values/money.ts'
import { optionalLineOfText } from '#domain/values/plain-text.ts'
import { type StudyID, studyIDSchema } from '#domain/values/study-id.ts'
import { type Accepted, idempotencyKey, noInput, ofStudy, staffCommand } from '../command.ts'
import type { QueuedMessage } from '../queue/bridge.ts'
import type { Failure, Nothing, Reply } from '../reply.ts'
import type { StudyView } from '../study/bridge.ts'
import { suppressionFields } from '../study/fields.ts'
import {
  priceFields,
  promoFields,
  reconciliationFields,
  refundFields,
  resolutionFields,
  stepFields,
  tenderFields,
  testPaymentMethodField,
} from './fields.ts'
import type { AttemptStatusReply, MoneyMoved } from './routes.ts'

export type PaymentView = StudyView & {
  readonly payments: StudyPayments
  /**
   * Promos that are valid now for this study's SKU and appointment; those of type `open` only if the user may use them.
   */
  readonly promocodes: readonly PromoCode[]
  /** This workstation's attempts on this study that are not final, or that were approved and are not recorded yet. */
  readonly attempts: readonly PaymentAttempt[]
  /** Payments taken at this workstation that the back office has not recorded yet (decisions §5 provisional). */
  readonly provisional: readonly ProvisionalPayment[]
  readonly asOf: Instant
}

/**
 * A payment that the workstation could not record immediately: cash taken offline, or any payment whose answer was
 * lost. The workstation repeats the call under the same key until the back office reports the payment's result.
 */
export type ProvisionalPayment = {
  readonly idempotencyKey: string
  readonly studyID: StudyID
  readonly paymentType: PaymentType
  /** Decimal. */
  readonly amount: number
  readonly takenAt: Instant
  /** Why the back office refused the payment; null while the payment waits. */
  readonly failure: Failure | null
}

/** A waiting payment of any study at this workstation. It is sent only while the person who took it is signed in. */
export type WaitingPayment = ProvisionalPayment & {
  /** Full name of the person who took it; empty if unknown. */
  readonly by: string
  /** Whether the signed-in user took it. */
  readonly isOwn: boolean
}

/** A practitioner who may pay an invoice; `id` goes into {@link RecordPaymentInput}'s `invoicePayer`. */
export type InvoicePayer = { readonly id: string; readonly name: string; readonly profession: string }

export type ReaderDriver = Exclude<CardRoute, 'card-fields'>

/** One reader as the strip shows it. */
export type Reader = {
  readonly readerID: string
  readonly driver: ReaderDriver
  readonly label: string
  readonly isSimulated: boolean
  readonly link: 'connected' | 'connecting' | 'not-connected' | 'in-use-elsewhere'
  /** Percent; null if the reader has mains power or does not report it. */
  readonly battery: number | null
}

export type TerminalState = {
  /** The reader in use; null while no reader is chosen. */
  readonly current: Reader | null
  /** The reader's activity: it is idle, waits for a card, or processes a card. */
  readonly activity: 'idle' | 'waiting-for-card' | 'processing'
  /** The time of the reader's last successful payment or test. */
  readonly lastSuccessAt: Instant | null
  /** The reader's last problem, in the words of the error catalogue; null after a success. */
  readonly problem: string | null
  /** The drivers of this workstation; `unavailable` is why a driver cannot be used, null if it can. */
  readonly drivers: readonly { readonly driver: ReaderDriver; readonly unavailable: string | null }[]
}

export const paymentsCommands = {
  read: staffCommand(ofStudy),
  readKept: staffCommand(ofStudy),
  readTransaction: staffCommand(z.strictObject({ transactionID: transactionIDSchema })),
  applyPromo: staffCommand(ofStudy.extend({ ...promoFields, promoID: z.string().min(1).max(40), idempotencyKey })),
  applyReferral: staffCommand(ofStudy.extend({ code: optionalLineOfText(60), idempotencyKey })),
  record: staffCommand(ofStudy.extend({ ...tenderFields, idempotencyKey })),
  waiting: staffCommand(noInput),
  dismissProvisional: staffCommand(z.strictObject({ idempotencyKey })),
  updateTransaction: staffCommand(
    ofStudy.extend({
      ...stepFields,
      transactionID: transactionIDSchema,
      amount: decimalAmountSchema.nullable(),
      idempotencyKey,
    }),
  ),
  refund: staffCommand(ofStudy.extend({ ...refundFields, transactionID: transactionIDSchema, idempotencyKey })),
  reconcile: staffCommand(ofStudy.extend({ ...reconciliationFields, idempotencyKey })),
  changePrice: staffCommand(ofStudy.extend({ ...priceFields, idempotencyKey })),
  readPractitioners: staffCommand(z.strictObject({ text: optionalLineOfText(200) })),
  readGiftCard: staffCommand(ofStudy.extend({ giftCardNumber: z.string().min(1).max(40) })),
  setSuppression: staffCommand(ofStudy.extend({ ...suppressionFields, version: z.number().int().min(0) })),
  readInvoice: staffCommand(ofStudy),
  makeInvoicePdf: staffCommand(ofStudy),
  emailInvoice: staffCommand(ofStudy.extend({ idempotencyKey })),
  emailReceipt: staffCommand(ofStudy.extend({ transactionID: transactionIDSchema, idempotencyKey })),
  startAttempt: staffCommand(
    z.strictObject({
      attemptID: attemptIDSchema,
      studyID: studyIDSchema,
      /** Decimal. */
      amount: decimalAmountSchema,
      through: z.enum(['terminal', 'card-fields']),
    }),
  ),
  startRefund: staffCommand(
    z.strictObject({
      attemptID: attemptIDSchema,
      studyID: studyIDSchema,
      transactionID: transactionIDSchema,
      amount: decimalAmountSchema,
      memo: optionalLineOfText(200),
    }),
  ),
  cardFieldsDone: staffCommand(
    z.strictObject({
      attemptID: attemptIDSchema,
      testPaymentMethod: testPaymentMethodField,
    }),
  ),
  cancelAttempt: staffCommand(z.strictObject({ attemptID: attemptIDSchema })),
  checkAttempt: staffCommand(z.strictObject({ attemptID: attemptIDSchema })),
  checkOpenAttempt: staffCommand(ofStudy.extend({ attemptID: attemptIDSchema })),
  openAttempts: staffCommand(noInput),
  acknowledgeAttempt: staffCommand(z.strictObject({ attemptID: attemptIDSchema })),
  resolveAttempt: staffCommand(ofStudy.extend({ ...resolutionFields, attemptID: attemptIDSchema, idempotencyKey })),
}

export const terminalCommands = {
  read: staffCommand(noInput),
  discover: staffCommand(z.strictObject({ locationID: locationIDSchema })),
  connect: staffCommand(z.strictObject({ locationID: locationIDSchema, readerID: z.string().min(1).max(200) })),
  disconnect: staffCommand(noInput),
  test: staffCommand(noInput),
  setSimulatedOutcome: staffCommand(z.strictObject({ outcome: z.string().max(60) })),
}

export type RecordPaymentInput = Accepted<typeof paymentsCommands.record>

/**
 * Payments of a study (booking spec §2 Invoice and payment panel). After `payments.changed` the window reads the data
 * again.
 */
export interface PaymentsBridge {
  /** Failures: `not-found`, `location-forbidden`, `offline`. */
  read(input: Accepted<typeof paymentsCommands.read>): Promise<Reply<PaymentView>>
  /** Returns, without using the network, the attempts and provisional payments that this workstation stores. */
  readKept(
    input: Accepted<typeof paymentsCommands.readKept>,
  ): Promise<Reply<Pick<PaymentView, 'attempts' | 'provisional'>>>
  /** Failures: `not-found`, `offline`. */
  readTransaction(input: Accepted<typeof paymentsCommands.readTransaction>): Promise<Reply<Transaction>>
  /** Failures: `promo-not-valid`, `location-and-time-missing`, `invalid-input`, `offline`... */
  applyPromo(input: Accepted<typeof paymentsCommands.applyPromo>): Promise<Reply<MoneyMoved>>
  /**
   * Failures: `referral-not-valid`, `location-and-time-missing`, `offline`. If the transaction's amount is 0, the
   * window warns that the code gives no discount on this scan (booking spec §8).
   */
  applyReferral(input: Accepted<typeof paymentsCommands.applyReferral>): Promise<Reply<MoneyMoved>>
  /**
   * Records any payment except a card payment. Cash taken offline is stored in the journal and recorded on reconnect:
   * `provisional`. Failures: `amount-above-balance`, `location-and-time-missing`, `gift-card-not-valid`,
   * `not-enough-credits`, `payment-in-progress`, `invalid-input`, `offline` (certainly not recorded). After a lost
   * answer (`outcome-unknown`) a call with the same key returns the result.
   */
  record(
    input: RecordPaymentInput,
  ): Promise<
    Reply<
      | { readonly kind: 'recorded'; readonly moved: MoneyMoved; readonly automaticallyIssued: boolean }
      | { readonly kind: 'provisional'; readonly payment: ProvisionalPayment }
    >
  >
  /** Returns all payments at this workstation that are not recorded yet, or whose refusal is unread, oldest first. */
  waiting(input: Nothing): Promise<Reply<readonly WaitingPayment[]>>
  /** Records that the user has read why a provisional payment was refused. */
  dismissProvisional(input: Accepted<typeof paymentsCommands.dismissProvisional>): Promise<Reply<Nothing>>
  /**
   * Toggles a step of a transaction: issued, deposit or paid. Failures: `step-not-allowed`, `invalid-input`, `offline`.
   */
  updateTransaction(
    input: Accepted<typeof paymentsCommands.updateTransaction>,
  ): Promise<Reply<{ transaction: Transaction; payments: StudyPayments; automaticallyIssued: boolean }>>
  /**
   * Refunds a transaction or removes a discount. {@link startRefund} refunds an Interac payment. Failures:
   * `amount-above-refundable`, `already-refunded`, `interac-needs-card`, `payment-in-progress`,
   * `processor-unavailable`, `invalid-input`, `offline`.
   */
  refund(input: Accepted<typeof paymentsCommands.refund>): Promise<Reply<MoneyMoved>>
  /** Failures: `insufficient-permissions`, `invalid-input`, `offline`. */
  reconcile(input: Accepted<typeof paymentsCommands.reconcile>): Promise<Reply<MoneyMoved>>
  changePrice(
    input: Accepted<typeof paymentsCommands.changePrice>,
  ): Promise<Reply<{ price: number; totalBalance: number; study: Study }>>
  /**
   * Returns the practitioners who may pay an invoice: those whose name contains the text, or all if the text is empty.
   * Failures: `offline`.
   */
  readPractitioners(input: Accepted<typeof paymentsCommands.readPractitioners>): Promise<Reply<readonly InvoicePayer[]>>
  /** Returns a gift card's remaining balance. Failures: `gift-card-not-valid`, `offline`. */
  readGiftCard(
    input: Accepted<typeof paymentsCommands.readGiftCard>,
  ): Promise<Reply<{ giftCardNumber: string; balance: number }>>
  /**
   * Sets whether the invoice and the emails to the member are suppressed (booking spec §2). Failures: `stale`,
   * `offline`.
   */
  setSuppression(input: Accepted<typeof paymentsCommands.setSuppression>): Promise<Reply<Study>>
  readInvoice(input: Accepted<typeof paymentsCommands.readInvoice>): Promise<Reply<Invoice>>
  makeInvoicePdf(
    input: Accepted<typeof paymentsCommands.makeInvoicePdf>,
  ): Promise<Reply<{ readonly base64: string; readonly pages: number }>>
  /**
   * Stores the email; the queue sends it after the time to undo has passed. Failures: `invoice-suppressed`,
   * `email-not-confirmed`, `offline`.
   */
  emailInvoice(input: Accepted<typeof paymentsCommands.emailInvoice>): Promise<Reply<QueuedMessage>>
  /** Stores the email with the receipt of one payment, as {@link emailInvoice} does. */
  emailReceipt(input: Accepted<typeof paymentsCommands.emailReceipt>): Promise<Reply<QueuedMessage>>

  /**
   * Starts a card payment: records the attempt in the journal, registers it at the back office, then passes it to the
   * reader in use or to the card fields. The simulated fields wait for {@link cardFieldsDone}; the provider's fields
   * open in their own window. Resolves as soon as the attempt is in the journal; `payments.attemptChanged` reports each
   * further step. Failures: `terminal-not-connected`, `payment-in-progress` (another attempt on this study is open),
   * `invalid-input`, `offline`.
   */
  startAttempt(input: Accepted<typeof paymentsCommands.startAttempt>): Promise<Reply<PaymentAttempt>>
  /**
   * Starts an Interac refund with the card present. Fails as {@link startAttempt} does, and with
   * `amount-above-refundable` and `interac-needs-card`.
   */
  startRefund(input: Accepted<typeof paymentsCommands.startRefund>): Promise<Reply<PaymentAttempt>>
  /**
   * Sets the test payment method of a `card-fields` attempt, with the simulated processor only. Stripe's own fields
   * have their own window and confirm there. Failures: `not-found`.
   */
  cardFieldsDone(input: Accepted<typeof paymentsCommands.cardFieldsDone>): Promise<Reply<PaymentAttempt>>
  /** Requests a cancellation. The attempt ends only when the processor reports a final state. */
  cancelAttempt(input: Accepted<typeof paymentsCommands.cancelAttempt>): Promise<Reply<PaymentAttempt>>
  /**
   * Returns the attempt's current state. If the attempt is open and no reader is working on it, the call first asks the
   * pad or the processor. Failures: `not-found`.
   */
  checkAttempt(input: Accepted<typeof paymentsCommands.checkAttempt>): Promise<Reply<PaymentAttempt>>
  /**
   * Makes the back office check an open attempt of any workstation. The state is not final while the processor has no
   * result. Does not stop a card payment. Failures: `not-found`, `processor-unavailable`, `offline`.
   */
  checkOpenAttempt(
    input: Accepted<typeof paymentsCommands.checkOpenAttempt>,
  ): Promise<Reply<Pick<AttemptStatusReply, 'state'>>>
  /** Returns this workstation's attempts that are open or not acknowledged, oldest first. */
  openAttempts(input: Nothing): Promise<Reply<readonly PaymentAttempt[]>>
  /** Acknowledges the result of an attempt after staff have seen the result. */
  acknowledgeAttempt(input: Accepted<typeof paymentsCommands.acknowledgeAttempt>): Promise<Reply<Nothing>>
  /**
   * Ends an attempt that can no longer be settled; requires the role `admin`. Failures: `insufficient-permissions`,
   * `offline`.
   */
  resolveAttempt(input: Accepted<typeof paymentsCommands.resolveAttempt>): Promise<Reply<AttemptStatusReply>>
}

/** The card reader of this workstation. Its messages are those of booking spec §8 Terminal. */
export interface TerminalBridge {
  read(input: Nothing): Promise<Reply<TerminalState>>
  /** Failures: `terminal-not-found` (`Failed to discover: No available readers.`), `terminal-unavailable`. */
  discover(input: Accepted<typeof terminalCommands.discover>): Promise<Reply<readonly Reader[]>>
  /**
   * Connects a reader, and stores which reader it is, so that Atrium knows the reader after a restart. Failures:
   * `terminal-busy` (in use elsewhere), `terminal-unavailable` (`Failed to connect: ...`).
   */
  connect(input: Accepted<typeof terminalCommands.connect>): Promise<Reply<TerminalState>>
  disconnect(input: Nothing): Promise<Reply<TerminalState>>
  /** Checks that the reader responds. Failures: `terminal-not-connected`, `terminal-unavailable`, `terminal-busy`. */
  test(input: Nothing): Promise<Reply<TerminalState>>
  /**
   * Sets the simulated reader's result for the next card. `outcome` is the name of one of its outcomes. Failures:
   * `not-found` for an unknown name, or if the connected reader is not simulated.
   */
  setSimulatedOutcome(input: Accepted<typeof terminalCommands.setSimulatedOutcome>): Promise<Reply<TerminalState>>
}
