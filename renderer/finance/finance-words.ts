import { isOutcomeUnknown } from '#contract/failures.ts'
import type { Failure } from '#contract/reply.ts'
import type { CashUpLine, CashUpTableName } from '#domain/finance/cash-up.ts'
import { formatTableAmount } from '#domain/format/format-money.ts'
import { type Money, toMoney } from '#domain/values/money.ts'

/** Describes a difference without a sign: `5.00 over`, `5.00 short`, `Balanced`. */
export const describeDifference = (difference: Money): string => {
  if (difference === 0) return 'Balanced'
  return difference > 0 ? `${formatTableAmount(difference)} over` : `${formatTableAmount(toMoney(-difference))} short`
}

export const countLabel = (line: Pick<CashUpLine, 'isOutdated' | 'counted'>): string =>
  line.counted === null ? 'Count' : 'Count again'

/** The names of the exported tables. */
export const tableNames: Readonly<Record<CashUpTableName, string>> = {
  takings: 'Takings',
  counts: 'Counts',
  closings: 'Closings and reopenings',
  'card-payments': 'Open card payments',
  invoices: 'Invoices not issued',
  'outstanding-invoices': 'Invoices issued, not paid',
  'paid-invoices': 'Invoices marked as paid',
  cheques: 'Cheques not deposited',
  overpayments: 'Overpaid studies',
}

/** Returns the title of a failure: `refused` if the server certainly changed nothing; otherwise `unknown`. */
export const failureTitle = (failure: Failure, refused: string, unknown: string): string =>
  isOutcomeUnknown('bridge', failure) ? unknown : refused

/** The texts of Finance: the day, its tables and lists, and the dialogs that count, close and reopen it. */
export const financeWords = {
  note: 'Note',
  tryAgain: 'Try again',
  cancel: 'Cancel',
  enterReason: 'Enter a reason.',
  actions: 'Actions',
  total: 'Total',
  hidden: {
    line: 'Hidden until counted',
    /** Replaces a hidden figure where another column of the row already explains it in words. */
    sign: '•••',
    /** A line whose earlier count no longer applies. */
    again: 'Hidden until counted again',
    total: 'Hidden until every cash and cheque line is counted',
    tender: (tender: string) => `Hidden until every ${tender.toLowerCase()} line is counted`,
  },
  noFigure: '–',
  dayAt: (date: string, location: string) => `${date}, ${location}`,
  screen: {
    title: 'Finance',
    location: 'Location',
    day: 'Day',
    saveCsv: 'Save as CSV',
    savePdf: 'Save as PDF',
    printedItem: (date: string) => `cash-up for ${date}`,
    dayNotShown: 'The day has not loaded.',
    fileFailed: 'The file was not created',
    dayOffline: 'You’re offline. The day appears when the connection is back.',
    loading: 'Loading the day',
    noAccess: 'You don’t have access to Finance',
    noAccessReason: 'Only the front desk, sales, finance and administrators can open Finance.',
    locationsFailed: 'Could not load locations',
    noLocation: 'No location',
    noLocationHint: 'Ask an administrator to give your account a location.',
  },
  day: {
    takings: 'Takings',
    yourTakings: 'Your takings',
    yourTakingsOf: (block: string) => `Your takings, ${block.toLowerCase()}`,
    dateAndCurrency: (date: string, currency: string) => `${date}, amounts in ${currency}`,
    offline: 'You’re offline. The day may be out of date',
    outOfDate: 'Could not update. The day may be out of date',
    close: 'Close the day',
    closeBlock: 'Close the later payments and refunds',
    future: 'This day is in the future.',
    sent: 'The server did not answer. Record the counts again. Atrium then shows whether this count was already recorded.',
    reopen: 'Reopen the day',
    obstacle: (reason: string) => `Not ready to close. ${reason}`,
    expectedHint:
      'A refund is included on the day it is made. Card payments that are authorized but not yet charged are not included in Expected.',
    closedBy: (name: string, time: string) => `Closed by ${name}, ${time}`,
    reopenedBy: (name: string, time: string) => `Reopened by ${name}, ${time}`,
    countAgain: (reason: string) => `Reason: “${reason}”. Count all cash and cheques again, then close the day.`,
    movedAfterClose: (name: string, time: string) => `Closed by ${name}, ${time}. There are later payments or refunds`,
    movedAfterCloseHint: (block: string) =>
      `The closed figures are unchanged. Later payments and refunds are listed under “${block}”, with their own count and close.`,
    whoCloses: 'Finance staff or an administrator reviews and closes the day.',
    closedBlock: (block: string) => `${block}, closed`,
    yourClosedBlock: (block: string) => `Your ${block.toLowerCase()}, closed`,
    closedBlockFacts: (name: string, time: string, currency: string) => `${name}, ${time}, amounts in ${currency}`,
    closedEarly: (reason: string) => `Closed early: ${reason}`,
  },
  takings: {
    caption: (block: string, currency: string) => `${block} in ${currency}, by person and payment type`,
    empty: 'No money received',
    emptyHint: 'Payments taken and refunds made at this location appear here.',
    yourEmptyHint: 'Payments that you take and refunds that you make at this location appear here.',
    totalReceived: 'Total received',
    byTender: 'Totals by payment type',
    person: 'Person',
    tender: 'Payment type',
    taken: 'Taken',
    refunded: 'Refunded',
    uncaptured: 'Not yet charged',
    expected: 'Expected',
    counted: 'Counted',
    difference: 'Difference',
    notCounted: 'Not counted',
    outdated: 'Changed since the count',
    noteNeeded: 'Note required',
    countedOf: (name: string, tender: string) => `Counted: ${name}, ${tender}`,
    countingHint: (typed: number, waiting: number) =>
      `${typed} of ${waiting} typed. Tab or Enter goes to the next count, and what you type is kept. Count without the float; the expected amounts appear after you record.`,
    record: (count: number) => (count === 1 ? 'Record 1 count' : `Record ${count} counts`),
    recordOf: (count: number, day: string) => `${count === 1 ? 'Record 1 count' : `Record ${count} counts`}: ${day}`,
    recorded: (count: number) => (count === 1 ? '1 count recorded' : `${count} counts recorded`),
    nothingTyped: 'First type what you counted.',
    unreadable: 'Correct the counts that are not amounts. All counts are recorded together.',
    countOf: (label: string, tender: string, name: string) => `${label}: ${name}, ${tender.toLowerCase()}`,
  },
  notReceived: {
    label: (block: string) => `${block}: no money received`,
    title: 'Invoiced or redeemed (no money received)',
    caption: (block: string, currency: string) => `${block}: invoiced or redeemed in ${currency} (no money received)`,
    kind: 'Kind',
    invoiced: 'Invoiced',
    redeemed: 'Redeemed or prepaid',
    recorded: 'Recorded',
    cancelled: 'Cancelled',
    remaining: 'Remaining',
  },
  counts: {
    title: 'Counts',
    label: (block: string) => `${block}: counts`,
    caption: (block: string, currency: string) => `${block}: all counts, amounts in ${currency}`,
    voidedPanel: 'Counts before the day was reopened',
    voidedTitle: 'No longer valid',
    voidedLabel: 'Before the day was reopened: counts',
    voidedCaption: (currency: string) => `Before the day was reopened: all counts, amounts in ${currency}`,
    counted: 'Counted',
    countOf: (name: string, tender: string, number: number) => `${name}, ${tender.toLowerCase()}, count ${number}`,
    by: 'Counted by',
    at: 'Time',
    amount: 'Amount',
    difference: 'Difference',
  },
  countDialog: {
    unknownPerson: 'this person',
    title: (tender: string, name: string) => `Count ${name}’s ${tender === 'cheque' ? 'cheques' : tender}`,
    save: 'Save count',
    recorded: (money: string, tender: string, name: string) =>
      `${name}’s ${tender === 'cheque' ? 'cheques' : tender}: ${money} counted`,
    cashHint: 'Count the drawer, excluding the float. The expected amount appears after you save.',
    chequesHint: 'Enter the total of the cheques. The expected amount appears after you save.',
    cashAgainHint: 'Count the drawer again, excluding the float. Enter the new total; it replaces the last count.',
    chequesAgainHint: 'Add up the cheques again. Enter the new total; it replaces the last count.',
    amount: 'Amount counted',
    noteHint: 'If the count differs from the expected amount, the day can’t be closed without a note.',
    refused: 'The count was not saved',
    unknown: 'The server did not answer. The count may already be saved; reload to check.',
    offline: 'You’re offline. Your entry is kept. Save it when you’re back online.',
  },
  closeDialog: {
    title: 'Close the day',
    titleAfter: 'Close the later payments and refunds',
    close: (day: string) => `Close ${day}`,
    closed: (day: string) => `Day closed: ${day}`,
    closedAfter: (day: string) => `Later payments closed: ${day}`,
    freezeHint:
      'This locks the figures and counts. Later payments and refunds are listed separately under a new “After close” heading, with their own count.',
    openItems: 'Still outstanding (listed until resolved)',
    invoicesNotIssued: (count: number) => `${count} ${count === 1 ? 'invoice' : 'invoices'} not issued`,
    chequesNotDeposited: (count: number) => `${count} ${count === 1 ? 'cheque' : 'cheques'} not deposited`,
    overpaid: (count: number) => `${count} overpaid ${count === 1 ? 'study' : 'studies'}`,
    earlyReason: 'Reason for closing early',
    lastAppointment: (time: string) => `The day’s last appointment ends ${time}.`,
    refused: 'The day was not closed',
    unknown: 'The server did not answer. The day may already be closed; reload to check.',
    balanced: 'All counts balance.',
    earlierDifference: 'An earlier count showed a difference',
    dayDifference: (difference: string) => `Total difference: ${difference}`,
    differenceOf: (name: string, tender: string, difference: string) =>
      `${name}, ${tender.toLowerCase()}: ${difference}`,
  },
  reopenDialog: {
    title: 'Reopen the day',
    hint: 'You will need to count all cash and cheques of the day again, including those taken after the close. Earlier counts and closes are kept.',
    reason: 'Reason',
    reopen: (day: string) => `Reopen ${day}`,
    reopened: (day: string) => `Day reopened: ${day}`,
    refused: 'The day was not reopened',
    unknown: 'The server did not answer. The day may already be reopened; reload to check.',
  },
  lists: {
    title: 'Review before closing',
    titleClosed: 'Still outstanding',
    empty: 'Nothing to review',
    emptyHint: 'Open card payments, invoices to issue, cheques to deposit and overpaid studies appear here.',
    member: 'Member',
    born: (date: string) => `born ${date}`,
    age: 'Age',
    days: (days: number) => (days === 0 ? 'Today' : days === 1 ? '1 day' : `${days} days`),
    refund: 'Refund',
    refundOf: (amount: string, name: string) => `Refund ${amount} to ${name}`,
    study: 'Study',
    details: 'Details',
    amount: (currency: string) => `Amount (${currency})`,
    openStudy: 'Open study',
    checkAttempt: 'Check or resolve',
    linkOf: (link: string, studyID: string) => `${link}, study ${studyID}`,
    recorded: (time: string) => `Recorded ${time}`,
    attempts: 'Open card payments',
    attempt: (name: string, time: string, device: string) => `Started by ${name}, ${time}, ${device}`,
    invoicesNotIssued: 'Invoices not issued',
    chequesNotDeposited: 'Cheques not deposited',
    cheque: (number: string, time: string) => `${number === '' ? 'Cheque' : `Cheque ${number}`}, recorded ${time}`,
    overpaid: 'Overpaid',
    toRefund: 'Refund due',
    invoices: 'Outstanding and paid invoices',
    invoicesOutstanding: 'Issued, not paid (no money received)',
    invoicesPaid: 'Marked as paid on this day (not in the counts)',
    invoicePaid: (method: string | null, name: string, time: string) =>
      `${method === null ? '' : `Paid by ${method}, `}marked by ${name}, ${time}`,
  },
}
