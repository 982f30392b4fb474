import { Save } from 'lucide-react'
import { type RefObject, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { useStore } from 'zustand'
import { isOutcomeUnknown } from '#contract/failures.ts'
import type { Failure } from '#contract/reply.ts'
import { fullName } from '#domain/members/member.ts'
import { studyMessages } from '#domain/study/study-messages.ts'
import { useMoveChanges } from '../../booking/moving/move-changes.tsx'
import type { MoveForm, ReadStudy, StudyBookingDesk } from '../../booking/moving/study-booking-state.ts'
import { awaitingReason } from '../../kit/awaiting-reason.ts'
import { Banner } from '../../kit/controls/banner.tsx'
import { Button } from '../../kit/controls/button.tsx'
import { CommitBar } from '../../kit/controls/commit-bar.tsx'
import { useSaveShortcut } from '../../kit/use-save-shortcut.ts'
import { focusFirstUnanswered } from '../../safety/safety-focus.ts'
import { safetySectionWords } from '../../safety/section/safety-section-words.ts'
import type { StudySafetyStore } from '../../safety/study-safety-state.ts'
import { LeaveDialog } from '../../study/leave-dialog.tsx'
import { panelWords } from '../../study/panel-words.ts'
import { useOpenSection } from '../../study/sections.ts'
import { describeStudyFailure } from '../../study/study-failures.ts'
import { describeStudyIdentity } from '../../study/study-identity.ts'
import type { StudyPartProps } from '../../study/study-part-props.ts'
import type { StudyPageStores } from '../study-page-factories.ts'
import { closeSaved, isMoveChosen, saveDetails } from './details-save.ts'
import {
  type DetailsEdit,
  type DetailsPart,
  type DetailsProblem,
  type DetailsStore,
  isSuppressionChanged,
} from './details-store.ts'
import { detailsWords } from './details-words.ts'
import { describeSuppression, useSaveReason } from './use-details.ts'

const words = detailsWords.save

type Props = StudyPartProps<StudyPageStores> & {
  readonly details: DetailsStore
  readonly desk: StudyBookingDesk
  readonly safety: StudySafetyStore
  readonly edit: DetailsEdit
  /** Receives the function that leaves edit mode. The panel calls it when the user switches back to reading. */
  readonly leaveRequest: RefObject<(() => void) | null>
}

/** Shows Cancel and Save Changes of Study Details. One save covers the appointment, the suppression and the answers. */
export function DetailsSaveBar({ page, details, desk, safety, edit, leaveRequest }: Props) {
  const isSaving = useStore(details, (state) => state.isSaving)
  const problems = useStore(details, (state) => state.problems)
  const isUnknown = useStore(desk.store, (state) => state.move.kind === 'unknown')
  const openSection = useOpenSection()
  const why = useSaveReason(page, desk, safety, edit)
  // While the save runs, the button itself shows that it is busy, so no reason is shown.
  const reason = isSaving ? null : why
  const [isLeaving, setIsLeaving] = useState(false)
  const discarding = useStore(safety, (state) => state.discarding)
  const { member } = page.view

  const leave = async (unsaved: 'keep' | 'discard'): Promise<void> => {
    // Marks edit mode as saving, because it could otherwise close by itself as soon as the safety questions close.
    details.getState().setSaving(true, [])
    safety.getState().resetDiscarding()
    const isClosed = await safety.getState().close(unsaved)
    setIsLeaving(!isClosed)
    if (!isClosed) {
      details.getState().setSaving(false, [])
      return
    }
    if (unsaved === 'discard') await desk.store.getState().discard()
    await details.getState().close(unsaved)
    details.getState().setSaving(false, [])
  }
  const cancel = (): void => {
    if (details.getState().isSaving) return
    const isAnswered = safety.getState().form !== null && safety.getState().isChanged()
    if (isAnswered || isMoveChosen(desk) || isSuppressionChanged(edit)) setIsLeaving(true)
    else void leave('discard')
  }
  useEffect(() => {
    leaveRequest.current = cancel
    return () => {
      leaveRequest.current = null
    }
  })
  const save = async (): Promise<void> => {
    if (isSaving || why !== null) return
    const onMemberFailure = (failure: Failure): void => {
      const { memberFailedTitle, memberFailed } = safetySectionWords.edit
      // The title only: the text advises to try again, but the answers are saved and the form closes.
      const { title } = describeStudyFailure(failure)
      page.notices.warning({
        title: memberFailedTitle,
        description: memberFailed(title),
        timeoutMs: null,
      })
    }
    const left = await saveDetails({ bridge: page.bridge, details, desk, safety, keep: page.keep, onMemberFailure })
    if (left.some(({ part }) => part === 'safety')) {
      const { form } = safety.getState()
      const place = document.querySelector<HTMLElement>('.sde')
      // A question of a folded section cannot take the focus.
      flushSync(() => openSection('safety'))
      if (form?.getState().isShowingMissing === true) focusFirstUnanswered(place, form.getState().assessment)
    }
    if (left.length > 0) return
    const title = words.saved(fullName(member))
    if (await closeSaved({ details, desk, safety })) page.notices.success(title)
    else page.notices.warning({ title, description: words.typedOn })
  }
  useSaveShortcut(() => void save())
  return (
    <div className="sd__foot">
      {problems.map((problem) => (
        <Problem key={problem.part} problem={problem} />
      ))}
      <div className="dbar">
        {reason === null ? (
          <BarChanges page={page} desk={desk} edit={edit} />
        ) : (
          <p className="dbar__reason" aria-hidden="true">
            {reason}
          </p>
        )}
        <CommitBar who={describeStudyIdentity(page.view)} align="end">
          <Button onPress={cancel} disabledReason={isSaving ? awaitingReason : null}>
            {words.cancel}
          </Button>
          <Button
            variant="primary"
            icon={<Save aria-hidden="true" />}
            isPending={isSaving}
            disabledReason={reason}
            aria-keyshortcuts="Control+Enter"
            tooltip="Ctrl+Enter"
            aria-label={panelWords.actFor(isUnknown ? words.askAgain : words.label, page.who)}
            onPress={() => void save()}
          >
            {isUnknown ? words.askAgain : words.label}
          </Button>
        </CommitBar>
      </div>
      <LeaveDialog
        isOpen={isLeaving}
        title={words.leaveTitle}
        who={describeStudyIdentity(page.view)}
        discarding={discarding}
        onStay={() => {
          setIsLeaving(false)
          safety.getState().resetDiscarding()
        }}
        onLeave={(unsaved) => void leave(unsaved)}
      />
    </div>
  )
}

/**
 * Shows beside the save button which appointment and message settings it will save, because they may be scrolled out of
 * view. It does not list the answers.
 */
function BarChanges({ page, desk, edit }: Pick<Props, 'page' | 'desk' | 'edit'>) {
  const read = useStore(desk.store, (state) => state.study)
  const form = useStore(desk.store, (state) => state.form)
  if (read.kind !== 'ready' || form === null) return <p className="dbar__reason" />
  return <BarLines page={page} desk={desk} edit={edit} read={read.value} form={form} />
}

type LinesProps = Pick<Props, 'page' | 'desk' | 'edit'> & { readonly read: ReadStudy; readonly form: MoveForm }

function BarLines({ page, desk, edit, read, form }: LinesProps) {
  const { changes } = useMoveChanges({ desk, read, form, stores: page.stores })
  const lines = [...changes.map(({ text }) => text), ...describeSuppression(edit)]
  return <p className="dbar__reason tabular">{lines.join(' · ')}</p>
}

const partWords: Readonly<Record<DetailsPart, string>> = words.parts

function Problem({ problem }: { readonly problem: DetailsProblem }) {
  const { part, failure } = problem
  const { title, text } = describeStudyFailure(failure)
  // An unexpected failure has its own text, with the error ID to report.
  const isUnknown = part === 'appointment' && isOutcomeUnknown('bridge', failure) && failure.code !== 'unexpected'
  return (
    <Banner tone="error" title={words.failedTitle(studyMessages.savingFailed, partWords[part])}>
      {part === 'appointment' ? `${studyMessages.appointmentNotSaved} ` : ''}
      {words.failedText(title, isUnknown ? words.unknown : text)}
    </Banner>
  )
}
