/**
 * Returns the id of a member or study, short enough to be read aloud by phone: its letter and twelve hex digits of a
 * random id. The table's key refuses duplicates; among a million studies the chance of one is one in five hundred.
 */
export const toReadableID = (letter: 'm' | 's', randomID: string): string =>
  `${letter}-${randomID.replaceAll('-', '').slice(0, 12)}`
