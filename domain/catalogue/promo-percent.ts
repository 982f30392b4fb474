/** The millionths in 1 and in 1 percent. A promo's fraction has at most six decimals. */
const inOne = 1_000_000
const inPercent = 10_000

/** Returns a promo's fraction as a percentage, without floating-point errors: 28.5 for 0.285. */
export const toPromoPercent = (fraction: number): number => Math.round(fraction * inOne) / inPercent

/** Returns the fraction for a typed percentage. */
export const fromPromoPercent = (percent: number): number => Math.round(percent * inPercent) / inOne
