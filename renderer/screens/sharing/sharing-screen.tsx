import { useEffect, useMemo } from 'react'
import { useStore } from 'zustand'
import type { StudyID } from '#domain/booking/study-id.ts'
import { documentMessages } from '#domain/documents/document-messages.ts'
import { studyMessages } from '#domain/study/study-messages.ts'
import { formatInstant } from '#domain/time/format-time.ts'
import { StudyHeader } from '../../booking-parts/study-header.tsx'
import { paths } from '../../routes.ts'
import { isOnline as isOnlineNow } from '../../stores/connectivity-store.ts'
import type { ScreenProps } from '../../stores/screen-props.ts'
import { createNamedNotices, type Offers, whoOf } from '../../study-parts/named-notices.ts'
import { createSharesStore } from '../../study-parts/shares-store.ts'
import { describeShareFailure, SharesTable } from '../../study-parts/shares-table.tsx'
import { Badge } from '../../widgets/badge.tsx'
import { Banner } from '../../widgets/banner.tsx'
import { Button } from '../../widgets/button.tsx'
import { EmptyState } from '../../widgets/empty-state.tsx'
import { LinkButton } from '../../widgets/link-button.tsx'
import { Panel } from '../../widgets/panel.tsx'
import { Skeleton, SkeletonGroup } from '../../widgets/skeleton.tsx'
import './sharing.css'

type Props = ScreenProps & { readonly studyID: StudyID }

/** Nothing said here offers an act. */
const noOffers: Offers = { keys: new Set(), isOpen: false }

/** Sharing (booking spec §2): whom a study is shared with, and taking that back. */
export function SharingScreen({ bridge, stores, notices, studyID }: Props) {
  const { store, start } = useMemo(
    () =>
      createSharesStore({
        bridge,
        studyID,
        newKey: () => crypto.randomUUID(),
        now: () => stores.clock.getState().minute,
      }),
    [bridge, stores, studyID],
  )
  const { read, readAt, behind, revoking, load, revoke } = useStore(store)
  const isOnline = useStore(stores.connectivity, isOnlineNow)
  useEffect(() => {
    const stop = start()
    const stopLine = stores.connectivity.subscribe((line, before) => {
      if (isOnlineNow(line) && !isOnlineNow(before)) void store.getState().load()
    })
    return () => {
      stopLine()
      stop()
    }
  }, [start, store, stores])

  if (read.kind === 'failed') {
    const { code } = read.failure
    const isMissing = code === 'not-found'
    return (
      <EmptyState
        title={isMissing ? 'There is no such study' : documentMessages.sharesFailed}
        action={
          isMissing || code === 'location-forbidden' ? (
            <LinkButton href={paths.home()}>Go to the start page</LinkButton>
          ) : (
            <Button onPress={() => void load()}>{studyMessages.tryAgain}</Button>
          )
        }
      >
        {isMissing ? `No study has the number ${studyID}, or it was removed.` : describeShareFailure(read.failure)}
      </EmptyState>
    )
  }
  if (read.kind !== 'ready') {
    return (
      <SkeletonGroup label="Loading whom the study is shared with" className="sh">
        <Skeleton shape="block" height="96px" />
        <Skeleton shape="block" height="220px" />
      </SkeletonGroup>
    )
  }
  const view = read.value
  const { location } = view
  const who = whoOf(view.member)
  return (
    <div className="sh">
      <StudyHeader
        view={view}
        badges={<Badge tone="info">Sharing</Badge>}
        actions={
          <>
            <LinkButton href={paths.study(studyID)} size="small">
              Open the study
            </LinkButton>
            <LinkButton href={paths.medicalReports(studyID)} size="small">
              Medical Reports
            </LinkButton>
          </>
        }
      />
      {isOnline && behind === null ? null : (
        <Banner
          tone="warning"
          title={`${isOnline ? documentMessages.sharesFailed : 'Offline'}${
            readAt === null ? '' : `: as of ${formatInstant(readAt, location.timezone)}`
          }`}
          action={
            isOnline ? (
              <Button size="small" onPress={() => void load()}>
                {studyMessages.tryAgain}
              </Button>
            ) : null
          }
        >
          {isOnline && behind !== null
            ? describeShareFailure(behind)
            : 'The list can be read. Access can be revoked once the connection is back.'}
        </Banner>
      )}
      <Panel title="Sharing" isCollapsible={false} isFlush>
        <SharesTable
          shares={view.shares}
          zone={location.timezone}
          who={who}
          notices={createNamedNotices(notices, who, noOffers)}
          reason={isOnline ? null : describeShareFailure({ code: 'offline', message: '' })}
          revoking={revoking}
          revoke={revoke}
        />
      </Panel>
    </div>
  )
}
