import { useEffect, useMemo } from 'react'
import { useStore } from 'zustand'
import { documentMessages } from '#domain/documents/document-messages.ts'
import { whyNotOffline } from '#domain/offline/offline-policy.ts'
import { studyMessages } from '#domain/study/study-messages.ts'
import { Banner } from '../kit/controls/banner.tsx'
import { Button } from '../kit/controls/button.tsx'
import { controlWords } from '../kit/controls/control-words.ts'
import { LinkButton } from '../kit/controls/link-button.tsx'
import { Panel } from '../kit/controls/panel.tsx'
import { Skeleton, SkeletonGroup } from '../kit/controls/skeleton.tsx'
import { describeIdentity } from '../kit/describe-identity.ts'
import { paths } from '../routes.ts'
import type { StudyPartProps } from '../study/study-part-props.ts'
import type { SharesFactories } from './documents-factories.ts'
import { describeShareFailure, SharesTable } from './shares-table.tsx'
import { sharingWords } from './sharing-words.ts'
import '../study/panels.css'

/** Shows who received the study from the member, and revokes shares (study spec §2 Shares table). */
export function SharesPanel({ page }: StudyPartProps<SharesFactories>) {
  const { stores, isOnline, view, who, notices } = page
  const { studyID } = view.study
  const { store, start } = useMemo(() => stores.newShares(studyID), [stores, studyID])
  const { read, behind, revoking, load, revoke } = useStore(store)
  useEffect(() => start(), [start])
  const isUnread = behind !== null || read.kind === 'failed'
  // biome-ignore lint/correctness/useExhaustiveDependencies: loads again after a reconnection, not after a failed load
  useEffect(() => {
    if (isOnline && isUnread) void load()
  }, [isOnline, load])
  const failure = read.kind === 'failed' ? read.failure : behind
  return (
    <Panel
      title={sharingWords.panelTitle}
      actions={
        <LinkButton size="small" href={paths.sharing(studyID)} aria-label={sharingWords.openOf(who)}>
          {sharingWords.open}
        </LinkButton>
      }
    >
      <div className="stp">
        {failure === null ? null : (
          <Banner
            tone={isOnline ? 'error' : 'warning'}
            title={documentMessages.sharesFailed}
            action={
              isOnline ? (
                <Button size="small" onPress={() => void load()}>
                  {studyMessages.tryAgain}
                </Button>
              ) : null
            }
          >
            {describeShareFailure(failure)}
          </Banner>
        )}
        {read.kind === 'ready' ? (
          <SharesTable
            shares={read.value.shares}
            zone={view.location.timezone}
            who={who}
            identity={describeIdentity(view.member, controlWords.studyOf(studyID))}
            notices={notices}
            reason={whyNotOffline('revokeShare', isOnline)}
            revoking={revoking}
            revoke={revoke}
          />
        ) : read.kind === 'failed' ? null : (
          <SkeletonGroup label={sharingWords.loading}>
            <Skeleton shape="block" height="96px" />
          </SkeletonGroup>
        )}
      </div>
    </Panel>
  )
}
