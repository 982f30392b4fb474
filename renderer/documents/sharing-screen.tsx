import { useMemo } from 'react'
import { useStore } from 'zustand'
import { documentMessages } from '#domain/documents/document-messages.ts'
import { describeOffline, whyNotOffline } from '#domain/offline/offline-policy.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import { LinkButton } from '../kit/controls/link-button.tsx'
import { Panel } from '../kit/controls/panel.tsx'
import { Skeleton, SkeletonGroup } from '../kit/controls/skeleton.tsx'
import { paths } from '../routes.ts'
import { isOnlineNow, type WithConnectivity } from '../session/connectivity-store.ts'
import type { ScreenProps } from '../session/screen-props.ts'
import { createNamedNotices, type Offers, whoOf } from '../study/named-notices.ts'
import { StudyBadges } from '../study/study-badges.tsx'
import { StudyHeader } from '../study/study-header.tsx'
import { describeStudyIdentity } from '../study/study-identity.ts'
import type { SharesFactories } from './documents-factories.ts'
import { describeShareFailure, SharesTable } from './shares-table.tsx'
import { sharingWords } from './sharing-words.ts'
import { OutdatedListNotice, StudyListFailed, useFollowedList } from './study-list.tsx'
import '../study/study-column.css'

type Stores = SharesFactories & WithConnectivity

type Props = ScreenProps<Stores> & { readonly studyID: StudyID }

/** The notices of this screen have no button. */
const noOffers: Offers = { keys: new Set(), isOpen: false }

/** Shows Sharing (booking spec §2), the page that lists a study's shares and revokes them. */
export function SharingScreen({ bridge, stores, notices, studyID }: Props) {
  const { store, start } = useMemo(() => stores.newShares(studyID), [stores, studyID])
  const { read, readAt, behind, revoking, load, revoke } = useStore(store)
  const isOnline = useStore(stores.connectivity, isOnlineNow)
  useFollowedList({ start, load }, stores)

  if (read.kind === 'failed') {
    return (
      <StudyListFailed
        studyID={studyID}
        failure={read.failure}
        title={documentMessages.sharesFailed}
        why={describeShareFailure(read.failure)}
        onRetry={() => void load()}
      />
    )
  }
  if (read.kind !== 'ready') {
    return (
      <SkeletonGroup label={sharingWords.loading} className="study-column">
        <Skeleton shape="block" height="96px" />
        <Skeleton shape="block" height="220px" />
      </SkeletonGroup>
    )
  }
  const view = read.value
  const { location } = view
  const who = whoOf(view.member)
  return (
    <div className="study-column">
      <StudyHeader
        isStrip
        view={view}
        badges={<StudyBadges readDay={bridge.booking.readDay} view={view} />}
        actions={
          <>
            <LinkButton href={paths.study(studyID)} size="small">
              {sharingWords.openStudy}
            </LinkButton>
            <LinkButton href={paths.medicalReports(studyID)} size="small">
              {sharingWords.medicalReports}
            </LinkButton>
          </>
        }
      />
      <OutdatedListNotice
        isOnline={isOnline}
        readAt={readAt}
        zone={location.timezone}
        behind={behind === null ? null : { title: documentMessages.sharesFailed, why: describeShareFailure(behind) }}
        onRetry={() => void load()}
      >
        {describeOffline('sharing')}
      </OutdatedListNotice>
      <Panel title={sharingWords.title} isCollapsible={false} isFlush>
        <SharesTable
          shares={view.shares}
          zone={location.timezone}
          who={who}
          identity={describeStudyIdentity(view)}
          notices={createNamedNotices(notices, who, noOffers)}
          reason={whyNotOffline('revokeShare', isOnline)}
          revoking={revoking}
          revoke={revoke}
        />
      </Panel>
    </div>
  )
}
