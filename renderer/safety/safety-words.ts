import { answerWords } from '#domain/safety/answer-words.ts'
import type { AnswerValue, AskedQuestion } from '#domain/safety/question.ts'
import { askedQuestions } from '#domain/safety/questionnaire-engine.ts'
import { safetyQuestionnaire } from '#domain/safety/safety-questionnaire.ts'

const questions: ReadonlyMap<string, AskedQuestion> = new Map(
  askedQuestions(safetyQuestionnaire).map((question) => [question.field, question]),
)

/** Returns the safety question of a field; undefined for none. */
export const questionOf = (field: string): AskedQuestion | undefined => questions.get(field)

/** Returns the form's title of a field; an unknown field keeps its name. */
export const fieldTitle = (field: string): string => questions.get(field)?.title ?? field

/** Returns the answer to a field in the words of the form; "No answer" where there is none. */
export const describeFieldAnswer = (field: string, value: AnswerValue | undefined): string => {
  const question = questionOf(field)
  if (value === undefined) return 'No answer'
  return question === undefined ? String(value) : answerWords(question, value)
}

/** Returns an answer's error as shown below the question. `problem` is the field message of the failure. */
export const describeProblem = (question: AskedQuestion, problem: string): string => {
  if (problem === 'must be answered') return 'Please answer this question.'
  if (question.type !== 'datepicker') return `This ${problem}.`
  if (problem.startsWith('must be a date')) return 'This must be a whole date that exists: year, month and day.'
  return problem.includes('future') ? 'This date must not be in the future.' : `This date ${problem}.`
}

/** Returns a title to put before its answer: a question keeps its question mark, any other title gets a colon. */
export const withColon = (title: string): string => (title.endsWith('?') ? title : `${title}:`)
