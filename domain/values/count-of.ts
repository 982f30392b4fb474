/** Returns a number with its noun: `1 answer`, `2 answers`. */
export const countOf = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`
