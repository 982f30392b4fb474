import { standardLanguage, type TextLanguage } from '../values/language.ts'
import type { AskedQuestion } from './question.ts'
import { safetyTextIn } from './safety-text-in.ts'

const known = new Map<TextLanguage, WeakMap<AskedQuestion, AskedQuestion>>()

const translate = (language: TextLanguage, question: AskedQuestion): AskedQuestion => {
  const inWords = (text: string): string => safetyTextIn(language, text)
  const common = {
    title: inWords(question.title),
    ...(question.description === undefined ? {} : { description: inWords(question.description) }),
  }
  if (question.type !== 'radio' && question.type !== 'choice') return { ...question, ...common }
  const options = question.options.map((option) => ({
    ...option,
    label: inWords(option.label),
    ...(option.echo === undefined ? {} : { echo: inWords(option.echo) }),
  }))
  return { ...question, ...common, options }
}

/**
 * Returns a question with its title, help text and options in a language. Fields, values and conditions do not change,
 * so stored answers do not depend on the language. The same question always gives the same object, so that a component
 * can compare objects.
 */
export const questionIn = <Kind extends AskedQuestion>(language: TextLanguage, question: Kind): Kind => {
  if (language === standardLanguage) return question
  const ofLanguage = known.get(language) ?? new WeakMap<AskedQuestion, AskedQuestion>()
  known.set(language, ofLanguage)
  const translated = ofLanguage.get(question) ?? translate(language, question)
  ofLanguage.set(question, translated)
  return translated as Kind
}
