/**
 * How an act is handled without a connection (decisions §5, Offline policy). In this file an act is any action of a
 * user, not only one on a study. `works`: the act works as usual. `provisional`: it is stored on this workstation and
 * sent later. `needs-connection`: it is refused with its reason. Booking is not provisional yet, because this
 * workstation alone cannot hold a time or check it against other workstations.
 */
type OfflineKind = 'works' | 'provisional' | 'needs-connection'

type Rule = {
  readonly kind: OfflineKind
  /**
   * The words for the act in a sentence: `take cash` in "You can take cash", `Booking` in "Booking needs a connection".
   */
  readonly words: string
  /** Whether the act's form keeps the entered text; if so, the reason mentions that. */
  readonly isEntered?: boolean
}

/** @internal Tests cover every entry. */
export const offlineRules = {
  viewDay: { kind: 'works', words: 'view the day' },
  viewCalendar: { kind: 'works', words: 'view the calendar' },
  viewBooking: { kind: 'works', words: 'view the booking' },
  viewStudy: { kind: 'works', words: 'view the study' },
  viewList: { kind: 'works', words: 'view the last loaded list' },
  viewPayment: { kind: 'works', words: 'view payments' },
  viewTakings: { kind: 'works', words: 'view the last loaded takings' },
  viewQueue: { kind: 'works', words: 'view the queue' },
  pauseQueue: { kind: 'works', words: 'pause it' },
  search: { kind: 'works', words: 'search the bookings and members saved on this computer' },
  checkIn: { kind: 'provisional', words: 'check members in' },
  note: { kind: 'provisional', words: 'write notes' },
  answerSafety: { kind: 'provisional', words: 'answer safety questions' },
  takeCash: { kind: 'provisional', words: 'take cash' },
  holdTime: { kind: 'needs-connection', words: 'Holding a time' },
  book: { kind: 'needs-connection', words: 'Booking', isEntered: true },
  move: { kind: 'needs-connection', words: 'Moving', isEntered: true },
  convertHold: { kind: 'needs-connection', words: 'Converting a hold to a booking' },
  changeProactive: { kind: 'needs-connection', words: 'Changing a proactive booking' },
  changeSedative: { kind: 'needs-connection', words: 'Changing the sedative' },
  saveStudy: { kind: 'needs-connection', words: 'Saving these changes', isEntered: true },
  cancel: { kind: 'needs-connection', words: 'Cancelling' },
  createMember: { kind: 'needs-connection', words: 'Creating a member', isEntered: true },
  markScanned: { kind: 'needs-connection', words: 'Marking as scanned' },
  undoMark: { kind: 'needs-connection', words: 'Undoing a mark' },
  frontDeskNote: { kind: 'needs-connection', words: 'Writing a front-desk note', isEntered: true },
  changeStudy: { kind: 'needs-connection', words: 'Changing the study' },
  viewDocument: { kind: 'needs-connection', words: 'Viewing documents' },
  downloadDocument: { kind: 'needs-connection', words: 'Downloading documents' },
  printDocument: { kind: 'needs-connection', words: 'Printing' },
  sendDocument: { kind: 'needs-connection', words: 'Sending documents' },
  sendMessage: { kind: 'needs-connection', words: 'Sending emails to the member' },
  lookUpSale: { kind: 'needs-connection', words: 'Looking up sales data' },
  signOff: { kind: 'needs-connection', words: 'Signing off' },
  openDocument: { kind: 'needs-connection', words: 'Opening or changing a document' },
  revokeShare: { kind: 'needs-connection', words: 'Revoking access' },
  decideDirectory: { kind: 'needs-connection', words: 'Reviewing a directory change' },
  administer: { kind: 'needs-connection', words: 'Changing locations, machines or closures' },
  countDay: { kind: 'needs-connection', words: 'Counting or closing the day' },
  depositCheques: { kind: 'needs-connection', words: 'Depositing cheques', isEntered: true },
  readDeposits: { kind: 'needs-connection', words: 'Reading earlier deposits' },
  saveDay: { kind: 'needs-connection', words: 'Saving or printing the day' },
  sendInvoice: { kind: 'needs-connection', words: 'Saving or sending the invoice' },
  changeMessages: { kind: 'needs-connection', words: 'Changing the messages to the member' },
  sendJob: { kind: 'needs-connection', words: 'Sending a job' },
  checkPayment: { kind: 'needs-connection', words: 'Checking a card payment' },
  otherMoney: { kind: 'needs-connection', words: 'Every payment action except taking cash', isEntered: true },
} as const satisfies Record<string, Rule>

export type OfflineAct = keyof typeof offlineRules

/**
 * The acts of each screen; {@link describeOffline} offers those that do not need a connection.
 * @internal Tests cover every entry.
 */
export const offlineScreens = {
  today: ['viewDay', 'checkIn', 'takeCash', 'frontDeskNote'],
  booking: ['viewCalendar', 'search', 'answerSafety', 'holdTime', 'book', 'createMember'],
  studyBooking: ['viewBooking', 'takeCash', 'holdTime', 'move', 'cancel'],
  payment: ['viewPayment', 'takeCash', 'otherMoney'],
  documents: ['viewList', 'openDocument'],
  sharing: ['viewList', 'revokeShare'],
  followUp: ['viewStudy', 'note', 'changeStudy'],
  finance: ['viewTakings', 'countDay', 'depositCheques', 'readDeposits', 'saveDay'],
  directory: ['viewList', 'decideDirectory'],
  members: ['search', 'createMember'],
  administration: ['viewList', 'administer'],
  queues: ['viewQueue', 'pauseQueue', 'sendJob'],
  study: ['viewStudy', 'checkIn', 'note', 'answerSafety', 'takeCash'],
} as const satisfies Record<string, readonly OfflineAct[]>

type OfflineScreen = keyof typeof offlineScreens

const listed = (words: readonly string[]): string =>
  words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`

/**
 * Returns the text for the top of a screen: what works, whether changes are sent later, and that the rest needs a
 * connection. An act has the same words on every screen. `without`: acts that this user or this study does not have.
 */
export const describeOffline = (screen: OfflineScreen, without: readonly OfflineAct[] = []): string => {
  const acts: readonly OfflineAct[] = offlineScreens[screen]
  const rules: readonly Rule[] = acts.filter((act) => !without.includes(act)).map((act) => offlineRules[act])
  const offered = rules.filter(({ kind }) => kind !== 'needs-connection')
  const isKept = offered.some(({ kind }) => kind === 'provisional')
  const saved = isKept ? " Your changes are saved on this computer and sent when you're back online." : ''
  return `You can ${listed(offered.map(({ words }) => words))}.${saved} Everything else needs a connection.`
}

/** The message above data that a screen reads from this workstation's own copy although the server is reachable. */
export const notReadAgain = "Couldn't load the latest data from the server. Try again."

/**
 * Returns why a control is disabled: `Booking needs a connection. What you entered is kept.` Null while online, or if
 * the act works offline. A control without entered text, such as a button that opens a form, omits the second sentence.
 */
export const whyNotOffline = (
  act: OfflineAct,
  isOnline: boolean,
  isEntered: boolean = (offlineRules[act] satisfies Rule as Rule).isEntered ?? false,
): string | null => {
  const { kind, words }: Rule = offlineRules[act]
  if (isOnline || kind !== 'needs-connection') return null
  return `${words} needs a connection.${isEntered ? ' What you entered is kept.' : ''}`
}
