import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '#contract/bridge.ts'
import type { JobsView } from '#contract/queue/bridge.ts'
import type { Failure, Reply } from '#contract/reply.ts'
import type { JobsSummary } from '#domain/queue/job.ts'
import type { Loadable } from '../kit/loadable.ts'
import { createReadings } from '../kit/readings.ts'

type JobsStoreState = {
  /** The jobs of this workstation; loaded when the queues page opens. */
  readonly view: Loadable<JobsView>
  /** The failure of the last read, while an earlier result is still shown. */
  readonly behind: Failure | null
  /** The summary in the status strip of every screen. */
  readonly summary: JobsSummary
  /** Keys of the jobs and kinds with an action in progress. */
  readonly busy: ReadonlySet<string>
  readonly load: () => Promise<void>
  /** Runs one action at a time on a job or kind and stores the list that it returns. Returns the failure, or null. */
  readonly act: (key: string, call: (jobs: Bridge['jobs']) => Promise<Reply<JobsView>>) => Promise<Failure | null>
  readonly clear: () => void
}
export type JobsStore = StoreApi<JobsStoreState>
export type WithJobs = { readonly jobs: JobsStore }

const nothing: JobsSummary = { underWay: 0, needAttention: 0 }

/** Creates the store of the workstation's queue, which is the same for every user. */
export const createJobsStore = (bridge: Pick<Bridge, 'jobs' | 'on'>): JobsStore =>
  createStore<JobsStoreState>((set, get) => {
    const readings = createReadings()
    bridge.on('jobs.changed', (summary) => {
      set({ summary })
      if (get().view.kind !== 'idle') void get().load()
    })
    bridge.on('bridge.gap', () => {
      if (get().view.kind !== 'idle') void get().load()
    })
    const keep = (view: JobsView): void =>
      set({ view: { kind: 'ready', value: view }, summary: view.summary, behind: null })
    return {
      view: { kind: 'idle' },
      behind: null,
      summary: nothing,
      busy: new Set(),
      load: async () => {
        const isLatest = readings.begin()
        if (get().view.kind !== 'ready') set({ view: { kind: 'loading' } })
        const reply = await bridge.jobs.list({})
        // A later read, an action or a sign-out makes this answer stale.
        if (!isLatest()) return
        if (reply.ok) keep(reply.value)
        else if (get().view.kind === 'ready') set({ behind: reply.failure })
        else set({ view: { kind: 'failed', failure: reply.failure } })
      },
      act: async (key, call) => {
        if (get().busy.has(key)) return null
        set({ busy: new Set([...get().busy, key]) })
        const reply = await call(bridge.jobs)
        set({ busy: new Set([...get().busy].filter((one) => one !== key)) })
        if (!reply.ok) {
          void get().load()
          return reply.failure
        }
        readings.expire()
        keep(reply.value)
        return null
      },
      clear: () => {
        readings.expire()
        set({ view: { kind: 'idle' }, behind: null, summary: nothing, busy: new Set() })
      },
    }
  })
