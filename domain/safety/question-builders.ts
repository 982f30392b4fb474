import type {
  AnswerOption,
  ChoiceQuestion,
  Condition,
  DateRule,
  InfoQuestion,
  NoticeTone,
  Question,
  RadioQuestion,
  TextQuestion,
} from './question.ts'

/** The longest detail text, in UTF-16 units. */
const longestDetail = 2000
/** The longest line, such as a pharmacy's name. */
const longestLine = 200

/** Met where the radio question or fact `field` is answered `value`. */
export const equals = (field: string, value: string): Condition => ({ field, operator: 'equality', value })
/** Met where `value` is among those chosen in the choice `field`. */
export const contains = (field: string, value: string): Condition => ({ field, operator: 'contains', value })

/**
 * A statement the member confirms or not (booking spec §3: Correct and Not Correct). What is stored is yes or no of the
 * field, so Correct is stored as no; the echo says it in words (decisions §5).
 */
export const statement = (
  field: string,
  title: string,
  echo: { no: string; yes: string },
  subs: readonly Question[],
): RadioQuestion => ({
  type: 'radio',
  field,
  title,
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

/** A question answered Yes or No, stored as it reads. */
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

/** Text of several lines that must be given while it is asked. */
export const detail = (field: string, title: string, showWhen?: Condition): TextQuestion => ({
  type: 'text',
  field,
  title,
  maxLength: longestDetail,
  rows: 3,
  ...(showWhen && { showWhen }),
})

/** One line of text that may be left empty. */
export const optionalLine = (field: string, title: string): TextQuestion => ({
  type: 'text',
  field,
  title,
  maxLength: longestLine,
  rows: 1,
  required: false,
})

/** Options that are stored as they read. */
export const plainOptions = (values: readonly string[]): readonly AnswerOption[] =>
  values.map((value) => ({ value, label: value }))

/** A question with any number of answers, at least one. */
export const choice = (
  field: string,
  title: string,
  options: readonly AnswerOption[],
  showWhen: Condition,
  subs: readonly Question[],
): ChoiceQuestion => ({ type: 'choice', field, title, options, showWhen, subs })

/** A notice (booking spec §8); its field is `Notice.` and the key. `{phone}` in its title stands for the support line. */
export const notice = (
  key: string,
  tone: NoticeTone,
  title: string,
  showWhen: Condition,
  more: { readonly isProhibitive?: true; readonly dateRule?: DateRule } = {},
): InfoQuestion => ({ type: 'info', field: `Notice.${key}`, tone, title, showWhen, ...more })
