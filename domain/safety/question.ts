/**
 * A questionnaire as data (booking spec §3, Safety questionnaire definition). Nothing here knows what is asked: the engine
 * runs any questionnaire of this shape.
 */

/**
 * What is answered to one question: an option's value, text or a `YYYY-MM-DD`; for a choice the chosen values. A question
 * without an answer has no entry: there is no null and no empty text among kept answers.
 */
export type AnswerValue = string | readonly string[]

/** Answers by dotted field name. */
export type Answers = Readonly<Record<string, AnswerValue>>

/** What is known of a person without asking, under field names of its own, such as `gender`. Conditions may look at it. */
export type Facts = Readonly<Record<string, string>>

/** When a question is asked. `field` is a fact or an earlier question's; an unanswered one meets no condition. */
export type Condition = {
  readonly field: string
  readonly operator: 'equality' | 'contains'
  readonly value: string
}

/** `echo` says in words what is stored when it is chosen, as the label alone may say the opposite. */
export type AnswerOption = { readonly value: string; readonly label: string; readonly echo?: string }

type Common = {
  readonly field: string
  readonly title: string
  /** Below the title, for what would make it too long. */
  readonly description?: string
  /** Whether it must be answered before saving while it is asked: so unless false. Info is never required. */
  readonly required?: boolean
  /** False takes the question out, with all that follows from it. */
  readonly show?: boolean
  readonly showWhen?: Condition
  /** Asked only while this question itself is. */
  readonly subs?: readonly Question[]
}

/** One of several options. */
export type RadioQuestion = Common & { readonly type: 'radio'; readonly options: readonly AnswerOption[] }
/** Any number of several options, at least one where it must be answered. */
export type ChoiceQuestion = Common & { readonly type: 'choice'; readonly options: readonly AnswerOption[] }
export type TextQuestion = Common & {
  readonly type: 'text'
  /** UTF-16 units after trimming. */
  readonly maxLength: number
  /** One line where 1. */
  readonly rows: number
}
/** A day that is over or today: a day to come is refused. */
export type DateQuestion = Common & { readonly type: 'datepicker' }
/** A notice. It is answered by nobody; its field only names it. */
export type InfoQuestion = Omit<Common, 'required' | 'subs'> & {
  readonly type: 'info'
  readonly tone: NoticeTone
  /** Whoever has this cannot be scanned at all: nobody can sign it off. */
  readonly isProhibitive?: boolean
  readonly dateRule?: DateRule
}

export type Question = RadioQuestion | ChoiceQuestion | TextQuestion | DateQuestion | InfoQuestion
export type AskedQuestion = Exclude<Question, InfoQuestion>

/** Red is prohibitive or urgent, blue help or information, green reassurance (booking spec §8). */
const noticeTones = ['red', 'blue', 'green'] as const
export type NoticeTone = (typeof noticeTones)[number]

/** How a notice hangs on the appointment (decisions §5): by calendar, on the location's clock. */
export type DateRule =
  /** Stands until so many weeks after the day answered in `field` have passed; stands where that day is not known. */
  | { readonly kind: 'wait-after'; readonly field: string; readonly weeks: number; readonly metTitle: string }
  /** Stands always, with the moment by which something is due: the same time of day so many days before the appointment. */
  | { readonly kind: 'due-before'; readonly days: number }
  /** Stands up to and including the day so many months after the one answered in `field`, and where that is not known. */
  | { readonly kind: 'lasts-after'; readonly field: string; readonly months: number }

type Section = { readonly title: string; readonly questions: readonly Question[] }
export type Questionnaire = {
  /** Under which the answers stand in a study, `SafetyQuestions`. */
  readonly field: string
  readonly title: string
  readonly sections: readonly Section[]
}
