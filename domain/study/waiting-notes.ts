import type { LogEntry } from './study.ts'
import type { WaitingAct } from './waiting-act.ts'

/** The words for a note or check-in that this workstation stores until the back office has it. */
export const waitingWords = 'Waiting to be sent'

/** Returns whether a line of the log is the note of a waiting act. */
export const isWaitingNote = (entry: LogEntry, { note, at }: WaitingAct): boolean =>
  note !== null && entry.time === at && entry.category === note.category && entry.content === note.content

/**
 * Returns the log with this workstation's waiting notes. Offline the log cannot be read, so only the waiting notes are
 * shown.
 */
export const withWaitingNotes = (entries: readonly LogEntry[], waiting: readonly WaitingAct[]): readonly LogEntry[] => {
  const missing = waiting
    .filter(({ failure }) => failure === null)
    .filter((act) => !entries.some((each) => isWaitingNote(each, act)))
  return [...entries, ...missing.flatMap(({ note, at, by }) => (note === null ? [] : [{ ...note, time: at, by }]))]
}
