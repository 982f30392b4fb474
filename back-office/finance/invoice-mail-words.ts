/** The texts about the invoice email for staff: refusals and the log line. */
export const invoiceMailWords = {
  noAddress: 'This member has no email address.',
  logged: 'Invoice emailed to the member',
}
