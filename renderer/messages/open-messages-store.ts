import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '#contract/bridge.ts'
import type { Failure } from '#contract/reply.ts'
import { maxOpenMessages, type OpenMessageFilter, type OpenMessages } from '#domain/messages/open-messages.ts'
import type { LocationID } from '#domain/values/location-id.ts'
import type { Loadable } from '../kit/loadable.ts'
import { createReadings } from '../kit/readings.ts'
import { aroundStudyMs, createThrottle } from '../kit/throttle.ts'

type OpenMessagesAim = {
  /** Null for all locations of the user. */
  readonly locationID: LocationID | null
  readonly state: OpenMessageFilter
}

export const everyMessage: OpenMessagesAim = { locationID: null, state: 'all' }

type OpenMessagesState = {
  readonly aimed: OpenMessagesAim
  readonly view: Loadable<OpenMessages>
  /** Why the last load failed; the screen still shows the earlier rows. */
  readonly behind: Failure | null
  /** Changes the filters, and shows the messages that match them. */
  readonly aim: (change: Partial<OpenMessagesAim>) => void
  readonly load: () => Promise<void>
  /** Follows the changes of studies until the returned function is called. */
  readonly start: () => () => void
}
export type OpenMessagesStore = StoreApi<OpenMessagesState>

/** Creates the store of the messages that wait for staff. It reads them again after a change of any study. */
export const createOpenMessagesStore = ({
  bridge,
}: {
  readonly bridge: Pick<Bridge, 'messages' | 'on'>
}): OpenMessagesStore => {
  const readings = createReadings()
  return createStore<OpenMessagesState>((set, get) => {
    const load = async (): Promise<void> => {
      const { locationID, state } = get().aimed
      const isLatest = readings.begin()
      if (get().view.kind !== 'ready') set({ view: { kind: 'loading' } })
      const place = locationID === null ? {} : { locationID }
      const reply = await bridge.messages.readOpen({ ...place, state, rows: maxOpenMessages })
      if (!isLatest()) return
      if (reply.ok) set({ view: { kind: 'ready', value: reply.value }, behind: null })
      else if (get().view.kind === 'ready' && reply.failure.code !== 'location-forbidden') {
        set({ behind: reply.failure })
      } else set({ view: { kind: 'failed', failure: reply.failure } })
    }
    return {
      aimed: everyMessage,
      view: { kind: 'idle' },
      behind: null,
      aim: (change) => {
        // Rows that were read with the earlier filters must not be shown under the new ones.
        set({ aimed: { ...get().aimed, ...change }, view: { kind: 'idle' }, behind: null })
        void load()
      },
      load,
      start: () => {
        void load()
        const throttle = createThrottle(() => void load(), aroundStudyMs)
        const ends = [bridge.on('booking.studyChanged', throttle.ask), bridge.on('bridge.gap', throttle.ask)]
        return () => {
          throttle.stop()
          readings.expire()
          for (const end of ends) end()
        }
      },
    }
  })
}
