import { countOf } from '#domain/format/format-count.ts'

/** The texts of the printed slip of a deposit of cheques. */
export const depositSlipWords = {
  fileTitle: (locationID: string, number: number) => `Deposit slip ${locationID} ${number}`,
  continued: (location: string, number: number, date: string) =>
    `Deposit slip · ${location} · deposit ${number} · ${date} (continued)`,
  title: 'Deposit slip',
  numbered: (number: number) => `Deposit ${number}`,
  facts: {
    number: 'Deposit number',
    date: 'Day of deposit',
    bankReference: 'Bank reference',
    by: 'Recorded by',
    at: 'Recorded',
    cheques: 'Cheques',
  },
  cheques: 'Cheques',
  chequesIn: (currency: string) => `Cheques in ${currency}`,
  place: '#',
  number: 'Cheque number',
  payer: 'Payer',
  study: 'Study',
  amount: (currency: string) => `Amount (${currency})`,
  total: (count: number) => `Total of ${countOf(count, 'cheque')}`,
  none: 'All cheques of this deposit were taken back.',
  takenBack: (count: number) => `Taken back after the deposit (${count})`,
  takenBackHint: 'These cheques are not deposited any more. They are not in the total.',
  takenBackHeads: ['Cheque number', 'Payer', 'Study', 'Taken back', 'Amount'],
  takenBackBy: (time: string, name: string) => (name === '' ? time : `${time} by ${name}`),
  depositedByHand: 'Person who deposited',
  receivedByHand: 'Received by the bank',
}
