import { useMemo } from 'react'
import { useStore } from 'zustand'
import { isOutcomeUnknown } from '#contract/failures.ts'
import { formatDate } from '#domain/format/format-date.ts'
import { fullName, type Member } from '#domain/members/member.ts'
import { isPartDifferent } from '#domain/members/merge-members.ts'
import { Banner } from '../kit/controls/banner.tsx'
import { Button } from '../kit/controls/button.tsx'
import { CommitBar } from '../kit/controls/commit-bar.tsx'
import { Dialog } from '../kit/controls/dialog.tsx'
import { Skeleton, SkeletonGroup } from '../kit/controls/skeleton.tsx'
import { TextField } from '../kit/controls/text-field.tsx'
import { describeIdentity } from '../kit/describe-identity.ts'
import { describeBookingFailure } from '../study/booking-failures.ts'
import type { MemberFactories } from './member-factories.ts'
import { MemberFinder } from './member-finder.tsx'
import { MergeComparison } from './merge-comparison.tsx'
import type { MemberMergeStore } from './merge-store.ts'
import { mergeWords } from './merge-words.ts'
import './merge.css'

const words = mergeWords.compare

type Props = {
  readonly member: Member
  readonly stores: MemberFactories
  /** Why nothing can be merged now; null if members can be merged. */
  readonly offlineReason: string | null
  readonly onMerged: (kept: Member) => void
  readonly onClose: () => void
}

/** Finds the other record of a person, shows both side by side, and merges them. */
export function MergeDialog({ member, stores, offlineReason, onMerged, onClose }: Props) {
  const store = useMemo(() => stores.newMemberMerge(), [stores])
  const state = useStore(store)
  const isReady = state.preview.kind === 'ready'
  return (
    <Dialog
      isOpen
      isDismissable={!state.isSaving}
      onClose={onClose}
      title={mergeWords.choose.title}
      subtitle={mergeWords.choose.subtitle(fullName(member), formatDate(member.dob), member.patientID)}
      footer={
        state.pair === null ? undefined : (
          <CommitBar
            who={
              state.preview.kind === 'ready'
                ? describeIdentity(state.preview.value.kept.member, state.preview.value.kept.member.patientID)
                : describeIdentity(member, member.patientID)
            }
          >
            <Button onPress={state.startAgain} isDisabled={state.isSaving}>
              {words.another}
            </Button>
            {isReady ? (
              <Confirm store={store} offlineReason={offlineReason} onMerged={onMerged} />
            ) : (
              <Button onPress={onClose}>{words.cancel}</Button>
            )}
          </CommitBar>
        )
      }
    >
      {state.pair === null ? (
        <>
          <p>{mergeWords.choose.text}</p>
          {offlineReason === null ? null : (
            <Banner tone="warning" title={offlineReason}>
              {mergeWords.choose.offline}
            </Banner>
          )}
          <MemberFinder
            stores={stores}
            describeFailure={(failure) => describeBookingFailure(failure).text}
            note={(found) =>
              found.patientID === member.patientID ? (
                <span className="choice-list__quiet">{mergeWords.choose.self}</span>
              ) : null
            }
            isChoosable={({ patientID }) => patientID !== member.patientID}
            onChoose={({ patientID }) => void state.choose({ keptID: member.patientID, mergedID: patientID })}
          />
        </>
      ) : (
        <Compare store={store} />
      )}
    </Dialog>
  )
}

/** Shows both records, or the state of reading them, and the fields for the reasons. */
function Compare({ store }: { readonly store: MemberMergeStore }) {
  const state = useStore(store)
  const { preview, failure } = state
  if (preview.kind === 'failed') {
    return (
      <Banner
        tone="error"
        title={words.failedTitle}
        action={<Button onPress={() => void state.reload()}>{words.tryAgain}</Button>}
      >
        {describeBookingFailure(preview.failure).text}
      </Banner>
    )
  }
  if (preview.kind !== 'ready') {
    return (
      <SkeletonGroup label={words.loading} className="s-merge__skeleton">
        <Skeleton shape="block" height="280px" />
      </SkeletonGroup>
    )
  }
  const { kept, merged, obstacle } = preview.value
  return (
    <div className="s-merge">
      {obstacle === null ? (
        <p>{words.text}</p>
      ) : (
        <Banner tone="warning" title={words.obstacleTitle}>
          {obstacle}
        </Banner>
      )}
      {failure === null ? null : <FailureBanner failure={failure} />}
      <MergeComparison preview={preview.value} choices={state.choices} onChoose={state.setChoice} />
      <div>
        <Button size="small" onPress={() => void state.swap()} isDisabled={state.isSaving}>
          {words.swap}
        </Button>
      </div>
      {isPartDifferent(kept.member, merged.member, 'dob') ? (
        <TextField
          label={words.birthDateReason}
          isRequired
          value={state.birthDateReason}
          onChange={state.setBirthDateReason}
          maxLength={300}
        />
      ) : null}
      <TextField
        label={words.reason}
        description={words.reasonHint}
        isRequired
        value={state.reason}
        onChange={state.setReason}
        maxLength={300}
      />
    </div>
  )
}

function FailureBanner({ failure }: { readonly failure: Parameters<typeof describeBookingFailure>[0] }) {
  const isUnknown = isOutcomeUnknown('bridge', failure)
  const text =
    failure.code === 'stale'
      ? words.stale
      : isUnknown
        ? words.unknownText
        : failure.code === 'member-merged' || failure.code === 'invalid-input'
          ? failure.message
          : describeBookingFailure(failure).text
  return (
    <Banner tone="error" title={isUnknown ? words.unknown : words.failedMerge}>
      {text}
    </Banner>
  )
}

type ConfirmProps = {
  readonly store: MemberMergeStore
  readonly offlineReason: string | null
  readonly onMerged: (kept: Member) => void
}

function Confirm({ store, offlineReason, onMerged }: ConfirmProps) {
  const { preview, reason, birthDateReason, isSaving, confirm } = useStore(store)
  if (preview.kind !== 'ready') return null
  const { kept, merged, obstacle } = preview.value
  const needsBirthDateReason = isPartDifferent(kept.member, merged.member, 'dob') && birthDateReason.trim() === ''
  const missing = needsBirthDateReason ? words.birthDateMissing : reason.trim() === '' ? words.reasonMissing : null
  return (
    <Button
      variant="primary"
      isPending={isSaving}
      disabledReason={offlineReason ?? obstacle ?? missing}
      aria-label={words.confirm(`${fullName(kept.member)}, ${formatDate(kept.member.dob)}`)}
      onPress={() => void confirm().then((member) => (member === null ? undefined : onMerged(member)))}
    >
      {words.confirmShort}
    </Button>
  )
}
