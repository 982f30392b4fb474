import { optionalLineOfText } from '../values/plain-text.ts'

/** The maximum length of a front-desk note, in characters: the board shows the note on one line. */
export const frontDeskNoteMaxLength = 160

/** A note of the front desk about a visit, such as "Arrives with a walker"; empty for none. */
export const frontDeskNoteSchema = optionalLineOfText(frontDeskNoteMaxLength)
