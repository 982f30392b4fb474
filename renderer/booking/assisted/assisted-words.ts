import type { MessageChannel } from '#domain/messages/message-kinds.ts'
import type { MessageState } from '#domain/messages/message-state.ts'
import { listNames, studyPartWords } from '../../study/study-words.ts'

const answersIn = (count: number): string => (count === 1 ? '1 answer' : `${count} answers`)
const safetyAnswersIn = (count: number): string => (count === 1 ? '1 safety answer' : `${count} safety answers`)

const differsWords = (details: readonly string[]): string =>
  details.length === 0
    ? 'The CRM has no birth date or email address to compare. Make sure the opportunity is for this member'
    : `The CRM has a different ${listNames(details)}. Make sure the opportunity is for this member`

/** The verb of the button. `isAnyway`: the member already has a booking. */
const verbs = {
  book: (isAnyway: boolean) => (isAnyway ? 'Book anyway' : 'Book'),
  hold: (isAnyway: boolean) => (isAnyway ? 'Hold for 48 hours anyway' : 'Hold for 48 hours'),
  retry: () => 'Try again: book',
}

const channels = studyPartWords.messageChannels

const confirmationStates: Readonly<Record<MessageState, string>> = {
  planned: 'waiting to be sent',
  claimed: 'being sent',
  'handed-over': 'being sent',
  sent: 'sent',
  uncertain: 'may have arrived',
  failed: 'failed',
  withdrawn: 'not sent',
}

/** The texts of the assisted booking page. */
export const assistedWords = {
  desk: {
    locationsFailed: "Couldn't load the locations",
    offlineTitle: 'Offline',
    awaitingBooking: 'Waiting for the result of the booking you sent.',
    noMemberAt: (location: string) => `No member chosen · ${location}`,
    discardNote:
      'This deletes everything entered on this page, including the safety answers, and releases the held time.',
    loading: 'Loading the booking page',
    title: 'Booking',
    calendarView: 'Calendar view',
    week: 'Week',
    day: 'Day',
    payment: 'Payment',
  },
  overlay: {
    processing: 'Booking the appointment',
    failed: (refusal: string) => `The booking failed: ${refusal}`,
  },
  member: {
    previousMember: 'the previous member',
    title: 'Member',
    loading: 'Loading the member',
    failed: "Couldn't load the member",
    changeTitle: (name: string) => `Change details of ${name}`,
    createTitle: 'Create a member',
    changeSubtitle: (born: string, id: string) => `Born ${born}, member ID ${id}`,
    search: 'Find a member',
    searchHint: 'Name, phone, birth date or email',
    create: 'Create a member',
    searching: 'Searching',
    searchFailed: 'Search failed',
    results: 'Members found',
    found: (count: number, isAll: boolean, copyNote: string) =>
      isAll ? `${count} found${copyNote}` : `First ${count}${copyNote}. Type more to narrow the results.`,
    noContact: 'Not recorded',
    born: 'Born',
    phone: 'Phone',
    email: 'Email',
    address: 'Address',
    memberID: 'Member ID',
    similarNames: 'Similar names: check the birth date',
    moreSimilar: (count: number) => `and ${count} more`,
    change: 'Change details',
    clear: 'Change member',
  },
  appointments: {
    label: "This member's appointments",
    title: 'Appointments',
    loading: 'Loading the appointments',
    failed: "Couldn't load the appointments",
    unknownNote: 'This member may already have a booking.',
    fromCopy: 'These are the appointments saved on this computer. There may be others.',
    showFewer: 'Show fewer',
    showAll: (count: number) => `Show all ${count}`,
    empty: 'No appointments yet.',
    noTime: 'No time',
    forbidden: 'Cannot be scanned',
    stops: 'Safety stops without sign-off',
    owed: 'Balance due from a past scan',
    alerts: 'Alerts',
    unknownLocation: (location: string, scan: number) => `${location}, scan ${scan}`,
  },
  otherAnswers: {
    who: (name: string, born: string) => `${name} · born ${born}`,
    use: 'Use these answers',
    useOf: (who: string) => `Use these answers: ${who}`,
    note: (who: string) => `${who}. These safety answers are not linked to a booking yet.`,
    byMember: 'The member',
    notDecided: 'Choose an answer for each question first.',
    mine: 'Answered on this page',
    theMember: 'the member',
    prohibited: (who: string) =>
      `This scan cannot be booked because of answers that ${who} entered. Check them with the member. Dismiss them only if they are wrong.`,
    conflicts: (count: number) => (count === 1 ? '1 question has two answers' : `${count} questions have two answers`),
  },
  safetyLine: {
    title: 'Safety questions:',
    answer: 'Start',
    review: 'Review',
    continue: 'Continue',
    cannotBook: 'This scan cannot be booked',
  },
  safetyModal: {
    title: 'This member has not completed their mandatory safety questions',
    subtitle: (name: string, born: string, study: string) => `${name}, born ${born}, study ${study}`,
    later: 'Later',
    answer: 'Answer Questions',
    stops: 'Settle the stops before the scan.',
    note: 'The questions are required before the scan. You can answer them any time before the scan. Answers already given are saved.',
  },
  safety: {
    title: 'Safety questions',
    titleOf: (who: string) => `Safety questions: ${who}`,
    loading: 'The questions open when the member has loaded.',
    chooseMember: 'Choose a member first',
    findMember: 'Find a member',
    chooseMemberNote: 'Safety answers belong to one member.',
    asideTitle: (name: string) => `Safety answers set aside: ${name}`,
    asideNote: (count: number) =>
      count === 1
        ? '1 answer belongs to that member only. Choose the member again to get it back.'
        : `${count} answers belong to that member only. Choose the member again to get them back.`,
    backTo: (name: string) => `Back to ${name}`,
    asideDeleteTitle: (name: string) => `Delete the safety answers of ${name}?`,
    deleteAnswers: (count: number) => `Delete ${answersIn(count)}`,
    keep: 'Keep answers',
    deleteNote: 'You would need to ask these questions again.',
    unassignedTitle: (count: number) => `${safetyAnswersIn(count)} not linked to a member`,
    takeFor: (name: string) => `Use for ${name}`,
    delete: 'Delete',
    unassignedNote:
      'These answers were entered before a member was chosen. Atrium uses them only after you confirm whose answers they are.',
    takeTitle: (name: string) => `Are these the answers of ${name}?`,
    takeAnswers: 'Use answers',
    takeNote:
      'Use them only if they are about this person. Questions that you answered after you chose this member keep the newer answers.',
    deleteTitle: (count: number) => `Delete ${answersIn(count)}?`,
  },
  sameDay: {
    sameMember: 'This member already has an appointment on that day',
    similarName: 'A similar name on the same day: check the birth date',
  },
  secondBooking: {
    notChecked: "Couldn't check whether this member already has a booking.",
    alreadyBooked: (which: string) => `Already booked: ${which}`,
    foundLate: 'Atrium found this when you pressed Book. The new appointment is not booked yet.',
    move: (when: string | null) => (when === null ? 'Move that booking' : `Move the booking of ${when}`),
    booked: (when: string, place: string, isHold: boolean) => `${when} at ${place}${isHold ? ' (temporary hold)' : ''}`,
    andMore: (count: number) => (count === 0 ? '.' : `, and ${count} more.`),
  },
  opportunity: {
    label: 'Opportunity',
    add: 'Add an opportunity',
    id: 'Opportunity ID in the CRM',
    idMissing: 'Enter an opportunity ID.',
    find: 'Find',
    close: 'Close',
    remove: 'Remove',
    attach: 'Attach to this booking',
    attachAnyway: 'Same person: attach',
    bookFor: (name: string) => `Book for ${name}`,
    openCrm: 'Open as a CRM booking',
    notMember: "This person is not a member yet. A CRM booking fills in the member form with the CRM's data.",
    otherMember: 'In the CRM, this opportunity belongs to another member.',
    /** `details` is empty if the CRM has nothing to compare. */
    differs: (details: readonly string[]) => `${differsWords(details)} before you attach it.`,
    differsFromChosen: (details: readonly string[]) => `${differsWords(details)} before you book.`,
    bookWithout: 'Book without the opportunity',
    details: { name: 'name', dob: 'birth date', email: 'email address' },
  },
  summary: {
    provider: 'Provider',
    physician: 'Physician',
    self: 'Self',
    partner: 'Partner',
    label: 'Summary',
    title: 'Appointment',
    awaitingBooking: 'Waiting for the result of the booking you sent.',
    noTime: 'Pick a time in the calendar.',
    timeCleared: {
      location: 'The location changed, so the held time was released. Pick a time again.',
      'scan-type': 'The scan type changed, so the held time was released. Pick a time again.',
    },
    memberType: 'Member type',
    sedative: 'Sedative',
    sedativeHint:
      'Choose “Sedative Taken” if the member will take a sedative for the scan. A member who takes a sedative must not drive home.',
    referral: 'Referral',
    referrer: 'Referrer',
    temporaryHoldHint: 'Holds the slot for 48 hours without payment.',
    temporaryHold: 'Temporary hold',
    proactiveHint: 'Before the first payment, the safety questions can be saved with some answers missing.',
    proactive: 'Proactive booking',
    book: 'Book',
    nothingChosen: 'No member and no time chosen yet',
    verbs,
    /** The accessible name of the button: its visible words, then the member and the time. */
    commit: (verb: keyof typeof verbs, who: string, when: string, isAnyway: boolean) =>
      `${verbs[verb](isAnyway)}${verb === 'hold' || (verb === 'book' && isAnyway) ? ':' : ''} ${who}, ${when}`,
    unknownTitle: 'No response: the appointment may or may not be booked',
    unknownNote: 'Trying again never books twice. The form stays locked until the result is known.',
    startOver: 'Start a new booking and check this one later',
    booked: 'Booked',
    heldTitle: 'Held for 48 hours',
    study: 'Study',
    location: 'Location',
    scanType: 'Scan type',
    addons: 'Add-ons',
    machine: 'Machine',
    safetyTitle: 'The safety questions are not complete',
    safetyNote: 'Required before the scan.',
    answerSafety: 'Answer safety questions',
    takePayment: 'Take payment',
    checkIn: 'Check in',
    openBooking: 'Open booking',
    bookAnother: 'New booking',
  },
  confirmation: {
    label: 'Confirmation',
    loading: 'Loading…',
    notRead: 'The state is not known now. Atrium checks again.',
    none: 'Not planned or sent yet',
    line: (channel: MessageChannel, state: MessageState) => `${channels[channel]}: ${confirmationStates[state]}`,
    sendAgain: 'Send again',
    sendAgainTo: (channel: MessageChannel, who: string) =>
      `Send again: booking confirmation, ${channels[channel].toLowerCase()}, ${who}`,
    seeWhy: 'See why',
    notSentAgain: (reason: string) => `Not sent again. ${reason}`,
    offline: 'You’re offline. Sending again needs a connection.',
  },
}
