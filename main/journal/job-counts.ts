import type { JobKind, JobState } from '#domain/queue/job.ts'
import type { Database } from '#runtime/encrypted-database.ts'

/** The number of jobs of one kind in one state. */
export type JobCount = { readonly kind: JobKind; readonly state: JobState; readonly count: number }

/** Counts the jobs of the queue by kind and state, without those that staff removed from the list. */
export const countJobs = (db: Database): readonly JobCount[] =>
  db
    .prepare<[], JobCount>(
      'select kind, state, count(*) as count from job where is_dismissed = 0 group by kind, state order by kind, state',
    )
    .all()
