/**
 * Returns the id of a member or study, short enough to be read aloud by phone: its letter and twelve hex digits of a
 * random id. The table's key refuses a duplicate; the chance that a million studies have any is about 1 in 500.
 */
export const toReadableID = (letter: 'm' | 's', randomID: string): string =>
  `${letter}-${randomID.replaceAll('-', '').slice(0, 12)}`
