import type { AnswerValue, AskedQuestion } from '#domain/questionnaire/question.ts'
import { askedQuestions } from '#domain/questionnaire/questionnaire-engine.ts'
import { safetyQuestionnaire } from '#domain/questionnaire/safety-questionnaire.ts'
import { formatDate } from '#domain/time/format-time.ts'
import { parsePlainDate } from '#domain/time/plain-date.ts'

const questions: ReadonlyMap<string, AskedQuestion> = new Map(
  askedQuestions(safetyQuestionnaire).map((question) => [question.field, question]),
)

/** The safety question of a field; undefined for none. */
export const questionOf = (field: string): AskedQuestion | undefined => questions.get(field)

/** What the form calls a field; a field that it does not have keeps its name. */
export const fieldTitle = (field: string): string => questions.get(field)?.title ?? field

/** What is stored, in words: `Correct` to "Never had heart surgery" is "No heart surgery". Text is as it was typed. */
export const describeAnswer = (question: AskedQuestion, value: AnswerValue): string => {
  if (question.type === 'radio' || question.type === 'choice') {
    const chosen = typeof value === 'string' ? [value] : value
    return chosen
      .map((each) => {
        const option = question.options.find((candidate) => candidate.value === each)
        return option?.echo ?? option?.label ?? each
      })
      .join('; ')
  }
  const text = typeof value === 'string' ? value : value.join('; ')
  const date = question.type === 'datepicker' ? parsePlainDate(text) : undefined
  return date === undefined ? text : formatDate(date)
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
