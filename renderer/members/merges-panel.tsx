import { useEffect, useMemo, useState } from 'react'
import { useLocation } from 'wouter'
import { useStore } from 'zustand'
import { formatDate } from '#domain/format/format-date.ts'
import { formatInstant } from '#domain/format/format-time.ts'
import { fullName, type Member } from '#domain/members/member.ts'
import type { MemberMerge } from '#domain/members/member-merge.ts'
import { hasRole } from '#domain/session/role.ts'
import type { ZoneId } from '#domain/values/location-clock.ts'
import { Banner } from '../kit/controls/banner.tsx'
import { Button } from '../kit/controls/button.tsx'
import { Panel } from '../kit/controls/panel.tsx'
import { Skeleton, SkeletonGroup } from '../kit/controls/skeleton.tsx'
import type { Notices } from '../kit/notices.ts'
import { paths } from '../routes.ts'
import { isOnlineNow, type WithConnectivity } from '../session/connectivity-store.ts'
import type { SignedIn } from '../session/session-store.ts'
import { describeBookingFailure } from '../study/booking-failures.ts'
import type { MemberFactories } from './member-factories.ts'
import { MergeDialog } from './merge-dialog.tsx'
import { mergeWords } from './merge-words.ts'
import { UndoMergeDialog } from './undo-merge-dialog.tsx'

const words = mergeWords.panel

type Props = {
  readonly member: Member
  readonly stores: MemberFactories & WithConnectivity
  readonly session: SignedIn
  readonly notices: Notices
  readonly zone: ZoneId
  /** Reads the member and the appointments again. */
  readonly onChanged: () => void
}

/**
 * Shows the merges of a member to administrators, with the buttons that merge and undo. Other staff see whom to ask.
 */
export function MergesPanel(props: Props) {
  const isAdministrator = hasRole(props.session.user.roles, 'admin')
  return (
    <Panel title={words.title} level={3}>
      {isAdministrator ? <Merges {...props} /> : <p className="s-merge__quiet">{words.ask}</p>}
    </Panel>
  )
}

function Merges({ member, stores, notices, zone, onChanged }: Props) {
  const memberID = member.patientID
  const store = useMemo(() => stores.newMemberMerges(memberID), [stores, memberID])
  const { view, load } = useStore(store)
  const [open, setOpen] = useState<'merge' | MemberMerge | null>(null)
  const [, navigate] = useLocation()
  const isReached = useStore(stores.connectivity, isOnlineNow)
  const offlineReason = isReached ? null : mergeWords.choose.offline
  useEffect(() => {
    if (isReached || store.getState().view.kind === 'idle') void store.getState().load()
  }, [store, isReached])
  const close = (): void => setOpen(null)
  const merges =
    view.kind === 'ready'
      ? view.value.merges.filter(({ kept, undone }) => kept.memberID === memberID && undone === null)
      : []
  return (
    <div className="s-merge">
      <p className="s-merge__quiet">{words.intro}</p>
      {view.kind === 'idle' || view.kind === 'loading' ? (
        <SkeletonGroup label={words.loading}>
          <Skeleton shape="block" height="32px" />
        </SkeletonGroup>
      ) : null}
      {view.kind === 'failed' ? (
        <Banner
          tone="error"
          title={words.failed}
          action={
            <Button size="small" onPress={() => void load()}>
              {words.tryAgain}
            </Button>
          }
        >
          {describeBookingFailure(view.failure).text}
        </Banner>
      ) : null}
      {merges.length === 0 ? null : (
        <ul className="s-merge__list">
          {merges.map((merge) => (
            <li key={merge.mergeID}>
              <span>
                {words.mergedHere(merge.merged.name, formatDate(merge.merged.dob), merge.merged.memberID)}
                <span className="s-merge__quiet s-merge__below">
                  {words.when(formatInstant(merge.at, zone), merge.by)}
                </span>
              </span>
              <Button
                size="small"
                disabledReason={offlineReason}
                aria-label={mergeWords.undo.openLabel(merge.merged.name, formatDate(merge.merged.dob))}
                onPress={() => setOpen(merge)}
              >
                {mergeWords.undo.open}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div>
        <Button
          disabledReason={offlineReason}
          aria-label={words.openLabel(fullName(member), formatDate(member.dob))}
          onPress={() => setOpen('merge')}
        >
          {words.open}
        </Button>
      </div>
      {open === 'merge' ? (
        <MergeDialog
          member={member}
          stores={stores}
          offlineReason={offlineReason}
          onMerged={(kept) => {
            close()
            notices.success(mergeWords.compare.done(fullName(kept)))
            if (kept.patientID !== memberID) navigate(paths.members({ memberID: kept.patientID }))
            onChanged()
            void load()
          }}
          onClose={close}
        />
      ) : open === null ? null : (
        <UndoMergeDialog
          merge={open}
          stores={stores}
          offlineReason={offlineReason}
          onUndone={({ merged }) => {
            close()
            notices.success(mergeWords.undo.done(merged.name))
            onChanged()
            void load()
          }}
          onClose={close}
        />
      )}
    </div>
  )
}
