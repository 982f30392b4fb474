import { optionalLineOfText } from '../values/plain-text.ts'

/** Characters of a front-desk note: it is read on one line of the board. */
export const frontDeskNoteMaxLength = 160

/** A note of the front desk about a visit, such as "Arrives with a walker"; empty for none. */
export const frontDeskNoteSchema = optionalLineOfText(frontDeskNoteMaxLength)
