/** A payment or refund at the processor. */
type Taken = {
  readonly id: string
  /** The attempt of Atrium that it was made for; null when another program or the reader itself made it. */
  readonly attemptID: string | null
  /** For a refund, the payment that it undoes. */
  readonly ofPayment: string | null
}

/** What a database knows of the processor's payments. */
type Known = {
  readonly attemptIDs: ReadonlySet<string>
  /** The processor's ids of payments that belong to attempts. */
  readonly intentIDs: ReadonlySet<string>
}

/**
 * Returns what the processor has and the database lacks. Payments of other programs over the same account are left out:
 * they name no attempt. A refund without an attempt counts if it undoes a payment of Atrium, known or missing.
 */
export const findMissingPayments = <Item extends Taken>(taken: readonly Item[], known: Known): readonly Item[] => {
  const isMissing = ({ attemptID }: Taken): boolean => attemptID !== null && !known.attemptIDs.has(attemptID)
  const ours = new Set([...known.intentIDs, ...taken.filter(isMissing).map(({ id }) => id)])
  return taken.filter(
    (item) => isMissing(item) || (item.attemptID === null && item.ofPayment !== null && ours.has(item.ofPayment)),
  )
}
