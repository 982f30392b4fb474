import type { LogEntry } from '#domain/study/study.ts'
import { fieldTitle } from '../../safety/safety-words.ts'

/** Above this number the line shows a count, and the user opens the list of questions. */
const mostNamed = 3

type LogWords = {
  readonly text: string
  /** The items that the text only counts; empty where the text has them all. */
  readonly details: readonly string[]
}

/**
 * Returns a line of the log in words. The log records a save of safety answers by field name. The line names the
 * questions by title, in quotes because a title may read like an answer; many questions become a count.
 */
export const logWords = ({ category, content }: Pick<LogEntry, 'category' | 'content'>): LogWords => {
  const [, verb, list] = category === safetyLogCategory ? (/^(Answered|Changed): (\S.*)$/.exec(content) ?? []) : []
  if (verb === undefined || list === undefined) return { text: content, details: [] }
  const titles = list.split(', ').map((field) => activityLogWords.question(fieldTitle(field)))
  return titles.length > mostNamed
    ? { text: activityLogWords.manyQuestions(verb, titles.length), details: titles }
    : { text: activityLogWords.fewQuestions(verb, titles.join(', ')), details: [] }
}

/** The category of log lines about saved safety answers. */
const safetyLogCategory = 'Safety questions'

/** The texts of the activity log and its form for notes. */
export const activityLogWords = {
  title: 'Activity log',
  loading: 'Loading the activity log',
  notRead: "Couldn't load the activity log",
  outOfDate: 'The activity log may be out of date',
  empty: 'No activity yet.',
  filter: 'Filter by category',
  allCategories: 'All categories',
  list: 'Activity log, newest first',
  question: (title: string) => `“${title}”`,
  manyQuestions: (verb: string, count: number) => `${verb} ${count} safety questions`,
  fewQuestions: (verb: string, titles: string) => `${verb}: ${titles}`,
  copyNote: 'Copy to a new note',
  noteCategory: 'Note category',
  noteFailed: (text: string) => `${text} Your note is still in the field.`,
}
