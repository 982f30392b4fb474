import { CircleAlert } from 'lucide-react'
import { type FocusEvent, Fragment, memo, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { parseAnswer } from '#domain/safety/parse-answers.ts'
import {
  type AnswerValue,
  type AskedQuestion,
  type ChoiceQuestion,
  type DateQuestion,
  endsStop,
  type RadioQuestion,
  type TextQuestion,
} from '#domain/safety/question.ts'
import { questionIn } from '#domain/safety/question-in.ts'
import { firstPharmacyQuestion } from '#domain/study/pharmacy-answers.ts'
import { type PlainDate, parsePlainDate } from '#domain/values/plain-date.ts'
import { DateField, type DateParts } from '../kit/controls/date-field.tsx'
import { useSafetyLanguage } from './safety-language.tsx'
import { type SafetyAudience, SafetyNotice } from './safety-notices.tsx'
import type { AskedView, QuestionView } from './safety-views.ts'
import { describeProblem } from './safety-words.ts'
import '../kit/controls/text-area.css'

/** The props that all questions of a form share. The object keeps its identity while nothing in it changes. */
export type FormParts = {
  readonly answer: (field: string, value: AnswerValue) => void
  /** Returns the current answer to a field. */
  readonly answerOf: (field: string) => AnswerValue | undefined
  /** Dates after this day are refused. */
  readonly today: PlainDate
  readonly isDisabled: boolean
  readonly audience: SafetyAudience
  /** Prefix of each id, so that one page can have two forms. */
  readonly prefix: string
  /** The search above the questions about the pharmacy; null for none. */
  readonly pharmacySearch: ReactNode
}

type QuestionProps = { readonly view: QuestionView; readonly form: FormParts; readonly isTop?: boolean }
type FieldProps<Kind extends AskedQuestion = AskedQuestion> = Omit<
  AskedView,
  'kind' | 'field' | 'question' | 'subs'
> & {
  readonly question: Kind
  readonly form: FormParts
}

/**
 * Shows one question with its follow-ups. It redraws only when its own view changes, so that a key press redraws one
 * text and an answer redraws one question.
 */
export const SafetyQuestion = memo(function SafetyQuestion({ view, form, isTop = false }: QuestionProps) {
  if (view.kind === 'notice') {
    return (
      <li className="sq sq--notice">
        <SafetyNotice notice={view.notice} audience={form.audience} />
      </li>
    )
  }
  return (
    <li className={isTop ? 'sq sq--top' : 'sq'} data-field={view.field}>
      <Asked question={view.question} value={view.value} said={view.said} isMissing={view.isMissing} form={form} />
      {view.subs.length === 0 ? null : (
        <ul className="sq__subs">
          {view.subs.map((sub) => (
            <Fragment key={sub.field}>
              {sub.field === firstPharmacyQuestion ? form.pharmacySearch : null}
              <SafetyQuestion view={sub} form={form} />
            </Fragment>
          ))}
        </ul>
      )}
    </li>
  )
})

// A component of its own, so that the follow-ups can redraw without it.
const Asked = memo(function Asked(props: FieldProps) {
  const { language } = useSafetyLanguage()
  const question = questionIn(language, props.question)
  switch (question.type) {
    case 'radio':
      return <Radio {...props} question={question} />
    case 'choice':
      return <Choice {...props} question={question} />
    case 'text':
      return <Text {...props} question={question} />
    case 'datepicker':
      return <Day {...props} question={question} />
  }
})

type Words = ReturnType<typeof useSafetyLanguage>['words']['question']

/** Returns the error of an answer in words; null when it is valid. */
const findProblem = ({ question, value, said, isMissing, form }: FieldProps, words: Words): string | null => {
  if (said !== null) return describeProblem(question, said, words)
  if (isMissing) return words.missing
  if (value === undefined || question.type === 'radio' || question.type === 'choice') return null
  const parsed = parseAnswer(question, value, form.today)
  return 'problem' in parsed ? describeProblem(question, parsed.problem, words) : null
}

const titleClass = (question: AskedQuestion): string =>
  question.required === false ? 'sq__title' : 'sq__title sq__title--required'

const titleOf = (question: AskedQuestion, words: Words): string =>
  question.required === false && !endsStop(question) ? words.optional(question.title) : question.title

function Problem({ id, text }: { readonly id: string; readonly text: string | null }) {
  return text === null ? null : (
    <span id={id} className="w-field__error">
      <CircleAlert aria-hidden="true" size={14} />
      <span>{text}</span>
    </span>
  )
}

/**
 * Returns whether Y and N answer a question. A statement such as "Never had heart surgery" takes only digits. Its first
 * answer, Correct, means no to the positive question below the statement, so a Y for Correct would record the opposite
 * of what the member says.
 */
export const takesLetters = ({ options: [first, second, ...more] }: RadioQuestion): boolean =>
  first?.value === 'yes' && second?.value === 'no' && more.length === 0

/** Returns the key that selects an option: a letter for yes and no, else its digit. */
const keyOf = (question: RadioQuestion, index: number): string =>
  takesLetters(question) ? (index === 0 ? 'Y' : 'N') : String(index + 1)

function Radio(props: FieldProps<RadioQuestion>) {
  const { question, value, form } = props
  const id = `${form.prefix}${question.field}`
  const { question: words } = useSafetyLanguage().words
  const problem = findProblem(props, words)
  const isEchoed = question.options.some((option) => option.echo !== undefined)
  const echo = question.options.find((option) => option.value === value)?.echo
  const described = [
    echo === undefined && question.description === undefined ? null : `${id}-${echo === undefined ? 'hint' : 'echo'}`,
    problem === null ? null : `${id}-problem`,
  ]
    .filter((each) => each !== null)
    .join(' ')
  return (
    <div
      className={isEchoed ? 'sq__field sq__field--radio sq__field--echo' : 'sq__field sq__field--radio'}
      role="radiogroup"
      aria-labelledby={id}
      aria-describedby={described === '' ? undefined : described}
      aria-invalid={problem === null ? undefined : true}
      aria-required={question.required !== false}
      data-invalid={problem === null ? undefined : ''}
    >
      <div id={id} className={titleClass(question)}>
        {titleOf(question, words)}
      </div>
      <div className="sq__options">
        {question.options.map((option, index) => (
          <label
            key={option.value}
            className="sq__option"
            data-key={keyOf(question, index)}
            data-chosen={value === option.value ? '' : undefined}
            data-disabled={form.isDisabled ? '' : undefined}
          >
            <input
              type="radio"
              name={id}
              value={option.value}
              checked={value === option.value}
              disabled={form.isDisabled}
              onChange={() => form.answer(question.field, option.value)}
            />
            {option.label}
          </label>
        ))}
      </div>
      {/* Once an answer is chosen, the hidden hint keeps its space, so that the questions below do not move. */}
      {question.description === undefined ? null : (
        <div id={`${id}-hint`} className="sq__echo" data-replaced={echo === undefined ? undefined : ''}>
          {question.description}
        </div>
      )}
      {echo === undefined ? null : (
        <div id={`${id}-echo`} className="sq__echo">
          {words.answered(echo)}
        </div>
      )}
      <Problem id={`${id}-problem`} text={problem} />
    </div>
  )
}

function Choice(props: FieldProps<ChoiceQuestion>) {
  const { question, value, form } = props
  const id = `${form.prefix}${question.field}`
  const { question: words } = useSafetyLanguage().words
  const problem = findProblem(props, words)
  const chosen = chosenOf(value)
  return (
    <fieldset
      className="sq__field"
      aria-labelledby={id}
      aria-describedby={problem === null ? undefined : `${id}-problem`}
      data-invalid={problem === null ? undefined : ''}
    >
      <div id={id} className={titleClass(question)}>
        {titleOf(question, words)}
      </div>
      <div className="sq__options">
        {question.options.map((option, index) => (
          <label
            key={option.value}
            className="sq__option"
            data-key={index + 1}
            data-chosen={chosen.includes(option.value) ? '' : undefined}
            data-disabled={form.isDisabled ? '' : undefined}
          >
            <input
              type="checkbox"
              value={option.value}
              checked={chosen.includes(option.value)}
              disabled={form.isDisabled}
              onChange={() =>
                form.answer(question.field, toggle(question, form.answerOf(question.field), option.value))
              }
            />
            {option.label}
          </label>
        ))}
      </div>
      <Problem id={`${id}-problem`} text={problem} />
    </fieldset>
  )
}

const noneChosen: readonly string[] = []
const chosenOf = (value: AnswerValue | undefined): readonly string[] =>
  value === undefined || typeof value === 'string' ? noneChosen : value

/** Returns the chosen values with `value` added or removed, in the order of the options. */
export const toggle = (question: ChoiceQuestion, answer: AnswerValue | undefined, value: string): readonly string[] => {
  const chosen = chosenOf(answer)
  return question.options
    .map((option) => option.value)
    .filter((each) => (each === value ? !chosen.includes(each) : chosen.includes(each)))
}

function Text(props: FieldProps<TextQuestion>) {
  const { question, value, form } = props
  const text = typeof value === 'string' ? value : ''
  const id = `${form.prefix}${question.field}`
  const { question: words } = useSafetyLanguage().words
  const problem = findProblem(props, words)
  const box = useRef<HTMLInputElement & HTMLTextAreaElement>(null)
  // The box keeps its own text, including leading blanks, which are no answer yet. Only an answer that was not typed
  // into the box is written into the box.
  const [first] = useState(text)
  useLayoutEffect(() => {
    const { current } = box
    if (current === null || current.value === text || (text === '' && current.value.trim() === '')) return
    current.value = text
  }, [text])
  const described = [
    question.description === undefined ? null : `${id}-hint`,
    problem === null ? null : `${id}-problem`,
  ].filter((each) => each !== null)
  const shared = {
    id,
    ref: box,
    className: question.rows === 1 ? 'w-control' : 'w-control w-text-area',
    defaultValue: first,
    disabled: form.isDisabled,
    autoComplete: 'off',
    'aria-required': question.required !== false,
    'aria-invalid': problem === null ? undefined : true,
    'aria-describedby': described.length === 0 ? undefined : described.join(' '),
  } as const
  return (
    <div className="sq__field" data-invalid={problem === null ? undefined : ''}>
      <label htmlFor={id} className={titleClass(question)}>
        {titleOf(question, words)}
      </label>
      {question.rows === 1 ? (
        <input {...shared} type="text" onChange={(event) => form.answer(question.field, event.currentTarget.value)} />
      ) : (
        <textarea
          {...shared}
          rows={question.rows}
          onChange={(event) => form.answer(question.field, event.currentTarget.value)}
        />
      )}
      {question.description === undefined ? null : (
        <span id={`${id}-hint`} className="sq__hint">
          {question.description}
        </span>
      )}
      {text.length > question.maxLength * 0.8 ? (
        <span className="sq__count tabular" data-over={text.length > question.maxLength ? '' : undefined}>
          {words.length(text.length, question.maxLength)}
        </span>
      ) : null}
      <Problem id={`${id}-problem`} text={problem} />
    </div>
  )
}

function Day(props: FieldProps<DateQuestion>) {
  const { question, value, form } = props
  const typed = typeof value === 'string' ? value : ''
  const { language, words: all } = useSafetyLanguage()
  const { question: words, date } = all
  const problem = findProblem(props, words)
  // An incomplete date is no error while the user is still typing.
  const [isTyping, setTyping] = useState(false)
  const isNamed = problem !== null && (!isTyping || props.said !== null || parsePlainDate(typed) !== undefined)
  const leave = (event: FocusEvent<HTMLElement>): void => {
    if (event.currentTarget.contains(event.relatedTarget)) return
    setTyping(false)
    const whole = toWhole(typed)
    if (whole !== typed) form.answer(question.field, whole)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the boxes inside take the focus; this only handles blur
    <div className="sq__field" data-invalid={isNamed ? '' : undefined} onBlur={leave}>
      <DateField
        className="sq__date"
        label={titleOf(question, words)}
        boxWords={date}
        description={question.description}
        isRequired={question.required !== false}
        isDisabled={form.isDisabled}
        calendarUntil={form.today}
        calendarLocale={language === 'fr-CA' ? language : undefined}
        value={toParts(typed)}
        onChange={(parts) => {
          setTyping(true)
          form.answer(question.field, fromParts(parts))
        }}
        errorMessage={isNamed ? problem : undefined}
      />
    </div>
  )
}

const toParts = (typed: string): DateParts => {
  const [year = '', month = '', day = ''] = typed.split('-')
  return { year, month, day }
}

/** Returns the date as typed so far. */
const fromParts = ({ year, month, day }: DateParts): string =>
  year === '' && month === '' && day === '' ? '' : `${year}-${month}-${day}`

/** Returns a valid date in its stored form, and any other text as typed. */
const toWhole = (typed: string): string => {
  const [year = '', month = '', day = ''] = typed.split('-')
  return parsePlainDate(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`) ?? typed
}
