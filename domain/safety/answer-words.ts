import { formatPhone } from '../format/format-phone.ts'
import { formatsIn } from '../format/formats-in.ts'
import { standardLanguage, type TextLanguage } from '../values/language.ts'
import { parsePlainDate } from '../values/plain-date.ts'
import type { AnswerValue, AskedQuestion } from './question.ts'
import { safetyTextIn } from './safety-text-in.ts'

/**
 * Returns a stored answer in words. For an option, returns its echo if its label alone may mean the opposite, otherwise
 * its label. A date or a phone number is in display form, and other text is as typed. `language` is the reader's
 * language.
 */
export const answerWords = (
  question: AskedQuestion,
  value: AnswerValue,
  language: TextLanguage = standardLanguage,
): string => {
  const values = typeof value === 'string' ? [value] : value
  switch (question.type) {
    case 'radio':
    case 'choice':
      return values
        .map((each) => {
          const option = question.options.find((candidate) => candidate.value === each)
          return option === undefined ? each : safetyTextIn(language, option.echo ?? option.label)
        })
        .join('; ')
    case 'datepicker': {
      const date = parsePlainDate(values[0])
      return date === undefined ? values.join('; ') : formatsIn(language).date(date)
    }
    case 'text': {
      const text = values.join('; ')
      return /(?:Phone|Fax)Number$/.test(question.field) ? formatPhone(text) : text
    }
  }
}
