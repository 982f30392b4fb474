import type { StoreParts } from '../session/store-parts.ts'
import { createSchedulerStore, type SchedulerOptions, type SchedulerStore } from './scheduler-store.ts'

/** Builds the store of a study's scheduler. */
export type ConsultFactories = {
  readonly newScheduler: (page: Omit<SchedulerOptions, 'bridge' | 'drafts' | 'newKey' | 'after'>) => SchedulerStore
}

export const createConsultFactories = ({ bridge, stores, newKey }: StoreParts): ConsultFactories => ({
  newScheduler: (page) =>
    createSchedulerStore({
      ...page,
      bridge,
      drafts: stores.drafts,
      newKey,
      after: (ms, run) => void setTimeout(run, ms),
    }),
})
