import { z } from 'zod'
import { transactionIDSchema } from '#domain/payments/transaction.ts'
import { cashierRoles } from '#domain/session/cashier-roles.ts'
import { bare, type Route, staffAtStudy, studyPath } from '../route.ts'

const receiptPath = studyPath.extend({ transactionID: transactionIDSchema })

/** The receipt of one payment, for print and email. */
export const receiptRoutes = {
  /**
   * The receipt as a stamped PDF. 409 `step-not-allowed` for a transaction without a receipt, such as an invoice or a
   * refund; 409 `invoice-suppressed` while the invoice is suppressed.
   */
  readReceiptPdf: {
    ...bare,
    method: 'GET',
    path: '/api/v1/studies/:studyId/receipts/:transactionID',
    access: { ...staffAtStudy, roles: cashierRoles },
    audit: 'receipt.viewed',
    params: receiptPath,
    answer: z.object({ fileName: z.string(), base64: z.string() }),
  },
  /**
   * Sends the receipt with its PDF to the member. Fails as `readReceiptPdf` and `emailInvoice` do. Repeated calls with
   * the same key send one email.
   */
  emailReceipt: {
    ...bare,
    method: 'POST',
    path: '/api/v1/studies/:studyId/receipts/:transactionID/email',
    access: { ...staffAtStudy, roles: cashierRoles },
    idempotent: 'outside',
    audit: 'receipt.emailed',
    params: receiptPath,
    answer: z.object({ ok: z.literal(true), email: z.string(), onItsWay: z.string().optional() }),
  },
} as const satisfies Record<string, Route>
