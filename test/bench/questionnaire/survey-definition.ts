import type { Condition, Question } from '#domain/safety/question.ts'
import { safetyQuestionnaire } from '#domain/safety/safety-questionnaire.ts'
import { facts, noticeText, plainName } from './work.ts'

type Element = Readonly<Record<string, unknown>>

const toExpression = ({ field, operator, value }: Condition): string =>
  `{${plainName(field)}} ${operator === 'equality' ? '=' : 'contains'} '${value}'`

const toElement = (question: Question): Element => {
  const { showWhen } = question
  const isFact = showWhen !== undefined && Object.hasOwn(facts, showWhen.field)
  const plain = {
    name: plainName(question.field),
    title: question.title,
    ...(showWhen !== undefined && !isFact && { visibleIf: toExpression(showWhen) }),
  }
  switch (question.type) {
    case 'radio':
    case 'choice': {
      const choices = question.options.map(({ value, label }) => ({ value, text: label }))
      return { ...plain, type: question.type === 'radio' ? 'radiogroup' : 'checkbox', choices }
    }
    case 'text':
      return question.rows > 1 ? { ...plain, type: 'comment', rows: 3 } : { ...plain, type: 'text' }
    case 'datepicker':
      return { ...plain, type: 'text', inputType: 'date' }
    case 'info':
      return { ...plain, type: 'html', html: `<p>${noticeText(question)}</p>` }
  }
}

const toElements = (questions: readonly Question[]): readonly Element[] =>
  questions.flatMap((question) => [
    toElement(question),
    ...(question.type === 'info' ? [] : toElements(question.subs ?? [])),
  ])

/** The questionnaire for SurveyJS: one page, a panel for each section, follow-ups by `visibleIf`. */
export const surveyDefinition = {
  showNavigationButtons: false,
  showQuestionNumbers: false,
  focusFirstQuestionAutomatic: false,
  // As on the other pages, answers to questions that are no longer asked are removed, and each keystroke is reported.
  clearInvisibleValues: 'onHidden',
  textUpdateMode: 'onTyping',
  elements: safetyQuestionnaire.sections.map((section, index) => ({
    type: 'panel',
    name: `section${index}`,
    title: section.title,
    elements: toElements(section.questions),
  })),
}
