/** The texts of a payment's receipt. */
export const receiptWords = {
  group: 'Receipt',
  what: 'receipt',
  print: 'Print receipt',
  email: 'Email receipt',
  emailFor: (payment: string, person: string) => `Email receipt: ${payment}, to ${person}`,
}
