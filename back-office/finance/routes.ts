import type { RouteName } from '#contract/back-office.ts'
import type { Handlers } from '../kernel/handler.ts'
import { countCashUp, exportCashUp, readCashUp, reopenCashUp, signOffCashUp } from './cash-up.ts'
import { readCashUpDetails } from './cash-up-details.ts'
import { readChequeDeposits, readDepositSlip } from './cheque-deposits.ts'
import { depositCheques } from './deposit-cheques.ts'
import { emailInvoice, readInvoicePdf } from './invoice-mail.ts'
import { emailReceipt, readReceiptPdf } from './receipt.ts'
import { readRestoredPayments, resolveRestoredPayment } from './restored-payments.ts'

/** The handlers of the cash-up, of deposits of cheques, and of invoices and receipts as PDF and email. */
export const financeHandlers = {
  readCashUp: ({ params, query }, context) => readCashUp(params.locationID, query, context),
  readCashUpDetails: ({ params, query }, context) => readCashUpDetails(params.locationID, query, context),
  countCashUp: ({ params, body }, context) => countCashUp(params.locationID, body, context),
  signOffCashUp: ({ params, body }, context) => signOffCashUp(params.locationID, body, context),
  reopenCashUp: ({ params, body }, context) => reopenCashUp(params.locationID, body, context),
  exportCashUp: ({ params, query }, context) => exportCashUp(params.locationID, query, context),
  depositCheques: ({ params, body }, context) => depositCheques(params.locationID, body, context),
  readChequeDeposits: ({ params, query }, context) => readChequeDeposits(params.locationID, query.before, context),
  readDepositSlip: ({ params }, context) => readDepositSlip(params.locationID, params.depositID, context),
  readRestoredPayments: (_input, context) => readRestoredPayments(context),
  resolveRestoredPayment: ({ params, body }, context) => resolveRestoredPayment(params.paymentId, body.note, context),
  readInvoicePdf: ({ params }, context) => readInvoicePdf(params.studyId, context),
  emailInvoice: ({ params }, context) => emailInvoice(params.studyId, context),
  readReceiptPdf: ({ params }, context) => readReceiptPdf(params, context),
  emailReceipt: ({ params }, context) => emailReceipt(params, context),
} satisfies Partial<Handlers<RouteName>>
