const countOf = (count: number, noun: string): string =>
  count === 0 ? '' : `${count} ${noun}${count === 1 ? '' : 's'}`

/** The texts of the notices that the frame shows on every screen. */
export const frameNoticeWords = {
  openStudy: (studyID: string) => `Open study ${studyID}`,
  you: 'you',
  aColleague: 'a colleague',
  zone: {
    elsewhere: ({ here, location, there }: { here: string; location: string; there: string }) =>
      `Your computer shows ${here}. In ${location} it is ${there}.`,
    elsewhereText: 'The times of a study are in the time zone of its location.',
    rulesDiffer: (location: string) => `Time zone rules for ${location} differ between this computer and the server`,
    rulesDifferText:
      "Times at this location may be off by an hour. Don't book at this location until this computer and the server are updated. Contact your administrator.",
  },
  attempts: {
    label: 'Card payments to review',
    dismiss: 'Dismiss',
    /** `startedAt` is null while the study's zone is unknown. */
    subject: (isRefund: boolean, money: string, startedAt: string | null) =>
      `Card ${isRefund ? 'refund' : 'payment'} of ${money}${startedAt === null ? '' : `, started ${startedAt},`}`,
    unknown: (subject: string, isRefund: boolean) =>
      `${subject} has an unknown result. Atrium is checking whether the amount was ${isRefund ? 'refunded' : 'charged'}. No other payment can be taken on this study until the result is known.`,
    underWay: (subject: string) => `${subject} is in progress.`,
    failed: (subject: string, isRefund: boolean) =>
      `${subject} did not go through. Nothing was ${isRefund ? 'refunded' : 'charged'}.`,
    notRecorded: (subject: string) =>
      `${subject} succeeded but is not recorded yet. Atrium is adding it to the ledger.`,
    recorded: (subject: string) => `${subject} succeeded and is recorded.`,
  },
  tenders: {
    label: 'Payments that are not recorded yet',
    subject: (amount: string, paymentType: string, by: string) => `${amount} ${paymentType} taken by ${by}`,
    failed: (subject: string) => `${subject} could not be recorded`,
    waitsForBackOffice: (subject: string) =>
      `${subject} is not recorded yet. Atrium records it when the server responds.`,
    waitsForAuthor: (subject: string, author: string) =>
      `${subject} is not recorded yet. It can be recorded only after ${author} signs in.`,
  },
  acts: {
    label: 'Check-ins and notes that are not saved yet',
    /** `author` is null for the signed-in user. */
    refused: (isCheckIn: boolean, author: string | null) =>
      `${author === null ? 'Your' : `${author}'s`} ${isCheckIn ? 'check-in' : 'note'} could not be saved`,
    noteWas: (note: string) => `Your note: “${note}”`,
    staysUntilRead: (author: string) => `This message stays until ${author} dismisses it.`,
    othersWaiting: (author: string, checkIns: number, notes: number) => {
      const counts = [countOf(checkIns, 'check-in'), countOf(notes, 'note')].filter((part) => part !== '')
      return `${counts.join(' and ')} can be saved only after ${author} signs in`
    },
  },
  bookings: {
    label: 'Bookings to review',
    summary: (waiting: number, settled: number) =>
      `Bookings: ${[waiting > 0 ? `${waiting} pending` : '', settled > 0 ? `${settled} to review` : ''].filter(Boolean).join(', ')}`,
    openStudy: 'Open study',
    dismiss: 'Dismiss',
    pending:
      'A booking was sent, but it is not confirmed yet. Atrium checks it automatically when the server responds.',
    refused: (reason: string) => `A booking was not made: ${reason} Your form is saved.`,
    /** `time` is null for a study without an appointment. */
    booked: (time: string | null) => `A booking was made${time === null ? '' : ` for ${time}`}.`,
  },
  queue: {
    title: 'A queued job needs attention',
    text: 'It was not sent or printed, or its result is unknown.',
    open: 'Open queue',
  },
  sends: {
    label: 'Sends that are not finished',
    title: (member: string, open: number, all: number) =>
      `${member}: ${open} of ${all} sends to practitioners are not finished`,
    text: 'You left Atrium before they were finished. Open the study to send them or to close the list.',
    open: 'Open study',
    openOf: (member: string) => `Open study of ${member}`,
  },
  drafts: {
    label: 'Earlier drafts',
    title: (form: string) => `${form} has an earlier draft that could not be loaded when the page opened`,
    text: 'What you entered since then is only in this window. Opening the earlier draft discards what you entered.',
    openEarlier: 'Open earlier draft',
    keepEntered: 'Keep what I entered',
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
      'send-batches': 'The list of sends that are not finished',
      safety: 'The safety form',
    } as Readonly<Record<string, string>>,
    otherForm: 'A form',
  },
  email: {
    title: 'Confirm the email address',
    who: (name: string, birthDate: string) => `${name} · born ${birthDate}`,
    doNotSend: "Don't send",
    send: 'Confirm and send',
    sendTo: (name: string, birthDate: string) => `Confirm and send: ${name}, ${birthDate}`,
    tickFirst: 'Confirm the address with the member, then tick the box.',
    changedAt: (location: string) => `This address was changed at ${location}.`,
    changedSomewhere: 'This address was changed at an unknown location.',
    askMember: (location: string) =>
      `Ask the member if the address is correct before ${location} sends anything to this address. Your confirmation stays until the address changes.`,
    newAddress: 'New address',
    addressBefore: 'Previous address',
    noAddress: 'None',
    changedBy: 'Changed by',
    changed: 'Changed on',
    confirmed: 'I confirmed this address with the member',
    changedAgain: 'The address has changed again',
    notSent: 'Nothing was sent',
  },
}
