import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '#contract/bridge.ts'
import type { JobsView } from '#contract/queue/bridge.ts'
import type { ReleaseView } from '#contract/release/bridge.ts'
import type { Failure } from '#contract/reply.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import type { Loadable } from '../kit/loadable.ts'
import { aroundStudyMs, createThrottle } from '../kit/throttle.ts'

export type ReleaseState = {
  readonly read: Loadable<ReleaseView>
  /** Why the last load failed; the screen still shows earlier data. */
  readonly behind: Failure | null
  /** Loads now. If a load is running, waits for it and for one more load, which all waiting calls share. */
  readonly load: () => Promise<void>
}
type ReleaseStore = StoreApi<ReleaseState>

export type ReleaseDesk = {
  readonly store: ReleaseStore
  /** Loads now, and again after each change of the study or its jobs, until the returned function is called. */
  readonly start: () => () => void
}

type Options = { readonly bridge: Pick<Bridge, 'release' | 'jobs' | 'on'>; readonly studyID: StudyID }

/** Returns the states of this study's jobs as one text. A change means that a delivery may have changed. */
const signatureOf = ({ jobs }: JobsView, studyID: StudyID): string =>
  jobs
    .filter((job) => job.studyID === studyID)
    .map(({ jobID, state }) => `${jobID} ${state}`)
    .join()

/** Creates the store of a study's deliveries and of the items that can be sent. */
export const createReleaseDesk = ({ bridge, studyID }: Options): ReleaseDesk => {
  let running: Promise<void> | null = null
  let next: Promise<void> | null = null
  let jobs = ''

  const store: ReleaseStore = createStore<ReleaseState>((set, get) => {
    const read = async (): Promise<void> => {
      if (get().read.kind !== 'ready') set({ read: { kind: 'loading' } })
      const reply = await bridge.release.read({ studyID })
      if (reply.ok) set({ read: { kind: 'ready', value: reply.value }, behind: null })
      else if (get().read.kind !== 'ready' || reply.failure.code === 'location-forbidden') {
        set({ read: { kind: 'failed', failure: reply.failure } })
      } else set({ behind: reply.failure })
    }
    const run = (): Promise<void> => {
      running = read().finally(() => {
        running = null
      })
      return running
    }
    return {
      read: { kind: 'idle' },
      behind: null,
      load: () => {
        if (running === null) return run()
        next ??= running.then(() => {
          next = null
          return run()
        })
        return next
      },
    }
  })

  /** The queue reports every step of every job. Only a step of this study's jobs is a reason to read again. */
  const followJobs = async (isFirst: boolean): Promise<void> => {
    const reply = await bridge.jobs.list({})
    if (!reply.ok) return
    const before = jobs
    jobs = signatureOf(reply.value, studyID)
    if (!isFirst && jobs !== before) void store.getState().load()
  }

  return {
    store,
    start: () => {
      const { load } = store.getState()
      const later = createThrottle(() => void load(), aroundStudyMs)
      const stops = [
        later.stop,
        bridge.on('booking.studyChanged', ({ studyID: changed }) => {
          if (changed === studyID) later.ask()
        }),
        bridge.on('jobs.changed', () => void followJobs(false)),
        bridge.on('bridge.gap', () => void load()),
      ]
      void followJobs(true)
      void load()
      return () => {
        for (const stop of stops) stop()
      }
    },
  }
}
