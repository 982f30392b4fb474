import { useEffect, useRef, useState } from 'react'
import type { Failure } from '#contract/reply.ts'
import { maxAdditionalPractitioners, type StudyPractitioners } from '#domain/people/practitioner.ts'
import { awaitingReason } from '../kit/awaiting-reason.ts'
import { Banner } from '../kit/controls/banner.tsx'
import { Button } from '../kit/controls/button.tsx'
import { ComboBox } from '../kit/controls/combo-box.tsx'
import { CommitBar } from '../kit/controls/commit-bar.tsx'
import { Skeleton, SkeletonGroup } from '../kit/controls/skeleton.tsx'
import { ConflictSides } from '../study/conflict-sides.tsx'
import { failureText } from '../study/panel-words.ts'
import { saySaved } from '../study/say-saved.ts'
import { describeStudyIdentity } from '../study/study-identity.ts'
import type { StudyPartProps } from '../study/study-part-props.ts'
import type { MergedEdit } from '../study/use-merged-edit.ts'
import { AdditionalPractitioner, PractitionerChoice, practitionerOptions } from './practitioner-choice.tsx'
import {
  describePractitioners,
  practitionerFields,
  practitionerWords,
  toPractitionerRef,
  withoutNamed,
} from './practitioner-words.ts'
import { usePractitionerDirectory } from './use-practitioner-directory.ts'

const { edit: words, choice } = practitionerWords

type Props = StudyPartProps & {
  readonly edit: MergedEdit<StudyPractitioners>
  readonly fields: StudyPractitioners
  readonly busyKey: string
}

/** Edits the list of practitioners who receive the report. The user chooses them from the directory. */
export function PractitionersEdit({ page, edit, fields, busyKey }: Props) {
  const [directory, read] = usePractitionerDirectory(page.bridge)
  const box = useRef<HTMLDivElement>(null)
  const mayTakeFocus = useRef(!edit.isRestored)
  // Delays the focus by one render: a combo box focused in its first render does not show its chosen option.
  const [shown, setShown] = useState(directory.kind)
  useEffect(() => setShown(directory.kind), [directory.kind])
  useEffect(() => {
    if (!mayTakeFocus.current || shown === 'loading') return
    const isReady = shown === 'ready'
    if (isReady) mayTakeFocus.current = false
    // The pressed button is gone, so the focus is on the body. If the user has moved the focus, it stays.
    if (document.activeElement !== document.body) return
    box.current?.querySelector<HTMLElement>(isReady ? 'input' : '.w-banner button')?.focus()
  }, [shown])
  const discard = (
    <Button size="small" disabledReason={page.isBusy(busyKey) ? awaitingReason : null} onPress={edit.discard}>
      {words.discard}
    </Button>
  )
  const restored = edit.isRestored ? (
    <Banner tone="info" title={words.restoredTitle}>
      {words.restored}
    </Banner>
  ) : null
  if (directory.kind === 'failed') {
    return (
      <div className="stp" ref={box}>
        {restored}
        <DirectoryFailed failure={directory.failure} onRetry={read} />
        <div className="stp__actions">{discard}</div>
      </div>
    )
  }
  if (directory.kind !== 'ready') {
    return (
      <SkeletonGroup label={words.loading} className="stp">
        <Skeleton shape="block" height="60px" />
        <Skeleton shape="block" height="60px" />
      </SkeletonGroup>
    )
  }
  const known = directory.value
  const [conflict] = edit.conflicts
  const { additional } = fields
  const save = async (): Promise<void> => {
    saySaved(page.notices, words.saved, await edit.save())
  }
  return (
    <div className="stp" ref={box}>
      {restored}
      {conflict === undefined ? null : (
        <ConflictSides
          what={practitionerFields[conflict.field]}
          mine={describePractitioners(conflict.mine, known)}
          theirs={describePractitioners(conflict.theirs, known)}
          emptyWords={choice.none}
          isFoundBySave={edit.hasMetConflict}
          onSettle={(whose) => edit.settle(conflict.field, whose)}
        />
      )}
      <PractitionerChoice
        label={choice.primary}
        practiceLabel={choice.practiceOfPrimary}
        value={fields.primary}
        known={known}
        onChange={(primary) => edit.change({ primary })}
      />
      <PractitionerChoice
        label={choice.referring}
        practiceLabel={choice.practiceOfReferring}
        value={fields.referring}
        known={known}
        onChange={(referring) => edit.change({ referring })}
      />
      {additional.length === 0 ? null : (
        <ul aria-label={choice.additional}>
          {additional.map((ref) => (
            <AdditionalPractitioner
              key={ref.practitionerID}
              value={ref}
              known={known}
              onChange={(next) => edit.change({ additional: additional.map((each) => (each === ref ? next : each)) })}
              onRemove={() => edit.change({ additional: additional.filter((each) => each !== ref) })}
            />
          ))}
        </ul>
      )}
      <ComboBox
        // Remounted empty after each addition.
        key={additional.length}
        label={choice.add}
        options={practitionerOptions(withoutNamed(known, additional))}
        value={null}
        emptyText={choice.noMatch}
        disabledReason={
          additional.length >= maxAdditionalPractitioners ? choice.tooMany(maxAdditionalPractitioners) : null
        }
        onChange={(id) => {
          const chosen = known.find((each) => each.id === id)
          if (chosen !== undefined) edit.change({ additional: [...additional, toPractitionerRef(chosen)] })
        }}
      />
      <CommitBar who={describeStudyIdentity(page.view)}>
        <Button
          size="small"
          variant="primary"
          isPending={page.isBusy(busyKey)}
          disabledReason={
            page.reason('edit-practitioners') ??
            (conflict !== undefined ? words.conflictFirst : edit.hasChanges ? null : words.noChanges)
          }
          aria-label={words.saveFor(page.who)}
          onPress={() => void save()}
        >
          {words.save}
        </Button>
        {discard}
      </CommitBar>
    </div>
  )
}

function DirectoryFailed({ failure, onRetry }: { readonly failure: Failure; readonly onRetry: () => void }) {
  return (
    <Banner
      tone="error"
      title={words.failedTitle}
      action={
        <Button size="small" onPress={onRetry}>
          {words.tryAgain}
        </Button>
      }
    >
      {failureText(failure)}
    </Banner>
  )
}
