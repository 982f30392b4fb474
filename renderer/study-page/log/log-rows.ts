import type { WaitingStudyAct } from '#contract/study/bridge.ts'
import type { LogEntry } from '#domain/study/study.ts'
import { isWaitingNote } from '#domain/study/waiting-notes.ts'

/** What a note can be filed under; the log's other categories are written by the application itself. */
export const noteCategories = ['Note', 'Phone call', 'E-mail', 'Follow-up'] as const

/** One line of the log as it is shown. */
export type LogRow = {
  readonly key: string
  readonly entry: LogEntry
  /** It is kept on this workstation and not saved yet. */
  readonly isWaiting: boolean
}

/**
 * The log with the newest line on top: who comes to the desk is asked about what happened last. Of two lines of one moment the later
 * written stands first. Notes that were refused are no lines.
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

/** The categories a log has, by the alphabet, for the filter. */
export const categoriesOf = (entries: readonly LogEntry[]): readonly string[] =>
  [...new Set(entries.map(({ category }) => category))].filter((category) => category !== '').sort()
