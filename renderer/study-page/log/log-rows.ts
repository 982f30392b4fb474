import type { WaitingStudyAct } from '#contract/study/bridge.ts'
import type { LogEntry } from '#domain/study/study.ts'
import { isWaitingNote } from '#domain/study/waiting-notes.ts'

/** The categories of a note. Atrium itself writes the log's other categories. */
export const noteCategories = ['Note', 'Phone call', 'Email', 'Follow-up'] as const

/** One line of the log as shown. */
export type LogRow = {
  readonly key: string
  readonly entry: LogEntry
  /** Whether the note is stored on this workstation and not saved in the back office yet. */
  readonly isWaiting: boolean
}

/**
 * Returns the log with the newest line on top, because the front desk is asked about the latest events. Of two lines of
 * the same moment, the one written later comes first. Omits refused notes.
 */
export const toLogRows = (
  entries: readonly LogEntry[],
  waiting: readonly WaitingStudyAct[],
  category: string | null,
): readonly LogRow[] => {
  const kept = waiting.filter(({ failure }) => failure === null)
  const lost = waiting.filter(({ failure }) => failure !== null)
  return entries
    .map((entry, index) => ({
      key: `${entry.time} ${index}`,
      entry,
      index,
      isWaiting: kept.some((act) => isWaitingNote(entry, act)),
    }))
    .filter(({ entry }) => category === null || entry.category === category)
    .filter(({ entry }) => !lost.some((act) => isWaitingNote(entry, act)))
    .sort((a, b) => (a.entry.time === b.entry.time ? b.index - a.index : a.entry.time < b.entry.time ? 1 : -1))
    .map(({ key, entry, isWaiting }) => ({ key, entry, isWaiting }))
}

/** Returns the categories of a log in alphabetical order, for the filter. */
export const categoriesOf = (entries: readonly LogEntry[]): readonly string[] =>
  [...new Set(entries.map(({ category }) => category))].filter((category) => category !== '').sort()
