import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '#contract/bridge.ts'
import type { Failure, Reply } from '#contract/reply.ts'
import type { StudyPageView } from '#contract/study/bridge.ts'
import type { Location } from '#domain/locations/location.ts'
import type { Study } from '#domain/study/study.ts'
import { withWaitingActs } from '#domain/study/waiting-act.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import type { Loadable } from '../kit/loadable.ts'
import type { Notices } from '../kit/notices.ts'
import { createReadings } from '../kit/readings.ts'
import { naming, whoOf } from '../study/named-notices.ts'
import { describeStudyFailure } from '../study/study-failures.ts'

type StudyPageState = {
  readonly read: Loadable<StudyPageView>
  /** Why the last load failed; the page still shows earlier data. */
  readonly behind: Failure | null
  /** Keys of the running calls. */
  readonly busy: readonly string[]
  readonly load: () => Promise<void>
  /** Shows the study that a call returned, unless the page already shows a newer version. */
  readonly keep: (study: Study) => void
  /** See `StudyPage`. */
  readonly perform: <Value>(key: string, title: string, call: () => Promise<Reply<Value>>) => Promise<Value | null>
}
type StudyPageStore = StoreApi<StudyPageState>

export type StudyPageDesk = {
  readonly store: StudyPageStore
  /** Reads the study and follows its changes until the returned function is called. */
  readonly start: () => () => void
}

type Options = {
  readonly bridge: Pick<Bridge, 'study' | 'on'>
  readonly notices: Pick<Notices, 'error'>
  readonly studyID: StudyID
  /** The known locations. After a study was moved to another location, its new location is found among them. */
  readonly locations: () => readonly Location[]
  /** Whether the back office is reachable. If it is, a colleague's waiting check-in does not count. */
  readonly isOnline: () => boolean
}

const isStudy = (value: unknown, studyID: StudyID): value is Study =>
  typeof value === 'object' &&
  value !== null &&
  'studyID' in value &&
  value.studyID === studyID &&
  'status' in value &&
  'version' in value

/**
 * Returns the page's study from the value of a reply: the value itself, or its property `study`; null if neither is
 * this study.
 */
const studyIn = (value: unknown, studyID: StudyID): Study | null => {
  if (isStudy(value, studyID)) return value
  const part = typeof value === 'object' && value !== null && 'study' in value ? value.study : null
  return isStudy(part, studyID) ? part : null
}

/** Creates the store of a study's page: the study with its waiting acts, and the calls that act on the study. */
export const createStudyPageDesk = ({ bridge, notices, studyID, locations, isOnline }: Options): StudyPageDesk => {
  const readings = createReadings()

  const store: StudyPageStore = createStore<StudyPageState>((set, get) => {
    const current = (): StudyPageView | null => {
      const { read } = get()
      return read.kind === 'ready' ? read.value : null
    }
    const show = (next: StudyPageView): void => {
      const view = current()
      const isOlder = view !== null && next.study.version < view.study.version
      // A call can return a newer study while a load is running. The page then keeps the newer study.
      const value = isOlder ? { ...next, study: view.study, location: view.location } : next
      set({ read: { kind: 'ready', value }, behind: null })
    }
    const keep = (study: Study): void => {
      const view = current()
      if (view === null || study.version < view.study.version) return
      const location =
        study.locationID === view.location.locationID
          ? view.location
          : (locations().find((each) => each.locationID === study.locationID) ?? view.location)
      const shown = withWaitingActs(study, view.waiting, isOnline())
      set({ read: { kind: 'ready', value: { ...view, location, study: shown } } })
    }
    const load = async (): Promise<void> => {
      const isLatest = readings.begin()
      if (current() === null) set({ read: { kind: 'loading' } })
      const reply = await bridge.study.read({ studyID })
      if (!isLatest()) return
      if (reply.ok) show(reply.value)
      else if (current() === null || reply.failure.code === 'location-forbidden') {
        set({ read: { kind: 'failed', failure: reply.failure } })
      } else set({ behind: reply.failure })
    }
    return {
      read: { kind: 'idle' },
      behind: null,
      busy: [],
      load,
      keep,
      perform: async (key, title, call) => {
        if (get().busy.includes(key)) return null
        set({ busy: [...get().busy, key] })
        const reply = await call()
        set({ busy: get().busy.filter((each) => each !== key) })
        if (!reply.ok) {
          const { text } = describeStudyFailure(reply.failure)
          const member = current()?.member
          const notice = { title, description: text }
          notices.error(member === undefined ? notice : naming(notice, whoOf(member)))
          // The reason for the refusal may be a change that this page has not read yet.
          void load()
          return null
        }
        const study = studyIn(reply.value, studyID)
        if (study !== null) keep(study)
        return reply.value
      },
    }
  })

  return {
    store,
    start: () => {
      const { load } = store.getState()
      const reread = ({ studyID: changed }: { readonly studyID: StudyID }): void => {
        if (changed === studyID) void load()
      }
      const stops = [
        bridge.on('booking.studyChanged', reread),
        bridge.on('study.waitingChanged', reread),
        bridge.on('bridge.gap', () => void load()),
        bridge.on('members.changed', ({ memberID }) => {
          const { read } = store.getState()
          if (read.kind === 'ready' && read.value.member.patientID === memberID) void load()
        }),
      ]
      void load()
      return () => {
        for (const stop of stops) stop()
      }
    },
  }
}
