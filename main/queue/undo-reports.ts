import type { StoredJob } from '#domain/queue/stored-job.ts'
import type { JobCalls } from './job-calls.ts'
import type { JobLedger } from './job-ledger.ts'

/** Reports undone jobs to the back office, with at most one running report for each job. */
type UndoReports = {
  report(job: StoredJob): Promise<void>
  /** Reports every undone job that was not reported yet. */
  reportAll(): Promise<void>
}

export const createUndoReports = (ledger: JobLedger, calls: JobCalls): UndoReports => {
  const reporting = new Set<string>()

  const report = async (job: StoredJob): Promise<void> => {
    if (reporting.has(job.jobID)) return
    reporting.add(job.jobID)
    try {
      const answer = await calls.cancel(job)
      // A job whose report failed is reported again at the next start or reconnect.
      if (answer.kind === 'cancelled') ledger.forget(job.jobID)
    } finally {
      reporting.delete(job.jobID)
    }
  }

  return {
    report,
    reportAll: async () => {
      for (const job of ledger.undone()) await report(job)
    },
  }
}
