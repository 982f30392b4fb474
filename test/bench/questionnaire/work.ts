import type { Answers, AnswerValue, AskedQuestion, Facts, InfoQuestion, Question } from '#domain/safety/question.ts'
import { askedQuestions, evaluate } from '#domain/safety/questionnaire-engine.ts'
import { safetyQuestionnaire } from '#domain/safety/safety-questionnaire.ts'

/** Every page shows the same form: the safety questionnaire for a woman, without answers at the start. */
export const facts: Facts = { gender: 'female' }
export const supportPhone = '1-800-555-0142'

export const allQuestions: readonly AskedQuestion[] = askedQuestions(safetyQuestionnaire)
export const allFields: readonly string[] = allQuestions.map(({ field }) => field)

/** The fields that are asked with these answers, in page order. Notices are omitted. */
export const askedWith = (answers: Answers): readonly string[] =>
  evaluate(safetyQuestionnaire, facts, answers)
    .visible.filter(({ question }) => question.type !== 'info')
    .map(({ question }) => question.field)

/** A user's action on the form. `says` is the text of a notice that must be shown afterwards. */
export type Action =
  | { readonly kind: 'choose'; readonly field: string; readonly value: string; readonly says?: string }
  | { readonly kind: 'type'; readonly field: string; readonly text: string }

const choose = (field: string, value: string, says?: string): Action => ({
  kind: 'choose',
  field,
  value,
  ...(says !== undefined && { says }),
})

const heart = 'MedicalMetal.Heart'
/** Each action opens a follow-up, which the next action answers. */
export const opening: readonly Action[] = [
  choose(`${heart}.Surgery`, 'yes'),
  choose(`${heart}.Type`, 'Stent'),
  choose(`${heart}.Stent.Recent`, 'no'),
]
/** Closes all follow-ups of {@link opening} again, which clears their answers. */
export const closing: Action = choose(`${heart}.Surgery`, 'no')

/** Opens about half of the form, including the text box {@link typedField}. */
export const halfOpening: readonly Action[] = [
  choose(`${heart}.Surgery`, 'yes'),
  choose(`${heart}.Type`, 'Stent'),
  choose(`${heart}.Stent.Recent`, 'yes', 'Stents implanted after 1998 are MRI safe.'),
  choose(
    `${heart}.Type`,
    'Valve Replacement',
    `Please call ${supportPhone} with the device card of the valve at hand.`,
  ),
  choose('MedicalMetal.Head.Surgery', 'yes'),
  choose('MedicalMetal.Head.Type', 'Aneurysm Clip'),
  choose('MedicalMetal.Spine.Surgery', 'no'),
  choose('Surgery.Recent', 'yes'),
  choose('Claustrophobic.Status', 'yes'),
  choose('Claustrophobic.OralSedative', 'yes'),
  choose('Claustrophobic.OralSedativePrescription', 'yes'),
  choose('COVIDVaccine.Status', 'yes'),
]
export const typedField = `${heart}.ValveReplacement.Details`
/** The first keystrokes are not counted, because the browser compiles the code during them. */
export const uncountedKeys = 'My '
export const countedKeys = 'doctor has it'

const isChoice = (field: string): boolean => allQuestions.some((one) => one.field === field && one.type === 'choice')

/** The engine's answers after an action. */
export const answersAfter = (answers: Answers, action: Action): Answers => {
  const before = answers[action.field]
  let value: AnswerValue
  if (action.kind === 'type') value = `${typeof before === 'string' ? before : ''}${action.text}`
  else if (!isChoice(action.field)) value = action.value
  else value = [...(Array.isArray(before) ? before : []), action.value]
  return evaluate(safetyQuestionnaire, facts, { ...answers, [action.field]: value }).answers
}

/** Removes the dots from a field name, because several libraries would read a name with dots as a path. */
export const plainName = (field: string): string => field.replaceAll('.', '_')

const fieldsByPlainName = new Map(allFields.map((field) => [plainName(field), field]))

/**
 * Reads answers from a library's record under plain names. Omits values that are not answers, such as an empty
 * list.
 */
export const toAnswers = (record: Readonly<Record<string, unknown>>): Answers => {
  const answers: Record<string, AnswerValue> = {}
  for (const [name, value] of Object.entries(record)) {
    const field = fieldsByPlainName.get(name)
    if (field === undefined) continue
    if (typeof value === 'string' && value !== '') answers[field] = value
    if (Array.isArray(value) && value.length > 0) answers[field] = value.map(String)
  }
  return answers
}

export const noticeText = (question: InfoQuestion): string => question.title.replaceAll('{phone}', supportPhone)

/** Returns whether a question is asked, given that its parent is. `answerOf` returns the answer to a field. */
export const isShown = (question: Question, answerOf: (field: string) => unknown): boolean => {
  const { showWhen } = question
  if (showWhen === undefined) return true
  const value = facts[showWhen.field] ?? answerOf(showWhen.field)
  return showWhen.operator === 'equality'
    ? value === showWhen.value
    : Array.isArray(value) && value.includes(showWhen.value)
}
