import type { Study } from './study.ts'

/**
 * Shown beside a paid study's balance, flag and badge, whose words the specification fixes. A recorded invoice brings
 * the balance to zero before the clinic receives any money.
 */
export const invoiceOutstandingWords = 'Billed, invoice outstanding'

/** Returns whether a study has an unpaid invoice. A cancelled invoice does not count. */
export const isInvoiceOutstanding = ({ invoiceStep }: Pick<Study, 'invoiceStep'>): boolean =>
  invoiceStep !== 'none' && invoiceStep !== 'paid'
