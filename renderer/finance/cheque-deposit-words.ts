import type { ChequeSum } from '#domain/finance/cheque-deposit.ts'
import { countOf } from '#domain/format/format-count.ts'
import { formatMoney } from '#domain/format/format-money.ts'

/** Describes sums: `3 cheques, CA$700.00`, with one part for each currency. */
export const describeChequeSums = (sums: readonly ChequeSum[]): string =>
  sums.length === 0
    ? countOf(0, 'cheque')
    : sums
        .map(({ count, total, currency }) =>
          total === null ? countOf(count, 'cheque') : `${countOf(count, 'cheque')}, ${formatMoney(total, currency)}`,
        )
        .join(' + ')

/** The texts of the deposit of cheques. */
export const chequeDepositWords = {
  select: {
    all: 'Select all cheques',
    one: (cheque: string, about: string) => `Select ${cheque === '' ? 'cheque' : `cheque ${cheque}`}, ${about}`,
    hidden: (cheque: string, about: string) =>
      `${cheque === '' ? 'Cheque' : `Cheque ${cheque}`}, ${about}: hidden until counted`,
    selected: (sums: string) => `Selected: ${sums}`,
    hint: 'Select the cheques that go to the bank. They are deposited together, with one slip.',
    none: 'No cheque selected',
    nothing: 'Select at least one cheque.',
    tooMany: (most: number) => `Deposit at most ${most} cheques at once.`,
    open: 'Deposit cheques',
    openOf: (sums: string) => `Deposit cheques: ${sums}`,
  },
  dialog: {
    title: 'Deposit cheques',
    hint: 'Each cheque is marked as deposited on its study, and a deposit slip is ready to print.',
    caption: 'The selected cheques by currency',
    count: 'Cheques',
    total: 'Total',
    date: 'Day of deposit',
    dateMissing: 'Choose the day of the deposit.',
    bankReference: 'Bank reference (optional)',
    confirm: (count: number) => `Deposit ${countOf(count, 'cheque')}`,
    confirmOf: (count: number, about: string) => `Deposit ${countOf(count, 'cheque')}: ${about}`,
    noneLeft: 'None of the selected cheques can be deposited.',
    frozen: 'The server did not answer. Deposit again to learn whether the deposit was recorded.',
    changed: 'Nothing was deposited',
    changedHint: 'These cheques were removed from the selection. Check the new total, then deposit the others.',
    refused: 'The cheques were not deposited',
    unknown: 'The server did not answer. The deposit may already be recorded.',
  },
  made: {
    title: (number: number, sums: string) => `Deposit ${number} recorded: ${sums}`,
    hint: 'Print the deposit slip for the bank.',
  },
  slip: {
    print: 'Print slip',
    save: 'Save slip',
    saveOf: (number: number) => `Save slip ${number}`,
    printOf: (number: number) => `slip ${number}`,
    saved: 'Deposit slip saved',
    notSaved: 'Could not save the deposit slip',
    hidden: 'The cheques of this deposit must be counted again first.',
  },
  list: {
    title: 'Cheque deposits',
    caption: 'Earlier deposits of cheques of this location',
    number: 'No.',
    date: 'Day',
    cheques: 'Cheques',
    total: 'Total',
    bankReference: 'Bank reference',
    by: 'Recorded by',
    empty: 'No deposits yet',
    emptyHint: 'Deposits of cheques appear here, so that the slip can be printed again.',
    earlier: 'Show earlier deposits',
    loading: 'Loading the deposits',
    allTakenBack: 'All taken back',
    takenBack: (cheque: string, time: string, name: string) =>
      `${cheque === '' ? 'Cheque' : `Cheque ${cheque}`} taken back ${time}${name === '' ? '' : ` by ${name}`}`,
  },
}
