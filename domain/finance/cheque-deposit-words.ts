import type { ChangedCheque, ChequeProblem } from './cheque-deposit.ts'

/** Why a chosen cheque was not deposited, as sentences. */
export const chequeProblemWords: Readonly<Record<ChequeProblem, string>> = {
  deposited: 'already deposited.',
  refunded: 'refunded.',
  paid: 'already marked as paid.',
  changed: 'changed at another desk. Check it and select it again.',
  hidden: 'must be counted first.',
  elsewhere: 'its study moved to another location.',
  unknown: 'not a cheque of this location.',
}

/** Names a cheque by its number and its study: `Cheque 1001, study s-1`. */
export const nameCheque = ({ referenceID, studyID }: Pick<ChangedCheque, 'referenceID' | 'studyID'>): string =>
  [
    referenceID === '' ? 'Cheque without a number' : `Cheque ${referenceID}`,
    ...(studyID === '' ? [] : [`study ${studyID}`]),
  ].join(', ')
