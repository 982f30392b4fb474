/**
 * A questionnaire as data (booking spec §3, Safety questionnaire definition). This file contains no question: the
 * engine runs any questionnaire of this shape.
 */

/**
 * The answer to one question: an option's value, text or a `YYYY-MM-DD`; for a choice the chosen values. A question
 * without an answer has no entry: stored answers contain no null and no empty text.
 */
export type AnswerValue = string | readonly string[]

/** Answers by dotted field name. */
export type Answers = Readonly<Record<string, AnswerValue>>

/**
 * Known facts about a person that are not asked, such as `gender`, under their own field names. Conditions may use
 * them.
 */
export type Facts = Readonly<Record<string, string>>

/**
 * The condition under which a question is asked. `field` is a fact or an earlier question; a field without a value
 * meets no condition.
 */
export type Condition = {
  readonly field: string
  readonly operator: 'equality' | 'contains'
  readonly value: string
}

/** `echo` is the stored answer in words, because the label alone may mean the opposite. */
export type AnswerOption = { readonly value: string; readonly label: string; readonly echo?: string }

type Common = {
  readonly field: string
  readonly title: string
  /** Below the title: text too long for a title, or the positive question for a negated statement. */
  readonly description?: string
  /**
   * Whether this question, while it is asked, must be answered before the answers can be saved; true by default. A
   * notice (`info`) has no answer.
   */
  readonly required?: boolean
  /** False removes the question with its follow-ups. */
  readonly show?: boolean
  readonly showWhen?: Condition
  /** Follow-up questions and notices, which apply only while this question is asked. */
  readonly subs?: readonly Question[]
}

/** Whether a stop stays until the answer is known. The form then does not call the question optional. */
type EndsStop = { readonly endsStop?: boolean }

/** One of several options. */
export type RadioQuestion = Common & EndsStop & { readonly type: 'radio'; readonly options: readonly AnswerOption[] }
/** Any number of several options; at least one if an answer is required. */
export type ChoiceQuestion = Common & { readonly type: 'choice'; readonly options: readonly AnswerOption[] }
export type TextQuestion = Common & {
  readonly type: 'text'
  /** UTF-16 units after trimming. */
  readonly maxLength: number
  /** 1 for a single line. */
  readonly rows: number
}
/** A past day or today; a future day is refused. */
export type DateQuestion = Common & EndsStop & { readonly type: 'datepicker' }
/** A notice. It has no answer; its field only names it. */
export type InfoQuestion = Omit<Common, 'required' | 'subs'> & {
  readonly type: 'info'
  readonly tone: NoticeTone
  /** A member to whom this notice applies cannot be scanned at all: no sign-off is possible. */
  readonly isProhibitive?: boolean
  readonly dateRule?: DateRule
  /** A condition that hides the notice. With it, a notice can apply until a question is answered. */
  readonly exceptWhen?: Condition
}

export type Question = RadioQuestion | ChoiceQuestion | TextQuestion | DateQuestion | InfoQuestion
export type AskedQuestion = Exclude<Question, InfoQuestion>

/** Returns whether a stop stays until the question is answered, although its answer is not required. */
export const endsStop = (question: AskedQuestion): boolean => 'endsStop' in question && question.endsStop === true

/** Red is prohibitive or urgent, blue help or information, green reassurance (booking spec §8). */
const noticeTones = ['red', 'blue', 'green'] as const
export type NoticeTone = (typeof noticeTones)[number]

/** The dependence of a notice on the appointment (decisions §5): by calendar, on the location's clock. */
export type DateRule =
  /**
   * The notice keeps its tone until `weeks` weeks have passed since the day answered in `field`, and while that day is
   * unknown. For an appointment after these weeks the notice stays, in green and with the text `metTitle`.
   */
  | {
      readonly kind: 'wait-after'
      readonly field: string
      readonly weeks: number
      readonly metTitle: string
      readonly unknownReason: string
    }
  /**
   * The notice always applies, and names the moment by which something is due: `days` days before the appointment, at
   * the appointment's time of day.
   */
  | { readonly kind: 'due-before'; readonly days: number }
  /**
   * The notice applies up to and including the day that is `months` months after the day answered in `field`. It also
   * applies while the answered day is unknown.
   */
  | { readonly kind: 'lasts-after'; readonly field: string; readonly months: number }

type Section = { readonly title: string; readonly questions: readonly Question[] }
export type Questionnaire = {
  /** The key of the answers in a study, `SafetyQuestions`. */
  readonly field: string
  readonly title: string
  readonly sections: readonly Section[]
}
