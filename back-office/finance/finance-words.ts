/** The refusals of the back office about a location's day. */
export const backOfficeFinanceWords = {
  locationNotFound: 'Location not found.',
  futureDay: 'This day is in the future.',
  ownCountsOnly: "Only finance can count another person's payments.",
  cashAndChequesOnly: 'Only cash and cheques are counted.',
  personNotFound: 'Person not found.',
  drawerOfCash: 'Only cash is counted by notes and coins.',
  drawer: {
    pieces: 'The drawer has a note or coin of another currency.',
    counted: 'The notes and coins minus the float do not equal the counted amount.',
  },
  earlyCloseReason: 'The last appointment of this day has not ended. Enter a reason to close the day now.',
  reopenReason: 'Enter a reason to reopen the day.',
  notClosed: 'This day is not closed.',
  paymentNotFound: 'This payment is not on the list.',
  paymentResolved: 'Another person resolved this payment.',
}
