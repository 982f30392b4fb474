import type { z } from 'zod'
import { comparePlainDates, type PlainDate, parsePlainDate } from '../values/plain-date.ts'
import { linesOfText, optionalLineOfText } from '../values/plain-text.ts'
import type { Answers, AnswerValue, AskedQuestion, Facts, Questionnaire, TextQuestion } from './question.ts'
import { askedQuestions, evaluate } from './questionnaire-engine.ts'

export type ParsedAnswers =
  | {
      readonly ok: true
      readonly answers: Answers
      /** Fields that were sent with an answer but are not asked; their answers are not stored. */
      readonly cleared: readonly string[]
      readonly unanswered: readonly string[]
    }
  | {
      readonly ok: false
      /** The problems by field. */
      readonly problems: Readonly<Record<string, string>>
    }

const earliestDate = '1900-01-01' as PlainDate

/**
 * Reads answers from any source: an object of dotted field names. Null, empty text and an empty list are no answer.
 * Answers to questions that are not asked are cleared. Refuses unknown fields, values outside the options, text that is
 * too long, and values other than text for a text question. Also refuses days that do not exist, are before 1900 or are
 * after `today`. One refused field refuses the whole object.
 */
export const parseAnswers = (
  questionnaire: Questionnaire,
  facts: Facts,
  today: PlainDate,
  unknown: unknown,
): ParsedAnswers => {
  if (typeof unknown !== 'object' || unknown === null || Array.isArray(unknown)) {
    return { ok: false, problems: { [questionnaire.field]: 'must be an object of answers by field' } }
  }
  const questions = questionsByField(questionnaire)
  const problems: [string, string][] = []
  const answers: [string, AnswerValue][] = []
  for (const [field, value] of Object.entries(unknown)) {
    const question = questions.get(field)
    if (question === undefined) {
      problems.push([field.slice(0, 200).toWellFormed(), 'is not a question of this form'])
      continue
    }
    if (value === null || value === undefined) continue
    const parsed = parseAnswer(question, value, today)
    if ('problem' in parsed) problems.push([field, parsed.problem])
    else if (parsed.value !== '') answers.push([field, parsed.value])
  }
  if (problems.length > 0) return { ok: false, problems: Object.fromEntries(problems.slice(0, 100)) }
  const evaluation = evaluate(questionnaire, facts, Object.fromEntries(answers))
  const { answers: kept, cleared, unanswered } = evaluation
  return { ok: true, answers: kept, cleared, unanswered }
}

/** Reads one answer; `problem` is why it is refused, in words. An empty value is no answer. */
export const parseAnswer = (
  question: AskedQuestion,
  value: unknown,
  today: PlainDate,
): { readonly value: AnswerValue } | { readonly problem: string } => {
  switch (question.type) {
    case 'radio':
      if (value === '') return { value }
      if (typeof value === 'string' && isOption(question, value)) return { value }
      return { problem: `must be one of ${question.options.map((option) => option.value).join(', ')}` }
    case 'choice':
      if (value === '') return { value }
      if (Array.isArray(value) && value.every((each) => typeof each === 'string' && isOption(question, each))) {
        const chosen = question.options.map((option) => option.value).filter((option) => value.includes(option))
        return chosen.length === 0 ? { value: '' } : { value: chosen }
      }
      return { problem: `must be a list of ${question.options.map((option) => option.value).join(', ')}` }
    case 'text': {
      if (typeof value !== 'string') return { problem: 'must be text' }
      const parsed = textSchema(question).safeParse(value)
      if (parsed.success) return { value: parsed.data }
      const isLong = value.length > question.maxLength
      return {
        problem: isLong
          ? `must be at most ${question.maxLength} characters`
          : (parsed.error.issues[0]?.message ?? 'must be text'),
      }
    }
    case 'datepicker': {
      if (value === '') return { value }
      const date = parsePlainDate(value)
      if (date === undefined) return { problem: 'must be a date that exists, as YYYY-MM-DD' }
      if (comparePlainDates(date, today) > 0) return { problem: 'must not be in the future' }
      if (comparePlainDates(date, earliestDate) < 0) return { problem: 'must be in 1900 or later' }
      return { value: date }
    }
  }
}

// Each question's schema is built once: building a schema costs more than running it, and every save and every draft
// runs it.
const textSchemas = new WeakMap<TextQuestion, z.ZodType<string, string>>()
const textSchema = (question: TextQuestion): z.ZodType<string, string> => {
  const known = textSchemas.get(question)
  if (known !== undefined) return known
  const schema = question.rows === 1 ? optionalLineOfText(question.maxLength) : linesOfText(question.maxLength)
  textSchemas.set(question, schema)
  return schema
}

const questionMaps = new WeakMap<Questionnaire, ReadonlyMap<string, AskedQuestion>>()
const questionsByField = (questionnaire: Questionnaire): ReadonlyMap<string, AskedQuestion> => {
  const known = questionMaps.get(questionnaire)
  if (known !== undefined) return known
  const questions = new Map(askedQuestions(questionnaire).map((question) => [question.field, question]))
  questionMaps.set(questionnaire, questions)
  return questions
}

const isOption = (question: { readonly options: readonly { readonly value: string }[] }, value: string): boolean =>
  question.options.some((option) => option.value === value)
