/** Returns a whole number with separators: `1,244`. */
export const formatCount = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, ',')

/**
 * Returns a number with its noun: `1 answer`, `2 answers`. `plural` is needed only if the plural is not formed with an
 * s.
 */
export const countOf = (count: number, noun: string, plural = `${noun}s`): string =>
  `${formatCount(count)} ${count === 1 ? noun : plural}`

/**
 * Returns a share as a percentage, with three decimals at most and without trailing zeros: 0.1 is `10%`, 0.14975 is
 * `14.975%`.
 */
export const formatPercent = (share: number): string => `${Number((share * 100).toFixed(3))}%`
