import type { Answers, AnswerValue, AskedQuestion, Condition, Facts, Question, Questionnaire } from './question.ts'

/** A question as the page shows it. */
type VisibleQuestion = {
  readonly question: Question
  /** 0 for a question of the questionnaire's own list, 1 for its follow-ups, and so on. */
  readonly depth: number
  /** The field of the topmost question from which this question follows; at depth 0, this question's own field. */
  readonly top: string
}

/** The result of a questionnaire for given answers. */
export type Evaluation = {
  /** In the order of the page, with the notices. */
  readonly visible: readonly VisibleQuestion[]
  /** The answers to the questions that are asked. */
  readonly answers: Answers
  /** Fields whose answers are no longer in `answers`. */
  readonly cleared: readonly string[]
  /** Fields that must be answered before saving (booking spec §5), in the order of the page. */
  readonly required: readonly string[]
  /** The fields in `required` without an answer. */
  readonly unanswered: readonly string[]
}

/**
 * Returns whether a field has an answer: text that is not blank, or at least one chosen value.
 * @internal Tests check its cases directly.
 */
export const isAnswered = (value: AnswerValue | undefined): boolean =>
  typeof value === 'string' ? value.trim() !== '' : value !== undefined && value.length > 0

/**
 * Returns the answer to a field if the record has it as its own entry. Inherited names such as `constructor` do not
 * count.
 */
export const answerTo = (answers: Answers, field: string): AnswerValue | undefined =>
  Object.hasOwn(answers, field) ? answers[field] : undefined

/**
 * Returns whether a condition is met by the answer to its field or, without an answer, by the fact with that field
 * name.
 */
export const isMet = (condition: Condition, facts: Facts, answers: Answers): boolean => {
  const value =
    answerTo(answers, condition.field) ?? (Object.hasOwn(facts, condition.field) ? facts[condition.field] : undefined)
  if (value === undefined) return false
  if (condition.operator === 'equality') return value === condition.value
  return typeof value !== 'string' && value.includes(condition.value)
}

/**
 * Returns whether a stored answer suits its question's type. For example, an answer does not suit if its draft is
 * damaged or if it names a removed option.
 */
const fits = (question: AskedQuestion, value: AnswerValue): boolean => {
  switch (question.type) {
    case 'radio':
      return question.options.some((option) => option.value === value)
    case 'choice':
      return Array.isArray(value) && value.every((each) => question.options.some((option) => option.value === each))
    case 'text':
    case 'datepicker':
      return typeof value === 'string'
  }
}

/**
 * Evaluates a questionnaire for answers and facts (booking spec §4, conditional visibility and auto-clearing; §5): what
 * is asked, what is required, and which answers are cleared because their question is no longer asked.
 *
 * A condition uses only answers that are kept. So one pass clears answers at all depths, and a second pass would change
 * nothing. The pass visits each question once. It also clears answers to unknown fields and answers of the wrong
 * type.
 */
export const evaluate = (questionnaire: Questionnaire, facts: Facts, answers: Answers): Evaluation => {
  const visible: VisibleQuestion[] = []
  const kept: Record<string, AnswerValue> = {}
  const required: string[] = []
  const unanswered: string[] = []
  const visit = (questions: readonly Question[], depth: number, parentTop: string | null): void => {
    for (const question of questions) {
      if (question.show === false) continue
      if (question.showWhen !== undefined && !isMet(question.showWhen, facts, kept)) continue
      if (question.type === 'info' && question.exceptWhen !== undefined && isMet(question.exceptWhen, facts, kept)) {
        continue
      }
      const top = parentTop ?? question.field
      visible.push({ question, depth, top })
      if (question.type === 'info') continue
      const value = answerTo(answers, question.field)
      const has = value !== undefined && fits(question, value) && isAnswered(value)
      if (has) kept[question.field] = value
      if (question.required !== false) {
        required.push(question.field)
        if (!has) unanswered.push(question.field)
      }
      if (question.subs !== undefined) visit(question.subs, depth + 1, top)
    }
  }
  for (const section of questionnaire.sections) visit(section.questions, 0, null)
  const cleared = Object.keys(answers).filter((field) => !Object.hasOwn(kept, field))
  return { visible, answers: kept, cleared, required, unanswered }
}

/**
 * Returns the answers with `field` set to `value`, without answers to questions that are no longer asked. An empty
 * `value` removes the answer to `field`. Required answers may be missing.
 * @internal Tests answer one question after another.
 */
export const applyAnswer = (
  questionnaire: Questionnaire,
  facts: Facts,
  answers: Answers,
  field: string,
  value: AnswerValue,
): Answers => evaluate(questionnaire, facts, { ...answers, [field]: value }).answers

/** Returns all questions that can be answered, with follow-ups, in the order of the page. */
export const askedQuestions = (questionnaire: Questionnaire): readonly AskedQuestion[] => {
  const found: AskedQuestion[] = []
  const visit = (questions: readonly Question[]): void => {
    for (const question of questions) {
      if (question.type === 'info') continue
      found.push(question)
      visit(question.subs ?? [])
    }
  }
  for (const section of questionnaire.sections) visit(section.questions)
  return found
}

/**
 * Returns the fields whose answers differ: those of the questionnaire in its order, then fields that it does not have,
 * sorted by name.
 */
export const changedFields = (questionnaire: Questionnaire, before: Answers, after: Answers): readonly string[] => {
  const known = askedQuestions(questionnaire).map(({ field }) => field)
  const others = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((field) => !known.includes(field))
  return [...known, ...others.sort()].filter((field) => !isSameAnswer(answerTo(before, field), answerTo(after, field)))
}

/** Returns whether two answers are the same; the order of chosen values does not matter. */
export const isSameAnswer = (a: AnswerValue | undefined, b: AnswerValue | undefined): boolean => {
  if (a === undefined || b === undefined || typeof a === 'string' || typeof b === 'string') return a === b
  return a.length === b.length && a.every((value) => b.includes(value))
}
