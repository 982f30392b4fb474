import type { LogEntry } from '#domain/study/study.ts'
import { fieldTitle } from './safety-words.ts'

/** A line with more questions than this shows only their number; the user can open the list of questions. */
const maxNamed = 3

type LogWords = {
  readonly text: string
  /** The items that the text only counts; empty if the text has them all. */
  readonly details: readonly string[]
}

/**
 * Returns a line of the log in words. The log records a save of safety answers by field name. The line names the
 * questions by title, in quotes because a title may read like an answer; many questions become a count.
 */
export const logWords = ({ category, content }: Pick<LogEntry, 'category' | 'content'>): LogWords => {
  const [, verb, list] = category === safetyLogCategory ? (/^(Answered|Changed): (\S.*)$/.exec(content) ?? []) : []
  if (verb === undefined || list === undefined) return { text: content, details: [] }
  const titles = list.split(', ').map((field) => words.question(fieldTitle(field)))
  return titles.length > maxNamed
    ? { text: words.manyQuestions(verb, titles.length), details: titles }
    : { text: words.fewQuestions(verb, titles.join(', ')), details: [] }
}

const words = {
  question: (title: string) => `“${title}”`,
  manyQuestions: (verb: string, count: number) => `${verb} ${count} safety questions`,
  fewQuestions: (verb: string, titles: string) => `${verb}: ${titles}`,
}

/** The category of log lines about saved safety answers. */
const safetyLogCategory = 'Safety questions'
