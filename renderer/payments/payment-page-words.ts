import { invoiceOutstandingWords } from '#domain/study/invoice-outstanding.ts'

/** The texts of the payment pages: links, badges, loading and failures. */
export const paymentPageWords = {
  links: {
    today: "Back to today's appointments",
    study: 'Open study',
    booking: 'Open booking',
    safetyQuestions: 'Safety questions',
    moveOrCancel: 'Move or cancel',
    home: 'Go to start page',
  },
  person: (name: string, born: string, studyID: string) => `${name}, born ${born}, study ${studyID}`,
  /** Follows the name in the line that stays at the top. */
  personDetails: (born: string, studyID: string) => `, born ${born}, study ${studyID}`,
  balance: {
    labels: {
      owed: 'Balance',
      covered: 'Balance',
      paid: 'Balance',
      billed: 'Balance',
      overpaid: 'To refund',
      'not-collected': 'Balance',
      'refund-due': 'To refund',
    },
    kinds: {
      owed: 'To pay',
      covered: 'Taken, not recorded yet',
      paid: 'Paid',
      billed: invoiceOutstandingWords,
      overpaid: 'Overpaid',
      'not-collected': 'Not collected',
      'refund-due': 'Refund due',
    },
  },
  /** Why the refund of an overpaid amount did not open by itself. */
  overpaidRefund: {
    'other-refund': 'A refund that was begun earlier is open. Finish or cancel it, then refund the overpaid amount.',
    'no-payment': 'The overpaid amount has no payment that can be refunded here.',
    'not-overpaid': 'This study is no longer overpaid.',
  },
  panel: 'Payment',
  loading: 'Loading payments',
  tryAgain: 'Try again',
  noStudy: 'Study not found',
  noStudyDetail: (studyID: string) => `Study ${studyID} doesn't exist or was removed.`,
  offlineDetail:
    "You're offline, and this study's payments aren't saved on this computer. They load when you're back online.",
  noLedger: "Transactions aren't available offline",
  noLedgerDetail:
    'The amounts paid and owed come from the copy saved on this computer. Cash that you take now is also saved on this computer. The balance at the top already includes it; the summary does not yet.',
}
