import type { Study } from './study.ts'

/**
 * Shown beside a paid study's balance, flag and badge, which the specification fixes: an invoice settles the balance when it is
 * recorded, before the clinic receives any money.
 */
export const invoiceOutstandingWords = 'Billed, invoice outstanding'

/** Returns whether a study has an invoice that is not paid. A cancelled invoice is not one. */
export const isInvoiceOutstanding = ({ invoiceStep }: Pick<Study, 'invoiceStep'>): boolean =>
  invoiceStep !== 'none' && invoiceStep !== 'paid'
