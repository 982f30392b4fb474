import { formatDate } from '../format/format-date.ts'
import { formatPhone } from '../format/format-phone.ts'
import { parsePlainDate } from '../values/plain-date.ts'
import type { AnswerValue, AskedQuestion } from './question.ts'

/**
 * Returns a stored answer in words: the option's echo if its label alone may mean the opposite, otherwise its label; a
 * date or a phone number in display form; other text as typed.
 */
export const answerWords = (question: AskedQuestion, value: AnswerValue): string => {
  const given = typeof value === 'string' ? [value] : value
  switch (question.type) {
    case 'radio':
    case 'choice':
      return given
        .map((each) => {
          const option = question.options.find((candidate) => candidate.value === each)
          return option?.echo ?? option?.label ?? each
        })
        .join('; ')
    case 'datepicker': {
      const date = parsePlainDate(given[0])
      return date === undefined ? given.join('; ') : formatDate(date)
    }
    case 'text': {
      const text = given.join('; ')
      return /(?:Phone|Fax)Number$/.test(question.field) ? formatPhone(text) : text
    }
  }
}
