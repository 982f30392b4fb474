import type { LogEntry } from './study.ts'
import type { WaitingAct } from './waiting-act.ts'

/** The one word for what is kept at this workstation until the back office has it: a note, a check-in. */
export const waitingWords = 'Waiting to be sent'

/** Whether a line of the log is the note of an act that waits. */
export const isWaitingNote = (entry: LogEntry, { note, at }: WaitingAct): boolean =>
  note !== null && entry.time === at && entry.category === note.category && entry.content === note.content

/** The log as it will be once the notes kept at this workstation are saved; offline it cannot be read, and they are all there is. */
export const withWaitingNotes = (entries: readonly LogEntry[], waiting: readonly WaitingAct[]): readonly LogEntry[] => {
  const missing = waiting
    .filter(({ failure }) => failure === null)
    .filter((act) => !entries.some((each) => isWaitingNote(each, act)))
  return [...entries, ...missing.flatMap(({ note, at, by }) => (note === null ? [] : [{ ...note, time: at, by }]))]
}
