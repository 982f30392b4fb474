const kinds = { payment: 'Payment', refund: 'Refund' } as const

/** The texts about card payments that the processor took after the restored backup was made. */
export const restoredPaymentsWords = {
  title: 'Card payments since the restored backup',
  notRead: 'Card payments since a restored backup were not checked',
  count: (count: number) =>
    count === 1 ? '1 card payment is missing in Atrium' : `${count} card payments are missing in Atrium`,
  what: 'A backup was restored. The card processor took this money after the backup. Record or refund each payment, then resolve it.',
  kind: 'Kind',
  kinds,
  kindAndCard: (kind: keyof typeof kinds, card: string) => (card === '' ? kinds[kind] : `${kinds[kind]}, ${card}`),
  amount: 'Amount',
  time: 'Taken',
  member: 'Member',
  location: 'Location',
  processorID: 'Processor’s id',
  noStudy: 'The booking is missing after the restore',
  memberOf: (name: string, dob: string) => `${name}, born ${dob}`,
  open: 'Open study',
  openOf: (name: string) => `Open study of ${name}`,
  resolve: 'Resolve',
  resolveOf: (id: string) => `Resolve ${id}`,
  dialogTitle: 'Resolve card payment',
  subtitle: (kind: string, amount: string, time: string) => `${kind} of ${amount}, ${time}`,
  hint: 'Resolving changes no money. Record the payment on the member’s study, or refund it at the card processor, first.',
  note: 'What was done',
  enterNote: 'Enter what was done.',
  confirm: 'Resolve payment',
  resolved: (amount: string) => `Resolved the card payment of ${amount}`,
  refused: 'The payment was not resolved',
  unknown: 'The payment may be resolved. Check the list.',
}
