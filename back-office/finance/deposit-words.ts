import type { ChangedCheque } from '#domain/finance/cheque-deposit.ts'
import { chequeProblemWords, nameCheque } from '#domain/finance/cheque-deposit-words.ts'

/** The most cheques that the message of a refusal names; its details have all of them. */
const maxNamed = 4

/** The refusals of the back office about deposits of cheques, and their lines of the activity log. */
export const backOfficeDepositWords = {
  changed: (cheques: readonly ChangedCheque[]) =>
    [
      'Nothing was deposited.',
      ...cheques.slice(0, maxNamed).map((cheque) => `${nameCheque(cheque)}: ${chequeProblemWords[cheque.problem]}`),
      ...(cheques.length > maxNamed ? [`And ${cheques.length - maxNamed} more.`] : []),
    ].join(' '),
  date: {
    future: 'This day is in the future.',
    'before-cheque': 'One of the cheques was received after this day.',
  },
  depositNotFound: 'Deposit not found.',
  hidden: 'The cheques of this deposit must be counted again before the slip is printed.',
  logLine: (line: string, number: number) => `${line}, deposit ${number}`,
}
