import { ArrowDown, Undo2 } from 'lucide-react'
import { memo } from 'react'
import { type StoreApi, useStore } from 'zustand'
import { safetyTextIn } from '#domain/safety/safety-text-in.ts'
import { Button } from '../kit/controls/button.tsx'
import '../kit/controls/visually-hidden.css'
import type { SafetyFormState } from './safety-form-store.ts'
import { useSafetyLanguage } from './safety-language.tsx'
import { type SafetyAudience, SafetyNotices } from './safety-notices.tsx'
import { fieldTitle } from './safety-words.ts'

type SafetyFormStore = StoreApi<SafetyFormState>

type Props = {
  readonly store: SafetyFormStore
  readonly isDisabled: boolean
  readonly audience: SafetyAudience
  /** Focuses the next unanswered required question. */
  readonly onNext: () => void
  /** Undoes the last answer and restores what it cleared. */
  readonly onUndo: () => void
}

/** Shows the progress of the answers and the current notices beside the questions. */
export const SafetyProgress = memo(function SafetyProgress(props: Props) {
  const { store, isDisabled, audience, onNext, onUndo } = props
  const { progress: words } = useSafetyLanguage().words
  return (
    <aside className="safety__aside" aria-label={words.label}>
      <div className="safety__progress">
        <Count store={store} />
        <Next store={store} isDisabled={isDisabled} audience={audience} onNext={onNext} />
      </div>
      <Cleared store={store} isDisabled={isDisabled} audience={audience} onUndo={onUndo} />
      <Notices store={store} audience={audience} />
    </aside>
  )
})

function Count({ store }: { readonly store: SafetyFormStore }) {
  const { progress: words } = useSafetyLanguage().words
  const required = useStore(store, ({ assessment }) => assessment.required.length)
  const open = useStore(store, ({ assessment }) => assessment.unanswered.length)
  const isShowingMissing = useStore(store, (state) => state.isShowingMissing)
  return (
    <>
      <div className="safety__count">
        <strong className="tabular">{words.count(required - open, required)}</strong> {words.answered}
      </div>
      <progress className="safety__bar" value={required - open} max={required} aria-label={words.barLabel} />
      {isShowingMissing && open > 0 ? <div className="safety__missing">{words.missing(open)}</div> : null}
    </>
  )
}

/** A component of its own, because most answers change the count but not this button. */
function Next({ store, isDisabled, audience, onNext }: Omit<Props, 'onUndo'>) {
  const { progress: words } = useSafetyLanguage().words
  const isAllAnswered = useStore(store, ({ assessment }) => assessment.unanswered.length === 0)
  return (
    <Button
      size="small"
      icon={<ArrowDown aria-hidden="true" />}
      onPress={onNext}
      isDisabled={isDisabled}
      disabledReason={isAllAnswered ? words.allAnswered : null}
      aria-keyshortcuts={audience === 'desk' ? 'F8' : undefined}
    >
      {words.next}
      {audience === 'desk' ? (
        <span className="safety__key" aria-hidden="true">
          F8
        </span>
      ) : null}
    </Button>
  )
}

function Cleared({ store, isDisabled, audience, onUndo }: Omit<Props, 'onNext'>) {
  const { language, words: all } = useSafetyLanguage()
  const { progress: words } = all
  const cleared = useStore(store, (state) => state.lastCleared)
  return (
    <div role="status" className="safety__cleared-place">
      {cleared.length === 0 ? null : (
        <div className="safety__cleared">
          <span>{words.cleared(cleared.map((field) => safetyTextIn(language, fieldTitle(field))).join(', '))}</span>
          <Button
            size="xsmall"
            icon={<Undo2 aria-hidden="true" />}
            onPress={onUndo}
            isDisabled={isDisabled}
            aria-label={words.undoLabel}
            aria-keyshortcuts={audience === 'desk' ? 'Control+Z Meta+Z' : undefined}
          >
            {words.undo}
          </Button>
        </div>
      )}
    </div>
  )
}

function Notices({ store, audience }: Pick<Props, 'store' | 'audience'>) {
  const notices = useStore(store, (state) => state.notices)
  const { noticeIn } = useSafetyLanguage()
  return (
    <div className="safety__notices">
      <SafetyNotices notices={notices} audience={audience} />
      {/* One element for each notice, so that a screen reader announces only a new one. */}
      <div aria-live="polite" className="w-visually-hidden">
        {notices
          .filter(({ tone }) => tone === 'red')
          .map(noticeIn)
          .map(({ key, text }) => (
            <p key={key}>{text}</p>
          ))}
      </div>
    </div>
  )
}
