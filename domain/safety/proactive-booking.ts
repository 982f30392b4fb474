/**
 * Returns whether safety answers can be saved although required answers are missing: true for a proactive booking
 * without a payment (booking spec §5). `paymentAmount` is in any unit.
 */
export const mayLackAnswers = (study: { readonly isProactive: boolean; readonly paymentAmount: number }): boolean =>
  study.isProactive && study.paymentAmount === 0
