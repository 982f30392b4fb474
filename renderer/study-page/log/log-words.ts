import type { LogEntry } from '#domain/study/study.ts'
import { fieldTitle } from '../../safety/safety-words.ts'

/** More questions than this are counted, and named one by one only to who asks. */
const mostNamed = 3

type LogWords = {
  readonly text: string
  /** What the text only counts, one by one; empty where it says all. */
  readonly details: readonly string[]
}

/**
 * A line of the log as the desk reads it. A save of safety answers is written down by the fields' own names: the questions are
 * named by their titles, in quotes as a title may read like an answer, and of many only how many they are is said.
 */
export const logWords = ({ category, content }: Pick<LogEntry, 'category' | 'content'>): LogWords => {
  const [, verb, list] = category === safetyLogCategory ? (/^(Answered|Changed): (\S.*)$/.exec(content) ?? []) : []
  if (verb === undefined || list === undefined) return { text: content, details: [] }
  const titles = list.split(', ').map((field) => `“${fieldTitle(field)}”`)
  return titles.length > mostNamed
    ? { text: `${verb} ${titles.length} safety questions`, details: titles }
    : { text: `${verb}: ${titles.join(', ')}`, details: [] }
}

/** The category under which saves of safety answers are written down. */
const safetyLogCategory = 'Safety questions'
