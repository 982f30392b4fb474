import { type KeyboardEvent, type ReactNode, useCallback, useId, useMemo, useRef } from 'react'
import { flushSync } from 'react-dom'
import { type StoreApi, useStore } from 'zustand'
import type { AskedQuestion } from '#domain/safety/question.ts'
import { safetyQuestionnaire } from '#domain/safety/safety-questionnaire.ts'
import type { PlainDate } from '#domain/values/plain-date.ts'
import { letterKeys } from '../kit/letter-keys.ts'
import { fieldOf, focusQuestion, nextForButton, nextUnanswered } from './safety-focus.ts'
import type { SafetyFormState } from './safety-form-store.ts'
import { useKeptFocus } from './safety-kept-focus.ts'
import { SafetyProgress } from './safety-progress.tsx'
import { type FormParts, SafetyQuestion, takesLetters, toggle } from './safety-question.tsx'
import { questionOf } from './safety-words.ts'
import './safety-form.css'

type SafetyFormStore = StoreApi<SafetyFormState>

type SafetyFormProps = {
  readonly store: SafetyFormStore
  /** The location's day: a vaccine or surgery after it is refused. */
  readonly today: PlainDate
  readonly headingLevel?: 2 | 3 | undefined
  readonly isDisabled?: boolean | undefined
  /** Below the questions. */
  readonly footer?: ReactNode
}

/**
 * The safety questions on one page (booking spec §3; experience: grouped, follow-ups in place, progress and notices in
 * sight). By keyboard: Y and N or a digit answer the question that has the focus and go on to the next open one; F8 goes
 * there without answering.
 */
export function SafetyForm({ store, today, headingLevel = 2, isDisabled = false, footer }: SafetyFormProps) {
  const root = useRef<HTMLDivElement>(null)
  const prefix = useId()
  const views = useStore(store, (state) => state.views)
  const form = useMemo<FormParts>(
    () => ({
      answer: store.getState().answer,
      answerOf: (field) => store.getState().answers[field],
      today,
      isDisabled,
      prefix,
    }),
    [store, today, isDisabled, prefix],
  )
  const { last, onFocus, onBlur } = useKeptFocus(root, views, isDisabled)
  const reached = useRef<string | null>(null)
  const onNext = useCallback(() => {
    reached.current = nextForButton(store.getState().assessment, last.current, reached.current)
    if (reached.current !== null) focusQuestion(root.current, reached.current)
  }, [store, last])
  const onUndo = useCallback(() => undo(root.current, store), [store])
  const Heading = headingLevel === 2 ? 'h2' : 'h3'
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the fields inside, which have their own roles
    <div
      className="safety"
      ref={root}
      onKeyDown={(event) => {
        takeKey(event, store, last.current, isDisabled)
        // F8 leads to a question just as the button does: the button goes on from there.
        if (event.key === 'F8') reached.current = fieldOf(document.activeElement)
      }}
      onFocus={onFocus}
      onBlur={onBlur}
    >
      <div className="safety__questions">
        {safetyQuestionnaire.sections.map((section) => (
          <section key={section.title} aria-label={section.title} className="safety__section">
            <Heading className="safety__heading">{section.title}</Heading>
            <ol className="safety__list">
              {section.questions.map(({ field }) => {
                const view = views.get(field)
                return view === undefined ? null : <SafetyQuestion key={field} view={view} form={form} isTop />
              })}
            </ol>
          </section>
        ))}
        {footer}
      </div>
      <SafetyProgress store={store} isDisabled={isDisabled} onNext={onNext} onUndo={onUndo} />
    </div>
  )
}

const goToNext = (root: HTMLElement | null, store: SafetyFormStore, from: string | null): void => {
  const field = nextUnanswered(store.getState().assessment, from)
  if (field !== null) focusQuestion(root, field)
}

/** Takes the last answer back, and goes to the first of the questions that are asked again. */
const undo = (root: HTMLElement | null, store: SafetyFormStore): void => {
  const [field] = store.getState().lastCleared
  flushSync(() => store.getState().undoClear())
  if (field !== undefined) focusQuestion(root, field)
}

/** Whether keys with a letter are for typing here. */
const isTyping = (target: Element): boolean =>
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLInputElement && target.type !== 'radio' && target.type !== 'checkbox')

const takeKey = (
  event: KeyboardEvent<HTMLElement>,
  store: SafetyFormStore,
  last: string | null,
  isDisabled: boolean,
): void => {
  letterKeys.notePress(event.nativeEvent)
  if (event.ctrlKey || event.metaKey || event.altKey || isDisabled) return
  const root = event.currentTarget
  const target = event.target as Element
  const field = fieldOf(target)
  if (event.key === 'F8') {
    event.preventDefault()
    goToNext(root, store, field ?? last)
    return
  }
  if (field === null) return
  const question = questionOf(field)
  if (question === undefined) return
  if (event.key === 'Enter' && !(target instanceof HTMLTextAreaElement)) {
    event.preventDefault()
    goToNext(root, store, field)
    return
  }
  if (isTyping(target)) return
  // The rest of a name that is typed here by mistake answers nothing, nor does its space.
  if (!letterKeys.isFirst(event.nativeEvent)) {
    if (event.key === ' ') event.preventDefault()
    return
  }
  // N on the board opens the questions; N once more before they are seen must not answer the first of them.
  if (letterKeys.isOpener(event.nativeEvent)) return
  // The form's own keys are commands one by one, also where this question has no such option.
  if (/^[1-9yn ]$/i.test(event.key)) letterKeys.noteAct()
  // A key held down answers the one question it was pressed on, not all below it.
  if (event.repeat) return
  const index = indexOfKey(event.key, question)
  if (index === null || (question.type !== 'radio' && question.type !== 'choice')) return
  const value = question.options[index]?.value
  if (value === undefined) return
  event.preventDefault()
  if (question.type === 'choice') {
    store.getState().answer(field, toggle(question, store.getState().answers[field], value))
    return
  }
  // What the answer opens has to be on the page before the focus can go there.
  flushSync(() => store.getState().answer(field, value))
  goToNext(root, store, field)
}

/** Which option a key takes: Y the first, N the second where they say yes and no; a digit any. */
const indexOfKey = (key: string, question: AskedQuestion): number | null => {
  if (/^[1-9]$/.test(key)) return Number(key) - 1
  if (question.type !== 'radio' || !takesLetters(question)) return null
  const letter = key.toLowerCase()
  if (letter === 'y') return 0
  return letter === 'n' ? 1 : null
}
