/** The texts about the invoice e-mail for staff: refusals and the log line. */
export const invoiceMailWords = {
  noAddress: 'This member has no email address.',
  maybeSent: (error: string) =>
    `${error} The mail server did not confirm the email, so it may have been sent. If you send it again from here, it is marked as the same email.`,
  logged: 'Invoice emailed to the member',
}
