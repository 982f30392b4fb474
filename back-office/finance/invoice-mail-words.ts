/** The texts of the invoice e-mail. They identify the invoice but contain nothing about a member's health. */
export const invoiceMailWords = {
  subject: (number: string) => `Your invoice ${number}`,
  text: (invoice: {
    readonly name: string
    readonly number: string
    readonly clinic: string
    /** Null without an appointment. */
    readonly appointment: string | null
    readonly contact: string
  }) =>
    [
      `Dear ${invoice.name},`,
      '',
      `Your invoice ${invoice.number} from ${invoice.clinic} is attached.`,
      ...(invoice.appointment === null ? [] : [`Appointment: ${invoice.appointment}`]),
      '',
      'If you have any questions, please email or call us:',
      invoice.contact,
    ].join('\n'),
  noAddress: 'This member has no email address.',
  maybeSent: (error: string) =>
    `${error} The mail server did not confirm the email, so it may have been sent. If you send it again from here, it is marked as the same email.`,
  logged: 'Invoice emailed to the member',
}
