/** The texts of the card reader's window: why a step of a payment failed. */
export const terminalWindowWords = {
  tokenError: 'Error connecting via connection token',
  notLoaded: 'The card service is not loaded.',
  unreached: 'The card service cannot be reached.',
  noReaders: 'No available readers.',
  noCard: 'No card was presented.',
  noAmount: 'The refund has no amount.',
}
