/** A payment or refund at the processor. */
type Taken = {
  readonly id: string
  /** The attempt in Atrium for which it was made; null if another program or the reader itself made it. */
  readonly attemptID: string | null
  /** The payment that a refund undoes; null for a payment. */
  readonly ofPayment: string | null
}

/** The processor's payments that a database has. */
type Known = {
  readonly attemptIDs: ReadonlySet<string>
  /** The processor's ids of the payments that belong to attempts. */
  readonly intentIDs: ReadonlySet<string>
}

/**
 * Returns the payments and refunds that the processor has and the database lacks. Payments that other programs made
 * through the same account are omitted, because they name no attempt. A refund without an attempt counts if it undoes
 * a payment of Atrium, known or missing.
 */
export const findMissingPayments = <Item extends Taken>(taken: readonly Item[], known: Known): readonly Item[] => {
  const isMissing = ({ attemptID }: Taken): boolean => attemptID !== null && !known.attemptIDs.has(attemptID)
  const ours = new Set([...known.intentIDs, ...taken.filter(isMissing).map(({ id }) => id)])
  return taken.filter(
    (item) => isMissing(item) || (item.attemptID === null && item.ofPayment !== null && ours.has(item.ofPayment)),
  )
}
