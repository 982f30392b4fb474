import { useMemo } from 'react'
import { useStore } from 'zustand'
import { isOutcomeUnknown } from '#contract/failures.ts'
import { formatDate } from '#domain/format/format-date.ts'
import type { MemberMerge, MergeUndoPreview, MovedCounts } from '#domain/members/member-merge.ts'
import { movedKinds } from '#domain/members/member-merge.ts'
import { Banner } from '../kit/controls/banner.tsx'
import { Button } from '../kit/controls/button.tsx'
import { CommitBar } from '../kit/controls/commit-bar.tsx'
import { Dialog } from '../kit/controls/dialog.tsx'
import { Skeleton, SkeletonGroup } from '../kit/controls/skeleton.tsx'
import { TextField } from '../kit/controls/text-field.tsx'
import { describeBookingFailure } from '../study/booking-failures.ts'
import type { MemberFactories } from './member-factories.ts'
import { mergeWords } from './merge-words.ts'
import './merge.css'

const words = mergeWords.undo

type Props = {
  readonly merge: MemberMerge
  readonly stores: MemberFactories
  /** Why the merge cannot be undone now; null if it can. */
  readonly offlineReason: string | null
  readonly onUndone: (merge: MemberMerge) => void
  readonly onClose: () => void
}

const personOf = ({ name, dob, memberID }: MemberMerge['kept']): string => `${name}, ${formatDate(dob)}, ${memberID}`

const countsOf = (counts: MovedCounts): readonly string[] =>
  movedKinds.flatMap((kind) => {
    const count = counts[kind] ?? 0
    return count === 0 ? [] : [mergeWords.moved[kind](count)]
  })

/** Shows what undoing a merge restores and what stays, asks for a reason, and undoes the merge. */
export function UndoMergeDialog({ merge, stores, offlineReason, onUndone, onClose }: Props) {
  const store = useMemo(() => stores.newMergeUndo(merge), [stores, merge])
  const { preview, reason, isSaving, failure, load, setReason, confirm } = useStore(store)
  const obstacle = preview.kind === 'ready' ? preview.value.obstacle : null
  const missing = preview.kind !== 'ready' ? words.loading : reason.trim() === '' ? words.reasonMissing : null
  return (
    <Dialog
      isOpen
      isDismissable={!isSaving}
      onClose={onClose}
      title={words.title}
      subtitle={mergeWords.panel.mergedHere(merge.merged.name, formatDate(merge.merged.dob), merge.merged.memberID)}
      footer={
        <CommitBar who={personOf(merge.merged)}>
          <Button onPress={onClose} isDisabled={isSaving}>
            {mergeWords.compare.cancel}
          </Button>
          <Button
            variant="primary"
            tone="danger"
            isPending={isSaving}
            disabledReason={offlineReason ?? obstacle ?? missing}
            onPress={() => void confirm().then((undone) => (undone === null ? undefined : onUndone(undone)))}
          >
            {words.confirm}
          </Button>
        </CommitBar>
      }
    >
      <div className="s-merge">
        {failure === null ? null : (
          <Banner tone="error" title={isOutcomeUnknown('bridge', failure) ? words.unknown : words.failed}>
            {isOutcomeUnknown('bridge', failure)
              ? words.unknownText
              : failure.code === 'merge-not-undone'
                ? failure.message
                : describeBookingFailure(failure).text}
          </Banner>
        )}
        {preview.kind === 'failed' ? (
          <Banner
            tone="error"
            title={words.failedTitle}
            action={<Button onPress={() => void load()}>{mergeWords.compare.tryAgain}</Button>}
          >
            {describeBookingFailure(preview.failure).text}
          </Banner>
        ) : preview.kind === 'ready' ? (
          <>
            <Effects preview={preview.value} />
            <TextField label={words.reason} isRequired value={reason} onChange={setReason} maxLength={300} />
          </>
        ) : (
          <SkeletonGroup label={words.loading} className="s-merge__skeleton">
            <Skeleton shape="block" height="140px" />
          </SkeletonGroup>
        )}
      </div>
    </Dialog>
  )
}

function Effects({ preview }: { readonly preview: MergeUndoPreview }) {
  const { merge, back, gone, newStudies, partsBack, partsStay, obstacle } = preview
  const [kept, merged] = [personOf(merge.kept), personOf(merge.merged)]
  const stays = [
    ...(newStudies === 0 ? [] : [words.newStudies(newStudies)]),
    ...partsStay.map((part) => words.changed(mergeWords.parts[part])),
    ...countsOf(gone).map(words.gone),
  ]
  return (
    <>
      {obstacle === null ? null : (
        <Banner tone="warning" title={words.obstacleTitle}>
          {obstacle}
        </Banner>
      )}
      <Effect title={words.back(merged)} lines={countsOf(back)} empty={words.nothingBack} />
      {partsBack.length === 0 ? null : (
        <Effect title={words.restored(kept)} lines={partsBack.map((part) => mergeWords.parts[part])} empty="" />
      )}
      <Effect title={words.stay(kept)} lines={stays} empty={words.nothingStays} />
    </>
  )
}

function Effect({ title, lines, empty }: { title: string; lines: readonly string[]; empty: string }) {
  return (
    <section className="s-merge__effect">
      <h3>{title}</h3>
      {lines.length === 0 ? (
        <p className="s-merge__quiet">{empty}</p>
      ) : (
        <ul>
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
    </section>
  )
}
