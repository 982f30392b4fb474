const countOf = (count: number, noun: string): string =>
  count === 0 ? '' : `${count} ${noun}${count === 1 ? '' : 's'}`

/** The texts of the notices that the frame shows on every screen. */
export const frameNoticeWords = {
  openStudy: (studyID: string) => `Open study ${studyID}`,
  you: 'you',
  aColleague: 'a colleague',
  zone: {
    elsewhere: ({ here, location, there }: { here: string; location: string; there: string }) =>
      `This computer is on ${here}, ${location} on ${there}`,
    elsewhereText: 'Each time has the abbreviation of its zone beside it. A study shows the time of its own location.',
    rulesDiffer: (location: string) =>
      `Clock rules for ${location} differ between this workstation and the back office`,
    rulesDifferText: 'Times may be an hour off. Do not book here until both are updated; ask your administrator.',
  },
  attempts: {
    label: 'Card payments to look at',
    seen: 'Seen',
    /** `startedAt` is null while the study's zone is unknown. */
    subject: (isRefund: boolean, money: string, startedAt: string | null) =>
      `A card ${isRefund ? 'refund' : 'payment'} of ${money}${startedAt === null ? '' : `, started ${startedAt},`}`,
    unknown: (subject: string, isRefund: boolean) =>
      `${subject}: finding out whether it was ${isRefund ? 'refunded' : 'charged'}. Nothing else is taken on its study before that.`,
    underWay: (subject: string) => `${subject} is under way.`,
    failed: (subject: string, isRefund: boolean) =>
      `${subject} did not go through. Nothing was ${isRefund ? 'refunded' : 'charged'}.`,
    notRecorded: (subject: string, isRefund: boolean) =>
      `${subject} was ${isRefund ? 'refunded' : 'charged'} and is not recorded yet. It is being written into the ledger.`,
    recorded: (subject: string, isRefund: boolean) =>
      `${subject} was ${isRefund ? 'refunded' : 'charged'} and is recorded.`,
  },
  tenders: {
    label: 'Money that waits to be recorded',
    subject: (amount: string, paymentType: string, by: string) => `${amount} ${paymentType} taken by ${by}`,
    failed: (subject: string) => `${subject} could not be recorded`,
    waitsForBackOffice: (subject: string) => `${subject} waits to be recorded until the back office answers`,
    waitsForAuthor: (subject: string, author: string) =>
      `${subject} waits for ${author} to sign in: only then can it be recorded`,
  },
  acts: {
    label: 'Check-ins and notes that are not saved',
    refused: (isCheckIn: boolean, by: string) => `The ${isCheckIn ? 'check-in' : 'note'} by ${by} could not be saved`,
    noteWas: (note: string) => `The note was: “${note}”`,
    staysUntilRead: (author: string) => `It stands here until ${author} has read it.`,
    othersWaiting: (author: string, checkIns: number, notes: number) => {
      const counts = [countOf(checkIns, 'check-in'), countOf(notes, 'note')].filter((part) => part !== '')
      const isOne = checkIns + notes === 1
      return `${counts.join(' and ')} ${isOne ? 'waits' : 'wait'} for ${author} to sign in: only then can ${isOne ? 'it' : 'they'} be saved`
    },
  },
  bookings: {
    label: 'Bookings that were under way',
    summary: (waiting: number, settled: number) =>
      `Bookings: ${[waiting > 0 ? `${waiting} waiting` : '', settled > 0 ? `${settled} settled` : ''].filter(Boolean).join(', ')}`,
    openStudy: 'Open the study',
    seen: 'Seen',
    pending: 'A booking that was sent has no answer yet. It is settled as soon as the back office is reached.',
    refused: (reason: string) => `A booking that was sent was not made: ${reason} The form is kept.`,
    /** `time` is null for a study without an appointment. */
    booked: (time: string | null) => `A booking that was sent stands${time === null ? '' : ` for ${time}`}.`,
  },
  queue: {
    title: 'A job in the queue needs attention',
    text: 'It was not sent or printed, or its result is not known.',
    open: 'Open the queue',
  },
  drafts: {
    label: 'Earlier drafts',
    title: (form: string) => `${form} has an earlier draft that could not be read when it was opened`,
    text: 'What was entered since is held in this window only. Opening the earlier draft discards it.',
    openEarlier: 'Open the earlier draft',
    keepEntered: 'Keep what was entered since',
    /** The form of a draft, by the first part of its id. */
    forms: {
      booking: 'The booking form',
      cancel: 'The cancellation',
      payment: 'The payment form',
      'follow-up': 'The report follow-up',
      finance: 'The cash count',
      consult: 'The consult',
      'study-details': 'Study Details',
      'study-note': 'The note',
      sales: 'The sale',
      'study-documents': 'The upload form',
      safety: 'The safety form',
    } as Readonly<Record<string, string>>,
    otherForm: 'A form',
  },
  email: {
    title: 'Confirm the e-mail address first',
    subtitle: (name: string, birthDate: string) => `${name}, born ${birthDate}`,
    doNotSend: 'Do not send',
    send: 'Confirm and send',
    tickFirst: 'Tick the box once the member has confirmed the address.',
    changedAt: (location: string) => `This address was changed at ${location}.`,
    changedSomewhere: 'This address was changed, and the location is not known.',
    askMember: (location: string) => `Ask the member whether it is right before ${location} sends anything to it.`,
    newAddress: 'New address',
    addressBefore: 'Address before',
    noAddress: 'None',
    changedBy: 'Changed by',
    changed: 'Changed',
    confirmed: 'I confirmed this address with the member',
    changedAgain: 'The address was changed again',
    notSent: 'Nothing was sent',
  },
}
