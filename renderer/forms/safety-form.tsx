import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import { flushSync } from 'react-dom'
import type { AskedQuestion } from '#domain/questionnaire/question.ts'
import { safetyQuestionnaire } from '#domain/questionnaire/safety-questionnaire.ts'
import type { PlainDate } from '#domain/time/plain-date.ts'
import { focusQuestion, nextUnanswered } from './safety-focus.ts'
import { SafetyProgress } from './safety-progress.tsx'
import { type SafetyFormStore, SafetyQuestion, toggle } from './safety-question.tsx'
import { questionOf } from './safety-words.ts'
import './safety-form.css'

export type SafetyFormProps = {
  readonly store: SafetyFormStore
  /** The location's day: a vaccine or surgery after it is refused. */
  readonly today: PlainDate
  readonly headingLevel?: 2 | 3 | undefined
  readonly isDisabled?: boolean | undefined
  /** Below the questions. */
  readonly footer?: ReactNode
}

let number = 0
const sections = safetyQuestionnaire.sections.map(({ title, questions }) => ({
  title,
  questions: questions.map((question) => {
    number += 1
    return { question, number }
  }),
}))

/**
 * The safety questions on one page (booking spec §3; experience: grouped, follow-ups in place, progress and notices in
 * sight). By keyboard: Y and N or a digit answer the question that has the focus and go on to the next open one; F8 goes
 * there without answering.
 */
export function SafetyForm({ store, today, headingLevel = 2, isDisabled = false, footer }: SafetyFormProps) {
  const root = useRef<HTMLDivElement>(null)
  const Heading = headingLevel === 2 ? 'h2' : 'h3'
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the fields inside, which have their own roles
    <div className="safety" ref={root} onKeyDown={(event) => takeKey(event, store, isDisabled)}>
      <div className="safety__questions">
        {sections.map((section) => (
          <section key={section.title} aria-label={section.title} className="safety__section">
            <Heading className="safety__heading">{section.title}</Heading>
            <ol className="safety__list">
              {section.questions.map((entry) => (
                <SafetyQuestion
                  key={entry.question.field}
                  question={entry.question}
                  number={entry.number}
                  store={store}
                  today={today}
                  isDisabled={isDisabled}
                />
              ))}
            </ol>
          </section>
        ))}
        {footer}
      </div>
      <SafetyProgress
        store={store}
        isDisabled={isDisabled}
        onNext={() => goToNext(root.current, store, focusedField(document.activeElement))}
      />
    </div>
  )
}

const focusedField = (element: Element | null): string | null =>
  element?.closest<HTMLElement>('[data-field]')?.dataset.field ?? null

const goToNext = (root: HTMLElement | null, store: SafetyFormStore, from: string | null): void => {
  const field = nextUnanswered(store.getState().assessment, from)
  if (field !== null) focusQuestion(root, field)
}

/** Whether keys with a letter are for typing here. */
const isTyping = (target: Element): boolean =>
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLInputElement && target.type !== 'radio' && target.type !== 'checkbox')

const takeKey = (event: KeyboardEvent<HTMLElement>, store: SafetyFormStore, isDisabled: boolean): void => {
  const root = event.currentTarget
  const target = event.target as Element
  if (event.ctrlKey || event.metaKey || event.altKey) return
  const field = focusedField(target)
  if (event.key === 'F8') {
    event.preventDefault()
    goToNext(root, store, field)
    return
  }
  if (isDisabled || field === null || isTyping(target)) return
  const question = questionOf(field)
  if (question === undefined) return
  if (event.key === 'Enter') {
    event.preventDefault()
    goToNext(root, store, field)
    return
  }
  const index = indexOfKey(event.key, question)
  if (index === null || (question.type !== 'radio' && question.type !== 'choice')) return
  const value = question.options[index]?.value
  if (value === undefined) return
  event.preventDefault()
  if (question.type === 'choice') {
    const chosen = store.getState().answers[field]
    store.getState().answer(field, toggle(question, Array.isArray(chosen) ? chosen : [], value))
    return
  }
  // What the answer opens has to be on the page before the focus can go there.
  flushSync(() => store.getState().answer(field, value))
  goToNext(root, store, field)
}

/** Which option a key takes: Y the first, N the second of a radio question; a digit any. */
const indexOfKey = (key: string, question: AskedQuestion): number | null => {
  if (/^[1-9]$/.test(key)) return Number(key) - 1
  if (question.type !== 'radio' || question.options.length !== 2) return null
  const letter = key.toLowerCase()
  if (letter === 'y') return 0
  return letter === 'n' ? 1 : null
}
