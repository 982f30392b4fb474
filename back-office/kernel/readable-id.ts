/**
 * The id of a member or study, short enough to be read out over the phone: its letter and twelve of a random id's hex
 * digits. Two alike are refused by the table's key; among a million studies the chance of that is one in five hundred.
 */
export const toReadableID = (letter: 'm' | 's', randomID: string): string =>
  `${letter}-${randomID.replaceAll('-', '').slice(0, 12)}`
