import type { StudyID } from '../values/study-id.ts'
import { isPadPayment } from './refund.ts'
import type { Transaction } from './transaction.ts'

/** Where a card payment is given back with the card present, or why it is not. */
type CardRefund =
  /** On the PIN pad. `chargeID` is the pad's own reference; empty where the payment has none. */
  | { readonly kind: 'pad'; readonly chargeID: string }
  /** On the processor's reader. The processor first has to name the charge and what is left of it. */
  | { readonly kind: 'interac'; readonly referenceID: string }
  | { readonly kind: 'of-another-study' }
  | { readonly kind: 'no-card-needed' }

/** Decides where a payment of this study is given back with the card present (booking spec §5). */
export const decideCardRefund = (
  transaction: Pick<Transaction, 'studyID' | 'currency' | 'details'>,
  studyID: StudyID,
): CardRefund => {
  const { details, currency } = transaction
  if (transaction.studyID !== studyID) return { kind: 'of-another-study' }
  // The ledger limits the amount: the back office refuses more when the attempt is registered.
  if (isPadPayment(transaction)) return { kind: 'pad', chargeID: details.referenceID ?? '' }
  if (!details.isInterac || currency !== 'CAD' || details.referenceID === null) return { kind: 'no-card-needed' }
  return { kind: 'interac', referenceID: details.referenceID }
}
