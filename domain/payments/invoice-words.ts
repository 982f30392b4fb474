/** The texts of an invoice, on the screen and on paper. */
export const invoiceTextWords = {
  title: 'Invoice',
  date: (date: string) => `Date: ${date}`,
  born: 'Date of birth',
  study: 'Study',
  appointment: 'Appointment',
  noAppointment: 'No appointment',
  billedTo: 'Billed to',
  member: 'Member',
  items: 'Items',
  reductions: 'Discounts and credits',
  payments: 'Payments and refunds',
  description: 'Description',
  refunds: 'Description (− is a refund)',
  paymentDate: 'Date',
  amount: (currency: string) => `Amount (${currency})`,
  totalPrice: 'Total price',
  discounts: 'Discounts',
  tax: (percent: string) => `Includes tax (${percent})`,
  credits: 'Share Health Credits',
  adjustment: 'Adjustment',
  paid: 'Paid',
  paidOrBilled: 'Paid or billed',
  balanceDue: 'Balance due',
  balance: 'Balance',
  overpaid: 'Overpaid',
}

/** The texts of a receipt; its other words are those of the invoice. */
export const receiptTextWords = {
  title: 'Receipt',
  from: 'Received from',
  invoice: 'For invoice',
  payment: 'Payment',
  received: 'Received',
  balance: 'Balance of the invoice',
}

/** Why a transaction has no receipt. */
export const noReceiptWords = {
  'not-a-payment': 'Only payments have a receipt.',
  billed: 'An invoice has no receipt. Email or print the invoice.',
  'not-captured': 'The card payment is not captured yet. It has a receipt afterwards.',
}
