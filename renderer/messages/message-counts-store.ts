import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '#contract/bridge.ts'
import { messageRoles, type OpenMessageCounts } from '#domain/messages/open-messages.ts'
import { hasRole } from '#domain/session/role.ts'
import type { ClockStore } from '../kit/clock-store.ts'
import { createReadings } from '../kit/readings.ts'
import { createThrottle } from '../kit/throttle.ts'
import { type ConnectivityStore, isOnlineNow } from '../session/connectivity-store.ts'

type MessageCountsState = {
  /** Zero until the counts are read, and for roles that do not handle messages. */
  readonly counts: OpenMessageCounts
  /** Reads the counts if one of these roles handles messages, and follows them until {@link clear}. */
  readonly load: (roles: readonly string[]) => Promise<void>
  readonly clear: () => void
}
export type MessageCountsStore = StoreApi<MessageCountsState>

/** Returns whether these roles handle failed and uncertain messages. */
export const maySeeMessages = (roles: readonly string[]): boolean => messageRoles.some((role) => hasRole(roles, role))

/** Returns how many messages wait for a decision. */
export const openMessageCount = ({ counts }: Pick<MessageCountsState, 'counts'>): number =>
  counts.failed + counts.uncertain

const none: OpenMessageCounts = { failed: 0, uncertain: 0 }
/** The shortest time between two readings of the counts. */
const rereadMs = 30_000

type Parts = {
  readonly bridge: Pick<Bridge, 'messages' | 'on'>
  readonly connectivity: ConnectivityStore
  readonly clock: ClockStore
}

/**
 * Creates the store of the counts of messages that wait for staff. Reads them at the sign-in, after changes of studies,
 * after a reconnection and each minute, but at most every 30 seconds.
 */
export const createMessageCountsStore = ({ bridge, connectivity, clock }: Parts): MessageCountsStore => {
  const readings = createReadings()
  let isFollowed = false
  const read = async (): Promise<void> => {
    if (!isFollowed || !isOnlineNow(connectivity.getState())) return
    const isLatest = readings.begin()
    const reply = await bridge.messages.countOpen({})
    // After a failure the earlier counts remain; the next reading replaces them.
    if (isLatest() && reply.ok) store.setState({ counts: reply.value })
  }
  const throttle = createThrottle(() => void read(), rereadMs)
  const store: MessageCountsStore = createStore<MessageCountsState>((set) => ({
    counts: none,
    load: async (roles) => {
      isFollowed = maySeeMessages(roles)
      if (isFollowed) await read()
    },
    clear: () => {
      isFollowed = false
      readings.expire()
      throttle.stop()
      set({ counts: none })
    },
  }))
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
  return store
}
