import { BookUser } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import type { Failure } from '#contract/reply.ts'
import { countOf } from '#domain/format/format-count.ts'
import { formatInstant } from '#domain/format/format-time.ts'
import type { Location } from '#domain/locations/location.ts'
import { describeOffline, whyNotOffline } from '#domain/offline/offline-policy.ts'
import {
  type DirectoryChange,
  type DirectoryChanges,
  decidedDays,
  mayKeepDirectory,
} from '#domain/people/directory-change.ts'
import { Badge } from '../kit/controls/badge.tsx'
import { Banner } from '../kit/controls/banner.tsx'
import { Button } from '../kit/controls/button.tsx'
import { EmptyState } from '../kit/controls/empty-state.tsx'
import { Panel } from '../kit/controls/panel.tsx'
import { Skeleton, SkeletonGroup } from '../kit/controls/skeleton.tsx'
import { chosenLocation, type WithLocations } from '../locations/locations-store.ts'
import { isOnlineNow, type WithConnectivity } from '../session/connectivity-store.ts'
import type { ScreenProps } from '../session/screen-props.ts'
import { describeStudyFailure } from '../study/study-failures.ts'
import { ChangeCard } from './change-card.tsx'
import { directoryScreenWords as words } from './directory-screen-words.ts'
import type { WithDirectory } from './directory-store.ts'
import { type DrawHistory, PractitionerLookup } from './practitioner-lookup.tsx'
import './directory.css'

type Stores = WithConnectivity & WithDirectory & WithLocations
type Props = ScreenProps<Stores> & { readonly drawHistory: DrawHistory }

/**
 * Shows `/admin/directory`: a search for a practitioner with all sends to them, proposals for the directory, and
 * changes announced to the chosen location. Administrators and health-information staff decide on proposals (decisions
 * section 6 Directory).
 */
export function DirectoryScreen({ bridge, stores, session, notices, drawHistory }: Props) {
  const store = stores.directory
  const { view, behind, readAt, load } = useStore(store)
  const location = useStore(stores.locations, chosenLocation)
  const hasNoLocation = useStore(
    stores.locations,
    ({ catalogue, chosenID }) => catalogue.kind === 'ready' && chosenID === null,
  )
  const isReached = useStore(stores.connectivity, isOnlineNow)
  const heading = useRef<HTMLHeadingElement>(null)
  // The last reading may be two minutes old.
  useEffect(() => {
    if (isOnlineNow(stores.connectivity.getState())) void load()
  }, [stores, load])

  if (hasNoLocation) {
    return <EmptyState title={words.noLocationTitle}>{words.noLocation}</EmptyState>
  }
  if (view.kind === 'failed') {
    return (
      <EmptyState title={words.failedTitle} action={<Button onPress={() => void load()}>{words.tryAgain}</Button>}>
        {describeStudyFailure(view.failure).text}
      </EmptyState>
    )
  }
  const asOf = readAt === null || location === undefined ? null : formatInstant(readAt, location.timezone)
  return (
    <div className="s-directory">
      <h1 ref={heading} tabIndex={-1}>
        {words.title}
      </h1>
      <p className="s-directory__quiet">{words.intro}</p>
      {isReached ? null : (
        <Banner tone="warning" title={words.offlineTitle(asOf)}>
          {describeOffline('directory')}
        </Banner>
      )}
      {behind === null || !isReached ? null : (
        <Banner
          tone="warning"
          title={words.behindTitle(asOf)}
          action={
            <Button size="small" onPress={() => void load()}>
              {words.tryAgain}
            </Button>
          }
        >
          {describeStudyFailure(behind).text}
        </Banner>
      )}
      <PractitionerLookup
        bridge={bridge}
        offlineReason={isReached ? null : words.lookup.offline}
        drawHistory={drawHistory}
      />
      {view.kind === 'ready' && location !== undefined ? (
        <Changes
          changes={view.value}
          location={location}
          isKeeper={mayKeepDirectory(session.user.roles)}
          offlineReason={whyNotOffline('decideDirectory', isReached)}
          store={store}
          notices={notices}
          onGone={() => heading.current?.focus()}
        />
      ) : (
        <SkeletonGroup label={words.loading}>
          <Skeleton shape="block" height="160px" />
          <Skeleton shape="block" height="160px" />
        </SkeletonGroup>
      )}
    </div>
  )
}

type ChangesProps = Pick<ScreenProps<Stores>, 'notices'> & {
  readonly changes: DirectoryChanges
  readonly location: Location
  /** Whether this user decides on proposals. */
  readonly isKeeper: boolean
  readonly offlineReason: string | null
  readonly store: Stores['directory']
  /** Called when the card with the focus is gone. */
  readonly onGone: () => void
}

const failedNotice = ({ code, message }: Failure, change: DirectoryChange, failure: Failure) => ({
  title: words.proposals.failedTitle(change.practitionerName),
  description: code === 'stale' ? message : describeStudyFailure(failure).text,
})

function Changes({ changes, location, isKeeper, offlineReason, store, notices, onGone }: ChangesProps) {
  const { proposals, notices: announced } = changes
  // A decided change that is still announced to this location is listed only among the announcements.
  const decided = changes.decided.filter(({ changeID }) => announced.every((notice) => notice.changeID !== changeID))
  const busy = useStore(store, (state) => state.busy)
  const { decide, see } = store.getState()
  const zone = location.timezone
  const end = (failure: Failure | null, change: DirectoryChange, done: string): void => {
    if (failure === null) notices.success(done)
    else notices.error(failedNotice(failure, change, failure))
    if (document.activeElement === null || document.activeElement === document.body) onGone()
  }
  const settle = async (change: DirectoryChange, isConfirmed: boolean): Promise<void> => {
    const failure = await decide(change.changeID, isConfirmed)
    const { confirmed, declined } = words.proposals
    end(failure, change, isConfirmed ? confirmed(change.practitionerName) : declined(change.practitionerName))
  }
  if (proposals.length + announced.length + decided.length === 0) {
    return (
      <EmptyState icon={<BookUser aria-hidden="true" />} title={words.emptyTitle}>
        {isKeeper ? words.emptyForDeciders : words.emptyForOthers}
      </EmptyState>
    )
  }
  return (
    <>
      {proposals.length === 0 && !isKeeper ? null : (
        <Panel
          title={isKeeper ? words.proposals.decideTitle : words.proposals.ownTitle}
          isCollapsible={false}
          badge={<Badge tone={isKeeper && proposals.length > 0 ? 'warning' : 'neutral'}>{proposals.length}</Badge>}
        >
          {isKeeper ? null : <p className="s-directory__quiet">{words.proposals.ownIntro}</p>}
          {proposals.length === 0 ? <p className="s-directory__quiet">{words.proposals.none}</p> : null}
          <ul
            className="s-directory__list"
            aria-label={isKeeper ? words.proposals.decideList : words.proposals.ownTitle}
          >
            {proposals.map((change) => (
              <ChangeCard key={change.changeID} change={change} zone={zone}>
                {isKeeper ? (
                  <>
                    <Button
                      size="small"
                      isPending={busy.has(change.changeID)}
                      disabledReason={offlineReason}
                      aria-label={words.proposals.declineOf(change.practitionerName, change.by)}
                      tooltip={words.proposals.tip}
                      onPress={() => void settle(change, false)}
                    >
                      {words.proposals.decline}
                    </Button>
                    <Button
                      size="small"
                      variant="primary"
                      isPending={busy.has(change.changeID)}
                      disabledReason={offlineReason}
                      aria-label={words.proposals.confirmOf(change.practitionerName, change.by)}
                      tooltip={words.proposals.tip}
                      onPress={() => void settle(change, true)}
                    >
                      {words.proposals.confirm}
                    </Button>
                  </>
                ) : (
                  <Badge>{words.proposals.waiting}</Badge>
                )}
              </ChangeCard>
            ))}
          </ul>
        </Panel>
      )}
      {announced.length === 0 ? null : (
        <Panel
          title={words.announced.title(location.address.name)}
          isCollapsible={false}
          badge={<Badge tone="info">{announced.length}</Badge>}
        >
          <p className="s-directory__quiet">{words.announced.intro}</p>
          <ul className="s-directory__list" aria-label={words.announced.title(location.address.name)}>
            {announced.map((change) => (
              <ChangeCard key={change.changeID} change={change} zone={zone}>
                <Button
                  size="small"
                  isPending={busy.has(change.changeID)}
                  disabledReason={offlineReason}
                  aria-label={words.announced.seenOf(change.practitionerName)}
                  onPress={() =>
                    void see(change.changeID).then((failure) =>
                      end(failure, change, words.announced.markedSeen(change.practitionerName)),
                    )
                  }
                >
                  {words.announced.seen}
                </Button>
              </ChangeCard>
            ))}
          </ul>
        </Panel>
      )}
      {decided.length === 0 ? null : (
        <Panel title={words.decided.title(decidedDays)} badge={<Badge>{countOf(decided.length, 'proposal')}</Badge>}>
          <ul className="s-directory__list" aria-label={words.decided.list}>
            {decided.map((change) => (
              <ChangeCard key={change.changeID} change={change} zone={zone} />
            ))}
          </ul>
        </Panel>
      )}
    </>
  )
}
