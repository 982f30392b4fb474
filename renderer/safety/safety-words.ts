import { answerWords } from '#domain/safety/answer-words.ts'
import type { AnswerValue, AskedQuestion } from '#domain/safety/question.ts'
import { askedQuestions } from '#domain/safety/questionnaire-engine.ts'
import { safetyQuestionnaire } from '#domain/safety/safety-questionnaire.ts'

const questions: ReadonlyMap<string, AskedQuestion> = new Map(
  askedQuestions(safetyQuestionnaire).map((question) => [question.field, question]),
)

/** The safety question of a field; undefined for none. */
export const questionOf = (field: string): AskedQuestion | undefined => questions.get(field)

/** What the form calls a field; a field that it does not have keeps its name. */
export const fieldTitle = (field: string): string => questions.get(field)?.title ?? field

/** Returns the answer to a field in the words of the form; "No answer" where there is none. */
export const describeFieldAnswer = (field: string, value: AnswerValue | undefined): string => {
  const question = questionOf(field)
  if (value === undefined) return 'No answer'
  return question === undefined ? String(value) : answerWords(question, value)
}

/** What is wrong with an answer, as a person reads it below the question; `problem` is as it was said of the field. */
export const describeProblem = (question: AskedQuestion, problem: string): string => {
  if (problem === 'must be answered') return 'Please answer this question.'
  if (question.type !== 'datepicker') return `This ${problem}.`
  if (problem.startsWith('must be a date')) return 'This must be a whole date that exists: year, month and day.'
  return problem.includes('future') ? 'This date must not be in the future.' : `This date ${problem}.`
}

/** A title before its answer: a question keeps its own mark. */
export const withColon = (title: string): string => (title.endsWith('?') ? title : `${title}:`)
