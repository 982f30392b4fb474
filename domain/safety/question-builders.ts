import type {
  AnswerOption,
  ChoiceQuestion,
  Condition,
  InfoQuestion,
  NoticeTone,
  Question,
  RadioQuestion,
  TextQuestion,
} from './question.ts'

/** The longest detail text, in UTF-16 units. */
const maxDetailChars = 2000
/** The longest line, such as a pharmacy's name. */
const maxLineChars = 200

/** Returns the condition that the radio question or fact `field` has the answer `value`. */
export const equals = (field: string, value: string): Condition => ({ field, operator: 'equality', value })
/** Returns the condition that `value` is among the chosen values of the choice `field`. */
export const contains = (field: string, value: string): Condition => ({ field, operator: 'contains', value })

/**
 * Builds a statement that the member confirms (booking spec §3: Correct and Not Correct). The field stores the answer
 * to the positive question, so Correct is stored as no; the echo is that answer in words (decisions §5). The statement
 * is negated, so the positive question below it says which answer means yes (decisions §6, Words).
 */
export const statement = (
  field: string,
  title: string,
  positive: string,
  echo: { no: string; yes: string },
  subs: readonly Question[],
): RadioQuestion => ({
  type: 'radio',
  field,
  title,
  description: `${positive} If yes, choose Not Correct.`,
  options: [
    { value: 'no', label: 'Correct', echo: echo.no },
    { value: 'yes', label: 'Not Correct', echo: echo.yes },
  ],
  subs,
})

const yesNo: readonly AnswerOption[] = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
]

/** Builds a question whose answer, Yes or No, is stored unchanged. */
export const yesOrNo = (
  field: string,
  title: string,
  showWhen?: Condition,
  subs?: readonly Question[],
): RadioQuestion => ({
  type: 'radio',
  field,
  title,
  options: yesNo,
  ...(showWhen && { showWhen }),
  ...(subs && { subs }),
})

/** Builds an optional Yes or No question: the list of required questions does not name it (booking spec §5). */
export const optionalYesOrNo = (
  field: string,
  title: string,
  showWhen: Condition,
  subs: readonly Question[] = [],
): RadioQuestion => ({ ...yesOrNo(field, title, showWhen, subs), required: false })

/** Builds a required text of several lines. */
export const detail = (field: string, title: string, showWhen?: Condition): TextQuestion => ({
  type: 'text',
  field,
  title,
  maxLength: maxDetailChars,
  rows: 3,
  ...(showWhen && { showWhen }),
})

/** Builds one line of text that may be empty. */
export const optionalLine = (field: string, title: string): TextQuestion => ({
  type: 'text',
  field,
  title,
  maxLength: maxLineChars,
  rows: 1,
  required: false,
})

/** Returns options whose stored value is their label. */
export const plainOptions = (values: readonly string[]): readonly AnswerOption[] =>
  values.map((value) => ({ value, label: value }))

/** Builds a question with one or more answers. */
export const choice = (
  field: string,
  title: string,
  options: readonly AnswerOption[],
  showWhen: Condition,
  subs: readonly Question[],
): ChoiceQuestion => ({ type: 'choice', field, title, options, showWhen, subs })

/**
 * Builds a notice (booking spec §8); its field is `Notice.` and the key. The support line replaces `{phone}` in its
 * title.
 */
export const notice = (
  key: string,
  tone: NoticeTone,
  title: string,
  showWhen: Condition,
  more: Pick<InfoQuestion, 'isProhibitive' | 'dateRule' | 'exceptWhen'> = {},
): InfoQuestion => ({ type: 'info', field: `Notice.${key}`, tone, title, showWhen, ...more })
