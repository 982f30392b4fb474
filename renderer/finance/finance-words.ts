import { isOutcomeUnknown } from '#contract/failures.ts'
import type { Failure } from '#contract/reply.ts'
import type { CashUpLine, CashUpTableName } from '#domain/finance/cash-up.ts'
import type { Money } from '#domain/values/money.ts'
import { plainAmount } from '../kit/amount-words.ts'

/** Describes a difference by sign and word: `+5.00 over`, `-5.00 short`, `0.00 right`. */
export const describeDifference = (difference: Money): string => {
  if (difference === 0) return `${plainAmount(difference)} right`
  return difference > 0 ? `+${plainAmount(difference)} over` : `${plainAmount(difference)} short`
}

export const countLabel = (line: Pick<CashUpLine, 'isOutdated' | 'counted'>): string =>
  line.counted === null ? 'Count' : 'Count again'

/** The names of the exported tables. */
export const tableNames: Readonly<Record<CashUpTableName, string>> = {
  takings: 'Takings',
  counts: 'Counts',
  closings: 'Closes and reopenings',
  'card-payments': 'Open card payments',
  invoices: 'Invoices not issued',
  'outstanding-invoices': 'Invoices issued and not paid',
  'paid-invoices': 'Invoices marked as paid',
  cheques: 'Cheques not deposited',
  overpayments: 'Paid beyond the price',
}

/** Returns the title of a failure: `refused` where nothing was done for certain, else `unknown`. */
export const failureTitle = (failure: Failure, refused: string, unknown: string): string =>
  isOutcomeUnknown('bridge', failure) ? unknown : refused

/** The texts of Finance: the day, its tables and lists, and the dialogs that count, close and reopen it. */
export const financeWords = {
  note: 'Note',
  tryAgain: 'Try again',
  back: 'Go back',
  enterReason: 'Enter a reason.',
  actions: 'Actions',
  total: 'Total',
  hiddenFigure: 'After the count',
  noFigure: '–',
  dayAt: (date: string, location: string) => `${date}, ${location}`,
  screen: {
    title: 'Finance',
    location: 'Location',
    day: 'Day',
    saveCsv: 'Save as CSV',
    savePdf: 'Save as PDF',
    printedItem: (date: string) => `cash-up of ${date}`,
    dayNotShown: 'The day is not shown.',
    fileFailed: 'The file could not be made',
    dayOffline: 'The day is kept by the back office. It is shown as soon as that answers.',
    loading: 'Loading the day',
    noAccess: 'Your account takes no money',
    locationsFailed: 'The locations could not be read',
    noLocation: 'No location',
    noLocationHint: 'No location is open to your account. Ask an administrator.',
  },
  day: {
    takings: 'Takings',
    yourTakings: 'Your takings',
    yourTakingsOf: (block: string) => `Your takings, ${block.toLowerCase()}`,
    dateAndCurrency: (date: string, currency: string) => `${date}, amounts in ${currency}`,
    offline: 'Offline: the day may be old',
    outOfDate: 'Not up to date',
    close: 'Close the day',
    closeBlock: 'Close this part',
    reopen: 'Reopen the day',
    obstacle: (reason: string) => `It cannot be closed: ${reason}`,
    expectedHint:
      'Refunds count on the day they are made. Card payments that are not captured are not part of Expected.',
    closedBy: (name: string, time: string) => `Closed by ${name}, ${time}`,
    reopenedBy: (name: string, time: string) => `Reopened by ${name}, ${time}`,
    countAgain: (reason: string) => `${reason}. Count all cash and cheques again, then close the day.`,
    movedAfterClose: (name: string, time: string) => `Closed by ${name}, ${time}. Money moved after the close`,
    movedAfterCloseHint: (block: string) =>
      `The closed figures are unchanged. The later money is listed under “${block}” and has its own count and close.`,
    whoCloses: 'Finance or an administrator reviews and closes the day.',
    closedBlock: (block: string) => `${block}, closed`,
    yourClosedBlock: (block: string) => `Your ${block.toLowerCase()}, closed`,
    closedBlockFacts: (name: string, time: string, currency: string) => `${name}, ${time}, amounts in ${currency}`,
    closedEarly: (reason: string) => `Closed early: ${reason}`,
  },
  takings: {
    caption: (block: string, currency: string) => `${block}: takings in ${currency}, by person and tender`,
    empty: 'No money received',
    emptyHint: 'Payments and refunds taken at this location appear here.',
    yourEmptyHint: 'Payments and refunds that you take here appear here.',
    totalReceived: 'Total received',
    byTender: 'Expected by tender',
    countedByHand: 'Counted by hand',
    countedWithDifference: (counted: string, difference: string) => `${counted}, ${difference}`,
    person: 'Person',
    tender: 'Tender',
    taken: 'Taken',
    refunded: 'Refunded',
    uncaptured: 'Not captured',
    expected: 'Expected',
    counted: 'Counted',
    difference: 'Over or short',
    notCounted: 'Not yet',
    outdated: 'Money moved since',
    noteNeeded: 'Note needed',
    countOf: (label: string, tender: string, name: string) => `${label} ${tender.toLowerCase()} of ${name}`,
  },
  notReceived: {
    label: (block: string) => `${block}: no money received`,
    title: 'Invoiced or redeemed, no money received',
    caption: (block: string, currency: string) => `${block}: invoiced or redeemed in ${currency}, no money received`,
    kind: 'Kind',
    invoiced: 'Invoiced',
    redeemed: 'Redeemed or covered elsewhere',
    recorded: 'Recorded',
    cancelled: 'Cancelled',
    remaining: 'Remaining',
  },
  counts: {
    title: 'Counts',
    label: (block: string) => `${block}: counts`,
    caption: (block: string, currency: string) => `${block}: every count, amounts in ${currency}`,
    voidedPanel: 'Counts before the day was reopened',
    voidedTitle: 'They no longer count',
    voidedLabel: 'Before the day was reopened: counts',
    voidedCaption: (currency: string) => `Before the day was reopened: every count, amounts in ${currency}`,
    counted: 'Counted',
    countOf: (name: string, tender: string, number: number) => `${name}, ${tender.toLowerCase()}, count ${number}`,
    by: 'By',
    at: 'At',
    amount: 'Amount',
    difference: 'Over or short',
  },
  countDialog: {
    unknownPerson: 'this person',
    title: (tender: string, name: string) => `Count the ${tender} of ${name}`,
    record: (money: string, tender: string, name: string) => `Record ${money} ${tender} of ${name}`,
    recorded: (money: string, tender: string, name: string) => `${money} ${tender} of ${name} counted`,
    cashHint:
      'Count the drawer without its float and enter what is there. What is expected is shown once this is recorded.',
    chequesHint: 'Add the cheques up and enter their sum. What is expected is shown once this is recorded.',
    amount: 'Amount counted',
    noteHint: 'Explain any difference. The day cannot be closed while a count that differed has no note.',
    refused: 'The count was not recorded',
    unknown: 'No answer came: the count may be recorded or not',
    offline: 'The back office cannot be reached. What you entered is kept.',
  },
  closeDialog: {
    title: 'Close the day',
    titleAfter: 'Close the payments after the close',
    close: (day: string) => `Close ${day}`,
    closed: (day: string) => `Closed: ${day}`,
    closedAfter: (day: string) => `Closed: payments after the close of ${day}`,
    freezeHint:
      'This freezes the figures and counts. Money that moves later is listed apart, as “After close”, with its own count.',
    openItems: 'Still open; they stay listed until they are done',
    invoicesNotIssued: (count: number) => `${count} ${count === 1 ? 'invoice' : 'invoices'} not issued`,
    chequesNotDeposited: (count: number) => `${count} ${count === 1 ? 'cheque' : 'cheques'} not deposited`,
    overpaid: (count: number) =>
      count === 1 ? '1 study paid beyond its price' : `${count} studies paid beyond their price`,
    earlyReason: 'Reason for closing now',
    lastAppointment: (time: string) => `The last appointment of this day ends ${time}.`,
    refused: 'The day was not closed',
    unknown: 'No answer came: the day may be closed or not',
    balanced: 'All counts balance.',
    earlierDifference: 'An earlier count differed',
    dayDifference: (difference: string) => `The day is ${difference}`,
    differenceOf: (name: string, tender: string, difference: string) =>
      `${name}, ${tender.toLowerCase()}: ${difference}`,
  },
  reopenDialog: {
    title: 'Reopen the day',
    hint: 'All cash and cheques of the day must be counted again, including payments after the close. The earlier counts and closes are kept.',
    reason: 'Reason',
    reopen: (day: string) => `Reopen ${day}`,
    reopened: (day: string) => `Reopened: ${day}`,
    refused: 'The day was not reopened',
    unknown: 'No answer came: the day may be reopened or not',
  },
  lists: {
    title: 'Review before closing',
    titleClosed: 'Still open',
    empty: 'Nothing to review.',
    study: 'Study',
    details: 'What',
    amount: (currency: string) => `Amount (${currency})`,
    openStudy: 'Open the study',
    checkAttempt: 'Check or resolve',
    linkOf: (link: string, studyID: string) => `${link}, study ${studyID}`,
    recorded: (time: string) => `Recorded ${time}`,
    attempts: 'Open card payments',
    attempt: (name: string, time: string, device: string) => `By ${name} since ${time}, ${device}`,
    invoicesNotIssued: 'Invoices not issued',
    chequesNotDeposited: 'Cheques not deposited',
    cheque: (number: string, time: string) => `${number === '' ? 'Cheque' : `Cheque ${number}`}, recorded ${time}`,
    overpaid: 'Paid beyond the price',
    toRefund: 'To be refunded',
    invoices: 'Invoices outstanding and paid',
    invoicesOutstanding: 'Issued and not paid, no money received',
    invoicesPaid: 'Marked as paid on this day, not part of the counts',
    invoicePaid: (method: string | null, name: string, time: string) =>
      `${method === null ? '' : `Paid by ${method}, `}marked by ${name}, ${time}`,
  },
}
