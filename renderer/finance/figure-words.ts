/** The texts of the transactions behind a figure of the day. */
export const figureWords = {
  close: 'Close',
  loading: 'Loading transactions',
  caption: (name: string) => `${name}: transactions`,
  empty: 'No transactions',
  emptyHint: 'Payments and refunds that make up this figure appear here.',
  time: 'Time',
  member: 'Member',
  by: 'By',
  person: (name: string, born: string) => `${name}, born ${born}`,
  studyOf: (studyID: string) => `${studyID}: open the payments of this study`,
  typeOf: (isRefund: boolean, label: string) => (isRefund ? `Refund, ${label.toLowerCase()}` : label),
  /** The name of a figure, such as `Taken: Robin Frost, cash`. */
  nameOf: (column: string, who: string, what: string) => `${column}: ${who}, ${what.toLowerCase()}`,
  everyone: 'all',
  /** The accessible name of the button that shows the transactions behind a figure. */
  show: (amount: string, name: string) => `${amount}, show transactions of ${name}`,
}
