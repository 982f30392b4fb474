import { type KeyboardEvent, type ReactNode, useCallback, useId, useMemo, useRef } from 'react'
import { flushSync } from 'react-dom'
import { type StoreApi, useStore } from 'zustand'
import type { AskedQuestion } from '#domain/safety/question.ts'
import { safetyQuestionnaire } from '#domain/safety/safety-questionnaire.ts'
import { safetyTextIn } from '#domain/safety/safety-text-in.ts'
import { standardLanguage, type TextLanguage } from '#domain/values/language.ts'
import type { LocationID } from '#domain/values/location-id.ts'
import type { PlainDate } from '#domain/values/plain-date.ts'
import { isTextTarget, letterKeys } from '../kit/letter-keys.ts'
import { isUndoPress } from '../kit/undo-press.ts'
import { PharmacySearch } from './pharmacy-search.tsx'
import { fieldOf, focusQuestion, nextForButton, nextUnanswered } from './safety-focus.ts'
import type { SafetyFormState } from './safety-form-store.ts'
import { useKeptFocus } from './safety-kept-focus.ts'
import { createSafetyLanguage, SafetyLanguageContext } from './safety-language.tsx'
import type { SafetyAudience } from './safety-notices.tsx'
import { SafetyProgress } from './safety-progress.tsx'
import { type FormParts, SafetyQuestion, takesLetters, toggle } from './safety-question.tsx'
import { questionOf } from './safety-words.ts'
import type { PharmacyReader } from './use-pharmacies.ts'
import './safety-form.css'

type SafetyFormStore = StoreApi<SafetyFormState>

type SafetyFormProps = {
  readonly store: SafetyFormStore
  /** The date at the location. A later date of a vaccine or surgery is refused. */
  readonly today: PlainDate
  readonly headingLevel?: 2 | 3 | undefined
  readonly isDisabled?: boolean | undefined
  /** Members see no keyboard hints, though the keys work. Default `desk`. */
  readonly audience?: SafetyAudience | undefined
  /** The language of questions and notices; English when absent. The footer stays English. */
  readonly language?: TextLanguage | undefined
  /** Reads the pharmacy directory. If given, the form has a search of it above the questions about the pharmacy. */
  readonly bridge?: PharmacyReader | undefined
  /** The study's location: the search lists its pharmacies first. */
  readonly locationID?: LocationID | null | undefined
  /** Shown below the questions. */
  readonly footer?: ReactNode
}

/**
 * Shows the safety questions on one page (booking spec §3), grouped, with follow-ups in place and progress and notices
 * beside them. Y, N or a digit answers the focused question and moves the focus to the next unanswered required
 * question. F8 and Enter move the focus without an answer. In a question with several answers, a digit switches one
 * option on or off and does not move the focus. Ctrl+Z restores the answers that the last answer cleared.
 */
export function SafetyForm(props: SafetyFormProps) {
  const { store, today, headingLevel = 2, isDisabled = false, audience = 'desk', footer } = props
  const { language = standardLanguage, bridge, locationID = null } = props
  const place = useMemo(() => createSafetyLanguage(language, store.getState), [language, store])
  const root = useRef<HTMLDivElement>(null)
  const prefix = useId()
  const views = useStore(store, (state) => state.views)
  const hasUndo = useStore(store, (state) => state.lastCleared.length > 0) && !isDisabled
  const form = useMemo<FormParts>(
    () => ({
      answer: store.getState().answer,
      answerOf: (field) => store.getState().answers[field],
      today,
      isDisabled,
      audience,
      prefix,
      pharmacySearch: bridge === undefined ? null : <PharmacySearch {...{ store, bridge, locationID, isDisabled }} />,
    }),
    [store, today, isDisabled, audience, prefix, bridge, locationID],
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
    <SafetyLanguageContext value={place}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the fields inside, which have their own roles */}
      <div
        className="safety"
        data-audience={audience}
        data-own-undo={hasUndo ? '' : undefined}
        lang={language}
        ref={root}
        onKeyDown={(event) => {
          takeKey(event, store, last.current, isDisabled)
          // The button "Next unanswered" continues from the question that F8 focused.
          if (event.key === 'F8') reached.current = fieldOf(document.activeElement)
        }}
        onFocus={onFocus}
        onBlur={onBlur}
      >
        <div className="safety__questions">
          {safetyQuestionnaire.sections.map((section) => (
            <section key={section.title} aria-label={safetyTextIn(language, section.title)} className="safety__section">
              <Heading className="safety__heading">{safetyTextIn(language, section.title)}</Heading>
              <ol className="safety__list">
                {section.questions.map(({ field }) => {
                  const view = views.get(field)
                  return view === undefined ? null : <SafetyQuestion key={field} view={view} form={form} isTop />
                })}
              </ol>
            </section>
          ))}
          {footer === undefined ? null : (
            <div className="safety__footer" lang={standardLanguage}>
              {footer}
            </div>
          )}
        </div>
        <SafetyProgress store={store} isDisabled={isDisabled} audience={audience} onNext={onNext} onUndo={onUndo} />
      </div>
    </SafetyLanguageContext>
  )
}

const goToNext = (root: HTMLElement | null, store: SafetyFormStore, from: string | null): void => {
  const field = nextUnanswered(store.getState().assessment, from)
  if (field !== null) focusQuestion(root, field)
}

/** Undoes the last answer and focuses the first question that is asked again. */
const undo = (root: HTMLElement | null, store: SafetyFormStore): void => {
  const [field] = store.getState().lastCleared
  flushSync(() => store.getState().undoClear())
  if (field !== undefined) focusQuestion(root, field)
}

/** Returns whether letter keys enter text in this element. */
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
  if (isUndoPress(event) && !isTextTarget(event.target)) {
    if (isDisabled || event.repeat || store.getState().lastCleared.length === 0) return
    event.preventDefault()
    undo(event.currentTarget, store)
    return
  }
  if (event.ctrlKey || event.metaKey || event.altKey || isDisabled) return
  const root = event.currentTarget
  const target = event.target as Element
  const field = fieldOf(target)
  if (event.key === 'F8') {
    event.preventDefault()
    goToNext(root, store, field ?? last)
    return
  }
  // The search for a pharmacy is between two questions and has its own keys.
  if (field === null || target.closest('.sq-pharmacy') !== null) return
  const question = questionOf(field)
  if (question === undefined) return
  if (event.key === 'Enter' && !(target instanceof HTMLTextAreaElement)) {
    event.preventDefault()
    goToNext(root, store, field)
    return
  }
  if (isTyping(target)) return
  // If the user types a name into the form by mistake, its second and later characters do not answer a question.
  if (!letterKeys.isFirst(event.nativeEvent)) {
    if (event.key === ' ') event.preventDefault()
    return
  }
  // N on the board opens the questions; a second N before they appear must not answer the first question.
  if (letterKeys.isOpener(event.nativeEvent)) return
  // In this form each of these keys is a command and never part of a word, even if this question has no such option.
  if (/^[1-9yn ]$/i.test(event.key)) letterKeys.noteAct()
  // A held key answers only the question on which it was pressed.
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
  // Follow-ups must be in the page before they can take the focus.
  flushSync(() => store.getState().answer(field, value))
  goToNext(root, store, field)
}

/** Returns the index of the option that a key selects: Y or N if the options are yes and no; a digit in any case. */
const indexOfKey = (key: string, question: AskedQuestion): number | null => {
  if (/^[1-9]$/.test(key)) return Number(key) - 1
  if (question.type !== 'radio' || !takesLetters(question)) return null
  const letter = key.toLowerCase()
  if (letter === 'y') return 0
  return letter === 'n' ? 1 : null
}
