import { CircleAlert } from 'lucide-react'
import { memo, useId } from 'react'
import { type StoreApi, useStore } from 'zustand'
import { parseAnswer } from '#domain/questionnaire/parse-answers.ts'
import type {
  AskedQuestion,
  ChoiceQuestion,
  DateQuestion,
  InfoQuestion,
  Question,
  RadioQuestion,
  TextQuestion,
} from '#domain/questionnaire/question.ts'
import { isAnswered } from '#domain/questionnaire/questionnaire-engine.ts'
import { type PlainDate, parsePlainDate } from '#domain/time/plain-date.ts'
import { DateField, type DateParts } from '../widgets/date-field.tsx'
import type { SafetyFormState } from './safety-form-store.ts'
import { SafetyNotice } from './safety-notices.tsx'

export type SafetyFormStore = StoreApi<SafetyFormState>

type QuestionProps<Kind extends Question = Question> = {
  readonly question: Kind
  readonly store: SafetyFormStore
  /** Refused after this day. */
  readonly today: PlainDate
  readonly isDisabled: boolean
  /** Of a question of the form's own list. */
  readonly number?: number | undefined
}

/** The words of an unanswered question once somebody tried to save. */
const missing = 'Please answer this question.'

/**
 * One question with what follows from it, or nothing while it is not asked. Each listens to its own answer alone, so that a
 * key press draws one text anew and an answer one question.
 */
export const SafetyQuestion = memo(function SafetyQuestion(props: QuestionProps) {
  const { question, store } = props
  const isShown = useStore(store, ({ shown }) => shown.has(question.field))
  if (!isShown) return null
  if (question.type === 'info') return <InlineNotice question={question} store={store} />
  return (
    <li className={props.number === undefined ? 'sq' : 'sq sq--top'} data-field={question.field}>
      <Asked {...props} question={question} />
      {question.subs === undefined ? null : (
        <ul className="sq__subs">
          {question.subs.map((sub) => (
            <SafetyQuestion
              key={sub.field}
              question={sub}
              store={store}
              today={props.today}
              isDisabled={props.isDisabled}
            />
          ))}
        </ul>
      )}
    </li>
  )
})

function InlineNotice({ question, store }: { readonly question: InfoQuestion; readonly store: SafetyFormStore }) {
  const notice = useStore(store, ({ assessment }) => assessment.notices.find(({ key }) => key === question.field))
  return notice === undefined ? null : (
    <li className="sq sq--notice">
      <SafetyNotice notice={notice} />
    </li>
  )
}

function Asked(props: QuestionProps<AskedQuestion>) {
  const { question } = props
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
}

/** What is wrong with a question's answer; null for nothing. */
const useProblem = ({ question, store, today }: QuestionProps<AskedQuestion>): string | null =>
  useStore(store, ({ answers, problems, isShowingMissing }) => {
    const said = problems[question.field]
    if (said !== undefined) return `This ${said}.`
    const value = answers[question.field]
    if (value === undefined || !isAnswered(value)) {
      return isShowingMissing && question.required !== false ? missing : null
    }
    if (question.type !== 'text' && question.type !== 'datepicker') return null
    const parsed = parseAnswer(question, value, today)
    return 'problem' in parsed ? `This ${parsed.problem}.` : null
  })

function Title({ question, number }: Pick<QuestionProps<AskedQuestion>, 'question' | 'number'>) {
  return (
    <>
      {number === undefined ? null : <span className="sq__number">{number}.</span>}
      {question.title}
      {question.required === false ? (
        <span className="sq__optional"> (optional)</span>
      ) : (
        <span className="w-field__star" aria-hidden="true">
          *
        </span>
      )}
    </>
  )
}

function Problem({ id, text }: { readonly id: string; readonly text: string | null }) {
  return text === null ? null : (
    <span id={id} className="w-field__error">
      <CircleAlert aria-hidden="true" size={14} />
      <span>{text}</span>
    </span>
  )
}

/** The key that takes an option beside its digit. */
const letterOf = (question: RadioQuestion, index: number): string => {
  if (question.options.length === 2) return index === 0 ? 'Y' : 'N'
  return String(index + 1)
}

function Radio(props: QuestionProps<RadioQuestion>) {
  const { question, store, isDisabled, number } = props
  const id = useId()
  const value = useStore(store, ({ answers }) => answers[question.field])
  const problem = useProblem(props)
  const chosen = question.options.find((option) => option.value === value)
  return (
    <div
      className="sq__field sq__field--radio"
      role="radiogroup"
      aria-labelledby={`${id}-title`}
      aria-describedby={problem === null ? undefined : `${id}-problem`}
      aria-invalid={problem === null ? undefined : true}
      aria-required={question.required !== false}
      data-invalid={problem === null ? undefined : ''}
    >
      <div id={`${id}-title`} className="sq__title">
        <Title question={question} number={number} />
      </div>
      <div className="sq__options">
        {question.options.map((option, index) => (
          <label key={option.value} className="sq__option">
            <input
              type="radio"
              name={id}
              value={option.value}
              checked={value === option.value}
              disabled={isDisabled}
              onChange={() => store.getState().answer(question.field, option.value)}
            />
            <span>{option.label}</span>
            <span className="safety__key" aria-hidden="true">
              {letterOf(question, index)}
            </span>
          </label>
        ))}
      </div>
      {chosen?.echo === undefined ? null : <div className="sq__echo">Stored: {chosen.echo}</div>}
      <Problem id={`${id}-problem`} text={problem} />
    </div>
  )
}

const noneChosen: readonly string[] = []

function Choice(props: QuestionProps<ChoiceQuestion>) {
  const { question, store, isDisabled, number } = props
  const id = useId()
  const value = useStore(store, ({ answers }) => answers[question.field])
  const problem = useProblem(props)
  const chosen = typeof value === 'string' || value === undefined ? noneChosen : value
  return (
    <fieldset
      className="sq__field"
      aria-labelledby={`${id}-title`}
      aria-describedby={problem === null ? undefined : `${id}-problem`}
      data-invalid={problem === null ? undefined : ''}
    >
      <div id={`${id}-title`} className="sq__title">
        <Title question={question} number={number} />
      </div>
      <div className="sq__options sq__options--many">
        {question.options.map((option, index) => (
          <label key={option.value} className="sq__option">
            <input
              type="checkbox"
              value={option.value}
              checked={chosen.includes(option.value)}
              disabled={isDisabled}
              onChange={() => store.getState().answer(question.field, toggle(question, chosen, option.value))}
            />
            <span>{option.label}</span>
            <span className="safety__key" aria-hidden="true">
              {index + 1}
            </span>
          </label>
        ))}
      </div>
      <Problem id={`${id}-problem`} text={problem} />
    </fieldset>
  )
}

/** The chosen values with one more or one less, in the order of the options. */
export const toggle = (question: ChoiceQuestion, chosen: readonly string[], value: string): readonly string[] =>
  question.options
    .map((option) => option.value)
    .filter((each) => (each === value ? !chosen.includes(each) : chosen.includes(each)))

function Text(props: QuestionProps<TextQuestion>) {
  const { question, store, isDisabled, number } = props
  const id = useId()
  const value = useStore(store, ({ answers }) => answers[question.field])
  const problem = useProblem(props)
  const text = typeof value === 'string' ? value : ''
  const described = [
    question.description === undefined ? null : `${id}-hint`,
    problem === null ? null : `${id}-problem`,
  ].filter((each) => each !== null)
  const shared = {
    id,
    className: question.rows === 1 ? 'w-control' : 'w-control w-text-area',
    value: text,
    disabled: isDisabled,
    autoComplete: 'off',
    'aria-required': question.required !== false,
    'aria-invalid': problem === null ? undefined : true,
    'aria-describedby': described.length === 0 ? undefined : described.join(' '),
  } as const
  return (
    <div className="sq__field">
      <label htmlFor={id} className="sq__title">
        <Title question={question} number={number} />
      </label>
      {question.rows === 1 ? (
        <input
          {...shared}
          type="text"
          onChange={(event) => store.getState().answer(question.field, event.currentTarget.value)}
        />
      ) : (
        <textarea
          {...shared}
          rows={question.rows}
          onChange={(event) => store.getState().answer(question.field, event.currentTarget.value)}
        />
      )}
      {question.description === undefined ? null : (
        <span id={`${id}-hint`} className="sq__hint">
          {question.description}
        </span>
      )}
      {text.length > question.maxLength * 0.8 ? (
        <span className="sq__count tabular" data-over={text.length > question.maxLength ? '' : undefined}>
          {text.length} of {question.maxLength} characters
        </span>
      ) : null}
      <Problem id={`${id}-problem`} text={problem} />
    </div>
  )
}

function Day(props: QuestionProps<DateQuestion>) {
  const { question, store, isDisabled } = props
  const value = useStore(store, ({ answers }) => answers[question.field])
  const problem = useProblem(props)
  const typed = typeof value === 'string' ? value : ''
  const isWhole = /^\d{4}-\d{1,2}-\d{1,2}$/.test(typed)
  const isNamed = problem !== null && (isWhole || problem === missing || problem.includes('future'))
  return (
    <DateField
      className="sq__field"
      label={question.required === false ? `${question.title} (optional)` : question.title}
      description={question.description}
      isRequired={question.required !== false}
      isDisabled={isDisabled}
      value={toParts(typed)}
      onChange={(parts) => store.getState().answer(question.field, fromParts(parts))}
      onBlur={() => {
        const whole = toWhole(typed)
        if (whole !== typed) store.getState().answer(question.field, whole)
      }}
      errorMessage={isNamed ? problem : undefined}
    />
  )
}

const toParts = (typed: string): DateParts => {
  const [year = '', month = '', day = ''] = typed.split('-')
  return { year, month, day }
}

/** What was typed so far, kept as it is; a whole date with two digits each, as it is stored. */
const fromParts = ({ year, month, day }: DateParts): string =>
  year === '' && month === '' && day === '' ? '' : `${year}-${month}-${day}`

/** A date that exists in its stored form once the boxes are left; anything else as it was typed. */
const toWhole = (typed: string): string => {
  const [year = '', month = '', day = ''] = typed.split('-')
  return parsePlainDate(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`) ?? typed
}
