import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '#contract/bridge.ts'
import type { JobsView } from '#contract/queue/bridge.ts'
import type { Failure, Reply } from '#contract/reply.ts'
import type { JobsSummary } from '#domain/queue/job.ts'
import type { Loadable } from '../kit/loadable.ts'
import { createReadings } from '../kit/readings.ts'

type JobsStoreState = {
  /** What this workstation sends and prints; read when somebody looks at it. */
  readonly view: Loadable<JobsView>
  /** Why the last reading failed while an earlier one is shown. */
  readonly behind: Failure | null
  /** What stands at the foot of every screen. */
  readonly summary: JobsSummary
  /** Jobs and kinds an act is under way on. */
  readonly busy: ReadonlySet<string>
  readonly load: () => Promise<void>
  /** Acts on one job or kind, one act at a time, and keeps the list it gives. The failure where there is one. */
  readonly act: (key: string, call: (jobs: Bridge['jobs']) => Promise<Reply<JobsView>>) => Promise<Failure | null>
  readonly clear: () => void
}
export type JobsStore = StoreApi<JobsStoreState>
export type WithJobs = { readonly jobs: JobsStore }

const nothing: JobsSummary = { underWay: 0, needAttention: 0 }

/** The store of the workstation's queue, which belongs to nobody who is signed in. */
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
        // A later reading, an act or a sign-out knows more than this one.
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
