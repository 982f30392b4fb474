/**
 * Returns whether the location is locked: it cannot be changed once any payment has been made, refunded or not (booking
 * spec §5). A study that an earlier version wrote to the cache has `paymentAmount`, but its `paymentMade` is always
 * false.
 */
export const isLocationLocked = (
  study: { readonly paymentMade: boolean; readonly paymentAmount: number } | null,
): boolean => study !== null && (study.paymentMade || study.paymentAmount > 0)

/** The reason shown beside a locked location. */
export const locationLockedReason = 'The location cannot be changed once a payment has been made.'
