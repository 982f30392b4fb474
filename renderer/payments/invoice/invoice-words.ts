/** The texts of the invoice page; the invoice's own are in domain/payments/invoice-words.ts. */
export const invoiceWords = {
  back: 'Back to payment',
  savePdf: 'Save as PDF',
  /** What the print button prints. */
  printItem: 'invoice',
  notShown: 'The invoice has not loaded.',
  pdfFailed: 'The PDF was not created',
  loading: 'Loading invoice',
  noStudy: 'Study not found',
  noStudyDetail: (studyID: string) => `Study ${studyID} doesn't exist or was removed.`,
  home: 'Go to start page',
  tryAgain: 'Try again',
  unreachedDetail: 'The invoice comes from the server. It appears as soon as the server responds.',
  openPayments: 'Open payment',
  suppressedDetail: 'To show it again, untick "Suppress invoice" on the payment page.',
}
