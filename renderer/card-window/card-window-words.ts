/** The texts of the card window, where a member's card is typed into the provider's own fields. */
export const cardWindowWords = {
  title: 'Card details',
  boxes: {
    cardNumber: 'Card Number',
    cardExpiry: 'Card Expiry Date',
    cardCvc: 'Card Security Code',
  },
  missing: (box: string) => `Please enter the ${box.toLowerCase()}`,
  country: 'Country',
  countryMissing: 'Please choose a country',
  pay: (amount: string) => `Pay ${amount}`,
  notTaken: 'The card was not accepted.',
  serviceFailed: 'The card service failed.',
  checkCard: 'Please check the card details.',
  notFinished: 'The payment was not completed.',
  invalidRequest: 'The payment request is not valid.',
  unreached: 'The card service cannot be reached.',
}
