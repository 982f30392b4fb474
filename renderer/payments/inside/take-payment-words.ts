/** The texts of Make a Payment: its forms for every payment type, and what was just recorded. */
export const takePaymentWords = {
  title: 'Make a Payment',
  type: 'Payment type',
  place: (location: string, appointment: string) => `Scan location: ${location}, ${appointment}`,
  noTime: 'no time yet',
  nothingOwed: 'Nothing is owed on this study.',
  amount: 'Amount',
  wholeBalance: 'A bill is for the whole balance.',
  availableCredits: (amount: string) => `Share Health Credits available: ${amount}`,
  newBalance: 'New balance',
  offlineCash:
    'Offline: the cash is kept on this workstation as provisional, and recorded once the back office answers.',
  /** The buttons end with the member: `Record CA$500.00 cash for Ana Silva, 03 Feb 1980`. */
  record: (what: string) => `Record ${what} for`,
  recordOffline: (what: string) => `Keep ${what} for`,
  /** `tender`: a payment type; `amount` is empty while no valid one is typed. */
  what: (amount: string, tender: string) => (amount === '' ? tender : `${amount} ${tender}`),
  recorded: {
    done: (what: string) => `${what} recorded`,
    kept: (what: string) => `${what} kept`,
    keptHere: (what: string) => `${what} kept on this workstation`,
    keptHereDetail: 'It is recorded as soon as the back office can be reached.',
    more: 'Take another payment',
    change: (amount: string) => `Give ${amount} change.`,
    owed: (amount: string) => `${amount} is still owed.`,
    billed: (state: string) => `The balance is 0.00. ${state}.`,
    nothingOwed: 'Nothing more is owed.',
  },
  cash: {
    received: 'Cash received',
    missing: 'Still missing',
    change: 'Change due',
    unreadable: 'Enter an amount in digits, such as 1250.00.',
    short: 'Less than the amount. Lower the amount or take the rest.',
  },
  giftCard: {
    number: 'Gift Card/Voucher Number',
    left: (amount: string, giftCardNumber: string) => `${amount} left on ${giftCardNumber}`,
    noNumber: 'Enter the number first.',
    check: 'Check balance',
  },
  payer: {
    label: 'Invoice payer',
    member: 'The member',
    partner: 'The partner',
    none: 'Nobody is called that.',
  },
  card: {
    processorUnknown: 'It is not known yet who processes cards.',
    noProcessor: 'No card processor is set up for this clinic. Take the payment on the terminal or by another type.',
    windowTitle: 'The card is typed in the provider’s own window',
    windowText:
      'It opens when the payment begins, with Card Number, Card Expiry Date, Card Security Code and Country. Atrium never sees the card.',
    openWindow: (amount: string) => `Open the card window: ${amount} for`,
    pay: (amount: string) => `Pay ${amount} by card for`,
    trainingTitle: 'TRAINING: test cards only',
    trainingText:
      'Nothing is charged here. Type a published test number such as 4242 4242 4242 4242, never a real card.',
    number: 'Card Number',
    expiry: 'Card Expiry Date',
    expiryForm: 'MM/YY',
    code: 'Card Security Code',
    country: 'Country',
  },
  terminal: {
    remaining: 'Remaining Balance',
    amount: 'Amount to Pay',
    newRemaining: 'New Remaining Balance',
    process: (title: string, amount: string) => `${title}: ${amount} for`,
  },
}
