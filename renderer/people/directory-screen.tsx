import { BookUser } from 'lucide-react'
import { useRef } from 'react'
import { useStore } from 'zustand'
import type { Failure } from '#contract/reply.ts'
import type { Location } from '#domain/locations/location.ts'
import { describeOffline, whyNotOffline } from '#domain/offline/offline-policy.ts'
import {
  type DirectoryChange,
  type DirectoryChanges,
  decidedDays,
  mayKeepDirectory,
} from '#domain/people/directory-change.ts'
import { directoryProposed } from '#domain/people/directory-words.ts'
import { countOf } from '#domain/values/count-of.ts'
import { formatInstant } from '#domain/values/format-time.ts'
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
import type { WithDirectory } from './directory-store.ts'
import './directory.css'

type Stores = WithConnectivity & WithDirectory & WithLocations

/**
 * Shows `/admin/directory`: proposals for the directory of practitioners, and changes announced to the location where the
 * desk works. Administrators and health information decide on proposals (decisions section 6 Directory).
 */
export function DirectoryScreen({ stores, session, notices }: ScreenProps<Stores>) {
  const store = stores.directory
  const { view, behind, readAt, load } = useStore(store)
  const location = useStore(stores.locations, chosenLocation)
  const hasNoLocation = useStore(
    stores.locations,
    ({ catalogue, chosenID }) => catalogue.kind === 'ready' && chosenID === null,
  )
  const isReached = useStore(stores.connectivity, isOnlineNow)
  const heading = useRef<HTMLHeadingElement>(null)

  if (hasNoLocation) {
    return <EmptyState title="No location">No location is open to your account. Ask an administrator.</EmptyState>
  }
  if (view.kind === 'failed') {
    return (
      <EmptyState
        title="The directory changes could not be read"
        action={<Button onPress={() => void load()}>Try again</Button>}
      >
        {describeStudyFailure(view.failure).text}
      </EmptyState>
    )
  }
  const asOf = readAt === null || location === undefined ? '' : `: as of ${formatInstant(readAt, location.timezone)}`
  return (
    <div className="s-directory">
      <h1 ref={heading} tabIndex={-1}>
        Directory changes
      </h1>
      <p className="s-directory__quiet">Where reports to practitioners are sent, and who changed it.</p>
      {isReached ? null : (
        <Banner tone="warning" title={`Offline${asOf}`}>
          {describeOffline('directory')}
        </Banner>
      )}
      {behind === null || !isReached ? null : (
        <Banner
          tone="warning"
          title={`The directory changes could not be read again${asOf}`}
          action={
            <Button size="small" onPress={() => void load()}>
              Try again
            </Button>
          }
        >
          {describeStudyFailure(behind).text}
        </Banner>
      )}
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
        <SkeletonGroup label="Loading the directory changes">
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
  title: `${change.practitionerName}: nothing was changed`,
  description: code === 'stale' ? message : describeStudyFailure(failure).text,
})

function Changes({ changes, location, isKeeper, offlineReason, store, notices, onGone }: ChangesProps) {
  const { proposals, notices: announced } = changes
  // A decision that is still announced here is listed once, as an announcement.
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
    end(failure, change, `Change of ${change.practitionerName} ${isConfirmed ? 'confirmed' : 'declined'}`)
  }
  if (proposals.length + announced.length + decided.length === 0) {
    return (
      <EmptyState icon={<BookUser aria-hidden="true" />} title="No directory changes">
        {isKeeper
          ? 'Proposals of other staff, and changes announced to this location, are listed here.'
          : 'Your proposals, and changes announced to this location, are listed here.'}
      </EmptyState>
    )
  }
  return (
    <>
      {proposals.length === 0 && !isKeeper ? null : (
        <Panel
          title={isKeeper ? 'To decide' : 'Your proposals'}
          isCollapsible={false}
          badge={<Badge tone={isKeeper && proposals.length > 0 ? 'warning' : 'neutral'}>{proposals.length}</Badge>}
        >
          {isKeeper ? null : <p className="s-directory__quiet">{directoryProposed}</p>}
          {proposals.length === 0 ? <p className="s-directory__quiet">No proposal waits for a decision.</p> : null}
          <ul className="s-directory__list" aria-label={isKeeper ? 'Proposals to decide' : 'Your proposals'}>
            {proposals.map((change) => (
              <ChangeCard key={change.changeID} change={change} zone={zone}>
                {isKeeper ? (
                  <>
                    <Button
                      size="small"
                      isPending={busy.has(change.changeID)}
                      disabledReason={offlineReason}
                      aria-label={`Decline the change of ${change.practitionerName} by ${change.by}`}
                      onPress={() => void settle(change, false)}
                    >
                      Decline
                    </Button>
                    <Button
                      size="small"
                      variant="primary"
                      isPending={busy.has(change.changeID)}
                      disabledReason={offlineReason}
                      aria-label={`Confirm the change of ${change.practitionerName} by ${change.by}`}
                      onPress={() => void settle(change, true)}
                    >
                      Confirm
                    </Button>
                  </>
                ) : (
                  <Badge>Waits for a decision</Badge>
                )}
              </ChangeCard>
            ))}
          </ul>
        </Panel>
      )}
      {announced.length === 0 ? null : (
        <Panel
          title={`Announced to ${location.address.name}`}
          isCollapsible={false}
          badge={<Badge tone="info">{announced.length}</Badge>}
        >
          <p className="s-directory__quiet">
            These changes are in effect. Studies of this location name the practitioner.
          </p>
          <ul className="s-directory__list" aria-label={`Announced to ${location.address.name}`}>
            {announced.map((change) => (
              <ChangeCard key={change.changeID} change={change} zone={zone}>
                <Button
                  size="small"
                  isPending={busy.has(change.changeID)}
                  disabledReason={offlineReason}
                  aria-label={`Mark the change of ${change.practitionerName} as seen`}
                  onPress={() =>
                    void see(change.changeID).then((failure) =>
                      end(failure, change, `Change of ${change.practitionerName} marked as seen`),
                    )
                  }
                >
                  Seen
                </Button>
              </ChangeCard>
            ))}
          </ul>
        </Panel>
      )}
      {decided.length === 0 ? null : (
        <Panel
          title={`Decided in the last ${decidedDays} days`}
          badge={<Badge>{countOf(decided.length, 'proposal')}</Badge>}
        >
          <ul className="s-directory__list" aria-label="Decided proposals">
            {decided.map((change) => (
              <ChangeCard key={change.changeID} change={change} zone={zone} />
            ))}
          </ul>
        </Panel>
      )}
    </>
  )
}
