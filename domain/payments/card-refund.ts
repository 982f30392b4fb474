import type { StudyID } from '../values/study-id.ts'
import { isPadPayment } from './refund.ts'
import type { Transaction } from './transaction.ts'

/** The device that refunds a card payment with the card present, or why no device refunds the payment. */
type CardRefund =
  /** On the PIN pad. `chargeID` is the pad's own reference; empty if the payment has none. */
  | { readonly kind: 'pad'; readonly chargeID: string }
  /** On the processor's reader. The processor must first name the charge and its remaining amount. */
  | { readonly kind: 'interac'; readonly referenceID: string }
  | { readonly kind: 'of-another-study' }
  | { readonly kind: 'no-card-needed' }

/** Decides which device refunds a payment of this study with the card present (booking spec §5). */
export const decideCardRefund = (
  transaction: Pick<Transaction, 'studyID' | 'currency' | 'details'>,
  studyID: StudyID,
): CardRefund => {
  const { details, currency } = transaction
  if (transaction.studyID !== studyID) return { kind: 'of-another-study' }
  // The ledger limits the amount: the back office refuses a higher one when the attempt is registered.
  if (isPadPayment(transaction)) return { kind: 'pad', chargeID: details.referenceID ?? '' }
  if (!details.isInterac || currency !== 'CAD' || details.referenceID === null) return { kind: 'no-card-needed' }
  return { kind: 'interac', referenceID: details.referenceID }
}
