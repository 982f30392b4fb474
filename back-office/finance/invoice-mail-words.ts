/** The refusals of the invoice email for staff. */
export const invoiceMailWords = {
  noAddress: 'This member has no email address.',
}
