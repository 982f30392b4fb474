import { Save } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { type StoreApi, useStore } from 'zustand'
import type { SavedSafety } from '#contract/safety/bridge.ts'
import { fullName } from '#domain/members/member.ts'
import { type Language, standardLanguage } from '#domain/values/language.ts'
import { todayAt } from '#domain/values/location-clock.ts'
import { awaitingReason } from '../../kit/awaiting-reason.ts'
import { Banner } from '../../kit/controls/banner.tsx'
import { Button } from '../../kit/controls/button.tsx'
import { CommitBar } from '../../kit/controls/commit-bar.tsx'
import { controlWords } from '../../kit/controls/control-words.ts'
import { describeIdentity } from '../../kit/describe-identity.ts'
import { useSaveShortcut } from '../../kit/use-save-shortcut.ts'
import { describeBookingFailure } from '../../study/booking-failures.ts'
import { whoOf } from '../../study/named-notices.ts'
import { forgetAnswersRequest } from '../../study/wants-edit.ts'
import { LanguageChoice } from '../language-choice.tsx'
import { focusFirstUnanswered } from '../safety-focus.ts'
import { SafetyForm } from '../safety-form.tsx'
import type { SafetyFormState } from '../safety-form-store.ts'
import { fieldTitle } from '../safety-words.ts'
import { SafetyConflicts } from './safety-conflicts.tsx'
import { KeptStatus, OtherDesks, RestoredDraft, SharedDraft } from './safety-news.tsx'
import type { SafetyPartProps } from './safety-part-props.ts'
import { safetySectionWords } from './safety-section-words.ts'

const { edit: words } = safetySectionWords

type Props = SafetyPartProps & { readonly form: StoreApi<SafetyFormState>; readonly onLeave: () => void }

/**
 * Shows the questions to answer, notes about drafts, other desks and conflicts, and the save button with the member's
 * name.
 */
export function SafetyEdit(props: Props) {
  const { safety, view, form, notices, isFrozen, isInDetails, onLeave } = props
  const saving = useStore(safety, (state) => state.saving)
  const conflicts = useStore(safety, (state) => state.conflicts)
  const kept = useStore(safety, (state) => state.kept)
  const isOpen = useStore(form, ({ assessment }) => assessment.unanswered.length > 0)
  const { member, study, location } = view
  const page = useRef<HTMLDivElement>(null)
  const [language, setLanguage] = useState<Language>(standardLanguage)
  useEffect(() => {
    // The button that opened the form is no longer in the page, and the user came to answer the open questions.
    if (!focusFirstUnanswered(page.current, form.getState().assessment)) page.current?.focus({ preventScroll: true })
    // Focusing alone scrolls the question only to the lower edge of the window.
    else document.activeElement?.scrollIntoView({ block: 'center' })
  }, [form])

  const isPending = saving.kind === 'pending'
  const awaiting = isPending || isFrozen ? awaitingReason : null
  const reason = isFrozen
    ? awaitingReason
    : conflicts.length > 0
      ? words.decideFirst
      : // After a failed save the button stays enabled, even if the saved answers already equal those in the form.
        // While required questions are unanswered, a press on the button shows these questions.
        kept === null && saving.kind === 'idle' && !isOpen && !safety.getState().isChanged()
        ? words.noChanges
        : null
  const save = async (): Promise<void> => {
    if (reason !== null) return
    const saved = await safety.getState().save()
    if (saved !== null) {
      forgetAnswersRequest()
      notifySaved(saved)
    } else if (form.getState().isShowingMissing) focusFirstUnanswered(page.current, form.getState().assessment)
  }
  const notifySaved = ({ memberFailure }: SavedSafety): void => {
    notices.success(words.saved(fullName(member)))
    if (memberFailure !== null) {
      // The title only: the text advises to try again, but the answers are saved and the form closes.
      const { title } = describeBookingFailure(memberFailure)
      notices.warning({
        title: words.memberFailedTitle,
        description: words.memberFailed(title),
        timeoutMs: null,
      })
    }
  }
  useSaveShortcut(isInDetails ? null : () => void save())

  return (
    <div className="sde" data-saving={saving.kind} ref={page} tabIndex={-1}>
      <SharedDraft {...props} />
      <RestoredDraft {...props} />
      <LanguageChoice of={member.language} language={language} onChange={setLanguage} />
      <SafetyForm
        store={form}
        language={language}
        today={todayAt(props.now, location.timezone)}
        headingLevel={3}
        isDisabled={awaiting !== null}
        bridge={props.bridge}
        locationID={location.locationID}
        footer={
          <div className={isInDetails ? 'sde__foot sde__foot--quiet' : 'sde__foot'}>
            <div className="sde__news">
              <OtherDesks {...props} />
              <SafetyConflicts {...props} />
              <SavingProblem {...props} />
            </div>
            <div className="sde__buttons">
              <KeptStatus safety={safety} />
              {isInDetails ? null : (
                <CommitBar
                  who={describeIdentity(member, controlWords.studyOf(study.studyID))}
                  align="end"
                  className="sde__commit"
                >
                  <Button onPress={onLeave} disabledReason={awaiting}>
                    {words.cancel}
                  </Button>
                  <Button
                    variant="primary"
                    icon={<Save aria-hidden="true" />}
                    onPress={() => void save()}
                    isPending={isPending}
                    aria-keyshortcuts="Control+Enter"
                    tooltip="Ctrl+Enter"
                    disabledReason={reason}
                    aria-label={words.saveFor(whoOf(member))}
                  >
                    {words.save}
                  </Button>
                </CommitBar>
              )}
            </div>
          </div>
        }
      />
    </div>
  )
}

/** Shows why the answers are not saved and what to do. Every answer is kept in each case. */
function SavingProblem({ safety, form, isOnline }: Props) {
  const saving = useStore(safety, (state) => state.saving)
  const unanswered = useStore(form, (state) => state.assessment.unanswered.length)
  if (saving.kind === 'unsent') {
    const why =
      saving.failure.code === 'offline' || saving.failure.code === 'outcome-unknown'
        ? isOnline
          ? words.connectionBack
          : words.offline
        : words.failure(describeBookingFailure(saving.failure).title, describeBookingFailure(saving.failure).text)
    return (
      <Banner tone="warning" title={words.unsentTitle}>
        {words.unsent(why, isOnline)}
      </Banner>
    )
  }
  if (saving.kind !== 'failed') return null
  const { failure } = saving
  switch (failure.code) {
    case 'missing-required-fields':
      return (
        <Banner tone="error" title={words.missingTitle}>
          {words.missing(unanswered)}
        </Banner>
      )
    case 'stale':
      return (
        <Banner tone="error" title={words.failedTitle}>
          {words.stale}
        </Banner>
      )
    case 'invalid-input':
      return (
        <Banner tone="error" title={words.failedTitle}>
          {words.invalid(
            Object.keys(failure.details?.fields ?? {})
              .map((field) => fieldTitle(field))
              .join(', ') || failure.message,
          )}
        </Banner>
      )
    default: {
      const { title, text } = describeBookingFailure(failure)
      return (
        <Banner tone="error" title={words.failedTitle}>
          {words.failed(title, text)}
        </Banner>
      )
    }
  }
}
