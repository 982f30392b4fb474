/** The texts of the payment pages: links, badges, loading and failures. */
export const paymentPageWords = {
  links: {
    today: 'Back to today’s appointments',
    study: 'Open the study',
    booking: 'Open the booking',
    safetyQuestions: 'Safety questions',
    moveOrCancel: 'Move or cancel',
    home: 'Go to the start page',
  },
  badges: {
    cancelled: 'Cancelled',
    booked: 'Booked',
    notBooked: 'Not booked',
    checkedIn: 'Checked in',
    owed: (amount: string) => `Balance ${amount}`,
    overpaid: (amount: string) => `Overpaid ${amount}`,
    paid: 'Paid',
  },
  person: (name: string, born: string, studyID: string) => `${name}, born ${born}, study ${studyID}`,
  /** Follows the name in the line that stays at the top. */
  personDetails: (born: string, studyID: string) => `, born ${born}, study ${studyID}`,
  panel: 'Payment',
  loading: 'Loading the payments',
  tryAgain: 'Try again',
  noStudy: 'There is no such study',
  noStudyDetail: (studyID: string) => `No study has the number ${studyID}, or it was removed.`,
  offlineDetail:
    'The payments of this study are not on this workstation. They can be read once the connection is back.',
  noLedger: 'The transactions cannot be shown offline',
  noLedgerDetail:
    'What was paid and is owed is this workstation’s copy. Cash taken here meanwhile is kept, and not in it yet.',
}
