import type { Bridge } from '#contract/bridge.ts'
import type { Reply } from '#contract/reply.ts'
import type { ClockStore } from '../kit/clock-store.ts'
import { createReadings } from '../kit/readings.ts'
import { createThrottle } from '../kit/throttle.ts'
import { type ConnectivityStore, isOnlineNow } from './connectivity-store.ts'

/** The shortest time between two readings that follow a change. */
const rereadMs = 30_000

type CountFollower = {
  /** Reads the counts and keeps them current until {@link end}. With `isWanted` false, reads nothing. */
  readonly follow: (isWanted: boolean) => Promise<void>
  /** Reads the counts now, if they are followed and the back office can be reached. */
  readonly refresh: () => Promise<void>
  /** Ignores the reading in progress, because newer counts are known. */
  readonly expire: () => void
  /** Stops following, when the user signs out. */
  readonly end: () => void
}

/** The parts that a store needs to keep its counts current. */
export type CountParts<Subject extends keyof Bridge> = {
  readonly bridge: Pick<Bridge, Subject | 'on'>
  readonly connectivity: ConnectivityStore
  readonly clock: ClockStore
}

/**
 * Keeps counts of the rail current: reads them after changes of studies, after a reconnection and each minute, but at
 * most every 30 seconds. `take` receives each answer; after a failure the earlier counts remain.
 */
export const createCountFollower = <Counts>({
  parts: { bridge, connectivity, clock },
  read,
  take,
}: {
  readonly parts: CountParts<'on'>
  readonly read: () => Promise<Reply<Counts>>
  readonly take: (counts: Counts) => void
}): CountFollower => {
  const readings = createReadings()
  let isFollowed = false
  const refresh = async (): Promise<void> => {
    if (!isFollowed || !isOnlineNow(connectivity.getState())) return
    const isLatest = readings.begin()
    const reply = await read()
    if (isLatest() && reply.ok) take(reply.value)
  }
  const throttle = createThrottle(() => void refresh(), rereadMs)
  const again = (): void => {
    if (isFollowed) throttle.ask()
  }
  bridge.on('booking.studyChanged', again)
  bridge.on('bridge.gap', again)
  connectivity.subscribe((state, before) => {
    if (isOnlineNow(state) && !isOnlineNow(before)) again()
  })
  clock.subscribe(({ minute }, before) => {
    if (minute !== before.minute) again()
  })
  return {
    follow: async (isWanted) => {
      isFollowed = isWanted
      await refresh()
    },
    refresh,
    expire: readings.expire,
    end: () => {
      isFollowed = false
      readings.expire()
      throttle.stop()
    },
  }
}
