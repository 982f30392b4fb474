/** Returns whether the location is locked: it cannot be changed once any payment has been made (booking spec §5). */
export const isLocationLocked = (study: { readonly paymentAmount: number } | null): boolean =>
  study !== null && study.paymentAmount > 0

/** The reason shown beside a locked location. */
export const locationLockedReason = 'The location cannot be changed once a payment has been made.'
