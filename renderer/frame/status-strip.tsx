import { CircleAlert, Keyboard, Lock } from 'lucide-react'
import { useStore } from 'zustand'
import { formatClock } from '#domain/format/format-time.ts'
import type { StaffUser } from '#domain/session/staff-user.ts'
import { type Instant, toInstant } from '#domain/values/instant.ts'
import { parseZoneId, type ZoneId } from '#domain/values/location-clock.ts'
import { Badge } from '../kit/controls/badge.tsx'
import { Button } from '../kit/controls/button.tsx'
import { Popover } from '../kit/controls/popover.tsx'
import { StatusDot } from '../kit/controls/status-dot.tsx'
import { ToastHistory, useToastHistory } from '../kit/controls/toast.tsx'
import type { ToastQueue } from '../kit/controls/toast-queue.ts'
import { chosenLocation } from '../locations/locations-store.ts'
import type { AppStores } from './app-stores.ts'
import { frameWords } from './frame-words.ts'
import { QueueStatus } from './queue-status.tsx'
import { ReaderStatus } from './reader-status.tsx'
import { WaitingBookings } from './waiting-bookings.tsx'
import './status-strip.css'

const words = frameWords.status

type Props = {
  user: StaffUser
  stores: Pick<AppStores, 'connectivity' | 'waiting' | 'locations' | 'terminal' | 'jobs'>
  toasts: ToastQueue
  onLock: () => void
  onSheet: () => void
}

/** Shows the strip at the foot of the window: connections, waiting work, the signed-in user, and the lock button. */
export function StatusStrip({ user, stores, toasts, onLock, onSheet }: Props) {
  const connectivity = useStore(stores.connectivity)
  const errors = useToastHistory(toasts)
  const location = useStore(stores.locations, chosenLocation)
  const zone = location?.timezone ?? connectivity.connectivity?.hostZone
  const environment = connectivity.connectivity?.environment
  return (
    <footer className="s-status">
      <ConnectionStatus state={connectivity} zone={location?.timezone} />
      <WaitingBookings waiting={stores.waiting} />
      <QueueStatus stores={stores} />
      <ReaderStatus stores={stores} />
      {environment !== null && environment !== undefined && environment !== 'PRODUCTION' ? (
        <Badge tone="warning">{environment}</Badge>
      ) : null}
      <div className="s-status__end">
        {errors.length > 0 ? (
          <Popover
            label={words.pastErrors}
            placement="top end"
            trigger={
              <Button variant="plain" size="micro" icon={<CircleAlert aria-hidden="true" />}>
                {words.errors(errors.length)}
              </Button>
            }
          >
            <ToastHistory queue={toasts} formatTime={(shownAt) => clockTime(toInstant(shownAt), zone)} />
          </Popover>
        ) : null}
        <Button
          variant="plain"
          size="micro"
          icon={<Keyboard aria-hidden="true" />}
          aria-keyshortcuts="?"
          onPress={onSheet}
        >
          {words.shortcuts}
        </Button>
        <span className="s-status__who">{user.fullname}</span>
        <Button
          size="micro"
          icon={<Lock aria-hidden="true" />}
          tooltip={words.lockTip}
          aria-keyshortcuts="F9 Control+Shift+L"
          onPress={onLock}
        >
          {words.lock}
        </Button>
      </div>
    </footer>
  )
}

type ReachState = ReturnType<AppStores['connectivity']['getState']>

/** Shows the connection. `zone` is the location's time zone; without a location, the workstation's zone applies. */
function ConnectionStatus({ state, zone }: { state: ReachState; zone: string | undefined }) {
  const { connectivity, transport, retrying } = state
  if (transport === 'reconnecting') {
    return <StatusDot tone="danger" label={words.reconnecting} />
  }
  if (connectivity === null) return <StatusDot tone="neutral" label={words.looking} />
  const asOf = connectivity.asOf === null ? null : clockTime(connectivity.asOf, zone ?? connectivity.hostZone)
  if (connectivity.state === 'online') return <StatusDot tone="success" label={words.online} />
  if (connectivity.state === 'starting') return <StatusDot tone="neutral" label={words.starting} />
  return (
    <span className="s-status__reach" role="status">
      <StatusDot tone="danger" label={words.offline(asOf)} />
      <Button variant="plain" size="micro" isPending={retrying === 'retrying'} onPress={() => void state.retry()}>
        {words.tryAgain}
      </Button>
    </span>
  )
}

/** Returns the time of day with its zone; UTC if the zone is unknown. */
const clockTime = (instant: Instant, name: string | undefined): string =>
  formatClock(instant, parseZoneId(name) ?? ('UTC' as ZoneId))
