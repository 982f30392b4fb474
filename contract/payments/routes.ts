import { z } from 'zod'
import { invoiceSchema } from '#domain/payments/invoice.ts'
import { attemptStates, cardRoutes, terminalResultSchema } from '#domain/payments/payment-attempt.ts'
import { paymentTypes } from '#domain/payments/payment-types.ts'
import { studyPaymentsSchema } from '#domain/payments/payment-view.ts'
import {
  attemptIDSchema,
  transactionIDSchema,
  transactionSchema,
  transactionTypes,
} from '#domain/payments/transaction.ts'
import { cashierRoles } from '#domain/session/cashier-roles.ts'
import { studySchema } from '#domain/study/study.ts'
import { locationIDSchema } from '#domain/values/location-id.ts'
import { decimalAmountSchema } from '#domain/values/money.ts'
import { optionalLineOfText } from '#domain/values/plain-text.ts'
import { studyIDSchema } from '#domain/values/study-id.ts'
import { instantSchema } from '#domain/values/time-schemas.ts'
import { bare, type Route, type RouteAccess, staffAnywhere, staffAtStudy, studyPath } from '../route.ts'
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
import { receiptRoutes } from './receipt-routes.ts'

const cashierAtStudy: RouteAccess = { ...staffAtStudy, roles: cashierRoles }

const financeAtStudy: RouteAccess = { ...staffAtStudy, roles: ['admin'] }

const cashierAtLocation: RouteAccess = { session: 'staff', location: 'locationID', roles: cashierRoles }

/** Above 0, at most 2 decimals. */
const paidAmountSchema = decimalAmountSchema.refine((amount) => amount > 0, 'must be above 0')

/** The answer of every call that moves money: `code` is 200 for success (booking spec §7). */
const moneyMoved = z.object({
  code: z.literal(200),
  transaction: transactionSchema,
  payments: studyPaymentsSchema,
  study: studySchema,
  /** The temporary-hold booking became a real one in the same write (booking spec §4). */
  temporaryHoldConverted: z.boolean(),
  paidStatus: z.boolean(),
  /** Unix seconds; null while there is an open balance. */
  paidTime: z.number().int().nullable(),
})

export type MoneyMoved = z.infer<typeof moneyMoved>

/** The state of an attempt at the back office, which asks the processor first if the state may have changed. */
const attemptStatusReply = z.object({
  attemptID: attemptIDSchema,
  /** `processing` covers every state that is not final: the processor has not ended the intent. */
  state: z.enum(attemptStates),
  intentID: z.string().nullable(),
  /** Why the attempt did not succeed, in words for staff; null if it succeeded or has not ended. */
  failure: z.object({ code: z.string(), message: z.string() }).nullable(),
  /** What a `succeeded` attempt moved; null in every other state. Repeated requests return the same transaction. */
  moved: moneyMoved.nullable(),
})

export type AttemptStatusReply = z.infer<typeof attemptStatusReply>

/** Payments and the card terminal (booking spec §7, study spec §7). */
export const paymentsRoutes = {
  ...receiptRoutes,
  readPayments: {
    ...bare,
    method: 'GET',
    path: '/payment/study/:studyId',
    access: staffAtStudy,
    audit: 'payments.viewed',
    params: studyPath,
    answer: studyPaymentsSchema,
  },
  /** Answers as {@link readPayments} does, for a member's own study. */
  readOnlineBookingPayments: {
    ...bare,
    isPublicInterface: true,
    method: 'GET',
    path: '/payment/study/:studyId/online-booking',
    access: { session: 'member', location: 'study' },
    audit: 'payments.viewed',
    params: studyPath,
    answer: studyPaymentsSchema,
  },
  /** A transaction's detail. 404 also for a transaction of a study that the caller may not see. */
  readTransaction: {
    ...bare,
    method: 'GET',
    path: '/payment/:transactionID',
    access: staffAnywhere,
    audit: 'payments.viewed',
    params: z.object({ transactionID: transactionIDSchema }),
    answer: transactionSchema,
  },
  /** The latest transaction of a type, for a caller that does not know the transaction's id. 404 if there is none. */
  readTransactionOfType: {
    ...bare,
    isPublicInterface: true,
    method: 'GET',
    path: '/payment/study/:studyId/:transactionType',
    access: staffAtStudy,
    audit: 'payments.viewed',
    params: studyPath.extend({ transactionType: z.enum(transactionTypes) }),
    answer: transactionSchema,
  },
  /**
   * Records a payment, or the result of a card attempt. 409 `location-and-time-missing`, `amount-above-balance`,
   * `payment-in-progress`, `gift-card-not-valid`, `not-enough-credits`, `already-cancelled`; 400 with fields (`amount`,
   * `referenceID`, `giftCardNumber`, `paymentType`). For `card` and `physicalTerminal` the call takes an attempt's
   * `paymentIntent` and settles that attempt. The call answers with the attempt's one transaction, or with 409
   * `payment-unknown` while the attempt is open, and `payment-declined` or `payment-cancelled` after it failed.
   */
  recordPayment: {
    ...bare,
    method: 'POST',
    path: '/payment/study/:studyId',
    access: cashierAtStudy,
    idempotent: 'outside',
    audit: 'payments.recorded',
    params: studyPath,
    body: z
      .object({
        payment: z.strictObject({
          ...tenderFields,
          amount: paidAmountSchema,
          referenceID: tenderFields.referenceID.optional(),
          giftCardNumber: tenderFields.giftCardNumber.optional(),
          invoicePayer: tenderFields.invoicePayer.optional(),
          isInvoiceTotal: tenderFields.isInvoiceTotal.optional(),
          memo: optionalLineOfText(200).optional(),
          paymentIntent: z.string().max(100).optional(),
          /** When cash was taken (cash only). Limited to the last 7 days: a time outside becomes the nearest limit. */
          takenAt: instantSchema.optional(),
        }),
        locationID: locationIDSchema.optional(),
      })
      .strict(),
    answer: moneyMoved.extend({
      redirect: z.string().nullable(),
      proactiveBooking: z.boolean(),
      /** Whether an invoice was issued in the same write (booking spec §4). */
      automaticallyIssued: z.boolean(),
    }),
  },
  /** Issues an invoice for the whole balance. 409 `step-not-allowed` unless the location is a whitelabel one. */
  recordWhitelabelPayment: {
    ...bare,
    method: 'POST',
    path: '/payment/study/:studyId/whitelabel',
    access: cashierAtStudy,
    idempotent: true,
    audit: 'payments.recorded',
    params: studyPath,
    body: z.object({
      referenceID: tenderFields.referenceID.optional(),
      invoicePayer: tenderFields.invoicePayer.optional(),
    }),
    answer: moneyMoved.extend({ automaticallyIssued: z.boolean() }),
  },
  /**
   * Applies a promo discount. 409 `promo-not-valid` with the reason as the message: the promo is unknown, is for
   * another SKU or category, is outside one of its time windows, has an open amount that the caller may not use, or is
   * already used on this study. 409 `location-and-time-missing`; 400 with fields `promoReason`, `promoAmount`.
   */
  applyPromo: {
    ...bare,
    method: 'POST',
    path: '/payment/study/:studyId/promo/:promoID',
    access: cashierAtStudy,
    idempotent: true,
    audit: 'payments.promo-applied',
    params: studyPath.extend({ promoID: z.string().trim().min(1).max(40) }),
    body: z.object({
      ...promoFields,
      promoAmount: promoFields.promoAmount.optional(),
    }),
    answer: moneyMoved.extend({ balance: decimalAmountSchema, errorMessage: z.string().nullable() }),
  },
  /**
   * Applies a referral code, whose case and outer spaces do not matter. 409 `referral-not-valid` in the error
   * catalogue's words. On a scan that is not whole-body the transaction's amount is 0, and its memo gives the reason.
   */
  applyReferral: {
    ...bare,
    method: 'POST',
    path: '/payment/study/:studyId/referral/:code',
    access: cashierAtStudy,
    idempotent: true,
    audit: 'payments.referral-applied',
    params: studyPath.extend({ code: z.string().max(60) }),
    answer: moneyMoved.extend({ referralStatus: z.boolean(), errorMessage: z.string().nullable() }),
  },
  /**
   * Toggles a step of a cash, cheque, clinic, externalLender or invoice transaction. A step that already has the value
   * changes nothing. 409 `step-not-allowed` (booking spec §4); 400 for `paymentMethod`, `referenceID`, `amount`.
   */
  updateTransaction: {
    ...bare,
    method: 'POST',
    path: '/payment/study/:studyId/update/:transactionID',
    access: cashierAtStudy,
    idempotent: true,
    audit: 'payments.step-changed',
    params: studyPath.extend({ transactionID: transactionIDSchema }),
    body: z.strictObject({
      paymentType: z.enum(paymentTypes).optional(),
      amount: paidAmountSchema.nullable().optional(),
      details: z.strictObject({
        ...stepFields,
        paymentMethod: stepFields.paymentMethod.optional(),
        referenceID: stepFields.referenceID.optional(),
      }),
    }),
    answer: z.object({
      code: z.literal(200),
      transaction: transactionSchema,
      payments: studyPaymentsSchema,
      automaticallyIssued: z.boolean(),
    }),
  },
  /**
   * Returns money, credit or a discount to its source. 409 `amount-above-refundable`, `already-refunded` (All funds
   * refunded / removed), `interac-needs-card` for an Interac card without `interacTransaction`, `payment-in-progress`;
   * 400 for `amount`, `memo`; 503 `processor-unavailable`. `externalRefund`: records a refund made outside Atrium.
   * `interacTransaction`: the processor's id of the reader's refund, which the server checks with the processor.
   */
  refundTransaction: {
    ...bare,
    method: 'POST',
    path: '/payment/study/:studyId/refund/:id',
    access: cashierAtStudy,
    idempotent: 'outside',
    audit: 'payments.refunded',
    params: studyPath.extend({ id: transactionIDSchema }),
    body: z.strictObject({
      ...refundFields,
      amount: paidAmountSchema,
      externalRefund: refundFields.externalRefund.optional(),
      interacTransaction: z.string().max(100).nullable().optional(),
    }),
    answer: moneyMoved,
  },
  /** Adds finance's adjustment. 403 `insufficient-permissions` also while reconciliation is off; 400 with fields. */
  reconcile: {
    ...bare,
    method: 'POST',
    path: '/payment/study/:studyId/transaction/reconcile',
    access: financeAtStudy,
    idempotent: true,
    audit: 'payments.reconciled',
    params: studyPath,
    body: z.strictObject(reconciliationFields),
    answer: moneyMoved,
  },
  /** Sets the booked scan's price to the location's current price. 400 with fields for another scan type or price. */
  changePrice: {
    ...bare,
    method: 'POST',
    path: '/payment/study/:studyId/price',
    access: cashierAtStudy,
    idempotent: true,
    audit: 'payments.price-changed',
    params: studyPath,
    body: z.strictObject({
      ...priceFields,
      price: priceFields.price.refine((price) => price >= 0, 'must not be negative'),
    }),
    answer: z.object({ price: decimalAmountSchema, totalBalance: decimalAmountSchema, study: studySchema }),
  },
  /** A gift card's remaining balance in the study's currency; 409 `gift-card-not-valid`. */
  readGiftCard: {
    ...bare,
    method: 'GET',
    path: '/api/v1/studies/:studyId/gift-cards/:number',
    access: cashierAtStudy,
    audit: 'payments.gift-card-viewed',
    params: studyPath.extend({ number: z.string().trim().min(1).max(40) }),
    answer: z.object({ giftCardNumber: z.string(), balance: decimalAmountSchema }),
  },
  readInvoice: {
    ...bare,
    method: 'GET',
    path: '/api/v1/studies/:studyId/invoice',
    access: staffAtStudy,
    audit: 'invoice.viewed',
    params: studyPath,
    answer: invoiceSchema,
  },
  readInvoicePdf: {
    ...bare,
    method: 'GET',
    path: '/api/v1/studies/:studyId/invoice/pdf',
    access: staffAtStudy,
    audit: 'invoice.viewed',
    params: studyPath,
    answer: z.object({ base64: z.string(), pages: z.number().int() }),
  },
  /**
   * Sends the invoice with its PDF to the member. 409 `invoice-suppressed` while the invoice or email to the member is
   * suppressed; 503 `mail-failed` in the error catalogue's words. Repeated calls with the same key send one email.
   */
  emailInvoice: {
    ...bare,
    method: 'GET',
    path: '/study/:studyId/invoice/email',
    access: cashierAtStudy,
    idempotent: 'outside-optional',
    audit: 'invoice.emailed',
    params: studyPath,
    answer: z.object({ ok: z.literal(true), email: z.string(), onItsWay: z.string().optional() }),
  },
  /** A new connection token for the location. It is never stored. 503 `processor-unavailable`. */
  readTerminalToken: {
    ...bare,
    method: 'GET',
    path: '/payment/terminal/:locationID',
    access: cashierAtLocation,
    audit: null,
    params: z.object({ locationID: locationIDSchema }),
    answer: z.object({ location: z.string(), secret: z.string() }),
  },
  /**
   * Registers an attempt and creates its intent, or requests the cancellation of an earlier attempt. Registration comes
   * before any charge. 409 `payment-in-progress` while another attempt on the study is open (the processor is asked
   * first), `amount-above-balance`, `already-cancelled`, `location-and-time-missing`; `payment-cancelled` for an
   * attempt that has already ended without success. A serial pad needs no intent: `client_secret` is empty. A refund
   * attempt (Interac or pad) names in `refundOf` the transaction to refund, and reserves the amount of the refund.
   */
  createTerminalPayment: {
    ...bare,
    method: 'POST',
    path: '/payment/terminal/:locationID',
    access: cashierAtLocation,
    idempotent: 'outside-optional',
    audit: 'payments.attempted',
    params: z.object({ locationID: locationIDSchema }),
    body: z.union([
      z.strictObject({
        amount: paidAmountSchema,
        studyID: studyIDSchema,
        attemptID: attemptIDSchema,
        route: z.enum(cardRoutes),
        kind: z.enum(['payment', 'refund']),
        refundOf: transactionIDSchema.nullable(),
        memo: optionalLineOfText(200),
      }),
      z.strictObject({ paymentIntentId: z.string().max(100), cancel: z.literal(true) }),
    ]),
    answer: z.object({ client_secret: z.string(), id: z.string(), status: z.string() }),
  },
  /** The data that a reader needs for an Interac refund. 409 `step-not-allowed` if the payment was not by Interac. */
  readInteracRefund: {
    ...bare,
    method: 'GET',
    path: '/payment/terminal/interac/:referenceID',
    access: { session: 'staff', location: 'none', roles: cashierRoles },
    audit: 'payments.viewed',
    params: z.object({ referenceID: z.string().max(100) }),
    answer: z.object({
      chargeID: z.string(),
      /** The amount that can still be refunded, times 100. */
      amount: z.number().int(),
      currency: z.literal('cad'),
      transactionID: transactionIDSchema,
    }),
  },
  /**
   * Settles an attempt: asks the processor, and records an approved attempt as exactly one transaction. `terminal`: the
   * result of a serial pad, which no processor has. `isAbandoned`: no workstation continues the attempt, so its waiting
   * intent is cancelled. An unknown attempt is stored as cancelled, so that a late request cannot start it.
   */
  settlePaymentAttempt: {
    ...bare,
    method: 'POST',
    path: '/api/v1/studies/:studyId/payment-attempts/:attemptID/settle',
    access: cashierAtStudy,
    idempotent: 'outside-optional',
    audit: 'payments.settled',
    params: studyPath.extend({ attemptID: attemptIDSchema }),
    body: z.strictObject({
      isAbandoned: z.boolean(),
      terminal: terminalResultSchema.strict().nullable(),
    }),
    answer: attemptStatusReply,
  },
  /**
   * Ends an attempt that cannot be settled, after finance has asked the acquirer. The server asks the processor first,
   * and the processor's result wins: 503 `processor-unavailable` while the processor may still have a result.
   */
  resolvePaymentAttempt: {
    ...bare,
    method: 'POST',
    path: '/api/v1/studies/:studyId/payment-attempts/:attemptID/resolve',
    access: financeAtStudy,
    idempotent: 'outside',
    audit: 'payments.resolved',
    params: studyPath.extend({ attemptID: attemptIDSchema }),
    body: z.strictObject(resolutionFields),
    answer: attemptStatusReply,
  },
  /** Confirms a payment at the simulated processor by a test payment method. 404 with a real processor. */
  confirmSimulatedPayment: {
    ...bare,
    method: 'POST',
    path: '/api/v1/simulated-processor/confirm',
    access: { session: 'staff', location: 'none', roles: cashierRoles },
    audit: null,
    body: z.strictObject({
      client_secret: z.string().max(200),
      payment_method: testPaymentMethodField,
    }),
    answer: z.object({
      id: z.string(),
      status: z.string(),
      error: z.object({ code: z.string(), decline_code: z.string().nullable(), message: z.string() }).nullable(),
    }),
  },
} as const satisfies Record<string, Route>
