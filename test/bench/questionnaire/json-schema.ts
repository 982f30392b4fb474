import type { RJSFSchema, UiSchema } from '@rjsf/utils'
import type { Condition, Question } from '#domain/safety/question.ts'
import { safetyQuestionnaire } from '#domain/safety/safety-questionnaire.ts'
import { facts, noticeText, plainName } from './work.ts'

const toProperty = (question: Question): RJSFSchema => {
  const { title } = question
  switch (question.type) {
    case 'radio':
      // Uses `enum`: with `oneOf` and `const`, the form would select the first choice beforehand.
      return { type: 'string', title, enum: question.options.map(({ value }) => value) }
    case 'choice': {
      const values = question.options.map(({ value }) => value)
      return { type: 'array', title, uniqueItems: true, items: { type: 'string', enum: values } }
    }
    case 'text':
      return { type: 'string', title, maxLength: question.maxLength }
    case 'datepicker':
      return { type: 'string', title, format: 'date' }
    case 'info':
      return { type: 'string', title: noticeText(question) }
  }
}

const toTest = ({ field, operator, value }: Condition): RJSFSchema => {
  const name = plainName(field)
  const test: RJSFSchema = operator === 'equality' ? { const: value } : { contains: { const: value } }
  return { properties: { [name]: test }, required: [name] }
}

/** The schema of one level of questions. Questions with the same condition, and their follow-ups, share one if/then. */
const toLevel = (questions: readonly Question[]): RJSFSchema => {
  const properties: Record<string, RJSFSchema> = {}
  const conditional: RJSFSchema[] = []
  const groups = new Map<string, { readonly condition: Condition; readonly questions: Question[] }>()
  for (const question of questions) {
    const { showWhen } = question
    const isFact = showWhen !== undefined && Object.hasOwn(facts, showWhen.field)
    if (showWhen === undefined || (isFact && facts[showWhen.field] === showWhen.value)) {
      properties[plainName(question.field)] = toProperty(question)
      if (question.type !== 'info') conditional.push(...(toLevel(question.subs ?? []).allOf as RJSFSchema[]))
      continue
    }
    if (isFact) continue
    const key = JSON.stringify(showWhen)
    const group = groups.get(key) ?? { condition: showWhen, questions: [] }
    group.questions.push({ ...question, showWhen: undefined } as unknown as Question)
    groups.set(key, group)
  }
  for (const group of groups.values()) {
    // biome-ignore lint/suspicious/noThenProperty: the word is JSON schema's
    conditional.push({ if: toTest(group.condition), then: toLevel(group.questions) })
  }
  return { type: 'object', properties, allOf: conditional }
}

const inOrder = (questions: readonly Question[]): readonly Question[] =>
  questions.flatMap((question) => [question, ...(question.type === 'info' ? [] : inOrder(question.subs ?? []))])

/** The questionnaire as JSON schema: flat properties, follow-ups by if/then. */
export const jsonSchema: RJSFSchema = toLevel(safetyQuestionnaire.sections.flatMap(({ questions }) => questions))

const toUi = (question: Question): UiSchema => {
  switch (question.type) {
    case 'radio':
      return { 'ui:widget': 'radio', 'ui:enumNames': question.options.map(({ label }) => label) }
    case 'choice':
      return { 'ui:widget': 'checkboxes', items: { 'ui:enumNames': question.options.map(({ label }) => label) } }
    case 'text':
      return question.rows > 1 ? { 'ui:widget': 'textarea', 'ui:options': { rows: 3 } } : {}
    case 'datepicker':
      return { 'ui:widget': 'date' }
    case 'info':
      return { 'ui:field': 'notice' }
  }
}

const everything = safetyQuestionnaire.sections.flatMap(({ questions }) => inOrder(questions))

/** The widget and the order of each field: without them follow-ups would be at the end of the form. */
export const uiSchema: UiSchema = {
  'ui:order': everything.map(({ field }) => plainName(field)),
  'ui:submitButtonOptions': { norender: true },
  ...Object.fromEntries(everything.map((question) => [plainName(question.field), toUi(question)])),
}
