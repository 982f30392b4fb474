/**
 * Returns the id of a member or study, short enough to be read aloud by phone: its letter and twelve hex digits of a
 * random id. The table's key refuses a duplicate; the chance that any two of a million studies have the same id is
 * about 1 in 500.
 */
export const toReadableID = (letter: 'm' | 's', randomID: string): string =>
  `${letter}-${randomID.replaceAll('-', '').slice(0, 12)}`
