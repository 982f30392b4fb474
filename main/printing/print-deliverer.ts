import { z } from 'zod'
import { duplexModes, maxCopies } from '#domain/printing/printing.ts'
import { pageSizes } from '#domain/values/page-size.ts'
import type { SpooledState, Spooler } from '../devices/printer/spooler.ts'
import type { ClaimedJob, Deliverer, DeliveryOutcome, StillOpen } from '../queue/deliverer.ts'

/** The stored payload of a print job; its PDF is the job's content. */
const printPayloadSchema = z.strictObject({
  printer: z.string().min(1),
  pageSize: z.enum(pageSizes),
  copies: z.number().int().min(1).max(maxCopies),
  duplex: z.enum(duplexModes),
  /**
   * `atrium-` and eight random letters and digits: identifies the job in the spooler. It contains no data of a person,
   * because the spooler lists it.
   */
  jobName: z.string().regex(/^atrium-[a-z0-9]{8}$/),
})
export type PrintPayload = z.infer<typeof printPayloadSchema>

/** Five minutes, in milliseconds: a printer that staff refill within that time is not stuck. */
const stuckAfterMs = 5 * 60_000
const unreadable = 'This print job can no longer be read.'
const noAnswer = "The print service on this computer isn't responding."
const maybePrinted = 'This may have reached the printer. Check the printer before you print it again.'
const forgotten = 'The print service no longer has this job. Check the printer.'
const tooLate = 'The printer already has this job.'

const toPayload = (job: ClaimedJob): PrintPayload | null => printPayloadSchema.safeParse(job.payload).data ?? null

/**
 * Whether the spooler has a job that may have been submitted before. `cannot-ask`: the spooler is not answering.
 * `cannot-know`: the spooler has no reliable record of earlier jobs.
 */
type Trace =
  | { readonly kind: 'there'; readonly spoolID: string }
  | { readonly kind: 'none' | 'cannot-ask' | 'cannot-know' }

/** Creates the deliverer that submits PDFs to this computer's spooler and watches them until they are printed. */
export const createPrintDeliverer = ({ spooler }: { readonly spooler: Spooler }): Deliverer => {
  /** Looks for the job in the spooler. A cancelled or aborted job will not be printed, so the result is then `none`. */
  const lookFor = async ({ printer, jobName }: PrintPayload, handedOverAfter?: number): Promise<Trace> => {
    const found = await spooler.find(printer, jobName, handedOverAfter)
    if (!found.ok) {
      // A printer that was removed has no jobs, and gives no information about its earlier jobs.
      if (found.failure.kind === 'not-found') return { kind: handedOverAfter === undefined ? 'none' : 'cannot-know' }
      return { kind: found.failure.kind === 'unknown' ? 'cannot-know' : 'cannot-ask' }
    }
    if (found.value === null) return { kind: 'none' }
    const { spoolID } = found.value
    const state = await spooler.read(printer, spoolID)
    if (!state.ok) return { kind: 'cannot-ask' }
    const isOver = state.value.kind === 'cancelled' || state.value.kind === 'aborted'
    return isOver ? { kind: 'none' } : { kind: 'there', spoolID }
  }

  return {
    stuckAfterMs,
    send: async (job, onProgress) => {
      const payload = toPayload(job)
      if (payload === null || job.content === null) return { kind: 'failed', reason: unreadable }
      if (job.attempt > 1) {
        // Atrium or staff found that no earlier attempt was printed. This search finds a job of an earlier attempt that
        // reached the spooler after that check.
        const trace = await lookFor(payload)
        if (trace.kind === 'cannot-ask') return { kind: 'retry', reason: noAnswer }
        if (trace.kind === 'there') return { kind: 'handed-over', receipt: trace.spoolID }
      }
      const total = job.content.length
      onProgress({ done: 0, total, unit: 'bytes' })
      const reply = await spooler.print({ ...payload, pdf: job.content })
      if (reply.ok) {
        onProgress({ done: total, total, unit: 'bytes' })
        return { kind: 'handed-over', receipt: reply.value.spoolID }
      }
      const { kind, reason } = reply.failure
      if (kind === 'unavailable') return { kind: 'retry', reason }
      if (kind === 'not-found')
        return { kind: 'failed', reason: `The printer ${payload.printer} is no longer available.` }
      if (kind === 'refused') return { kind: 'failed', reason }
      const trace = await lookFor(payload)
      // A job that the spooler does not list yet can still be printed: its data may be on the way to the spooler.
      return trace.kind === 'there'
        ? { kind: 'handed-over', receipt: trace.spoolID }
        : { kind: 'uncertain', reason: maybePrinted }
    },

    reconcile: async (job) => {
      const payload = toPayload(job)
      if (payload === null) return { kind: 'uncertain', reason: unreadable }
      const trace = await lookFor(payload, job.at)
      switch (trace.kind) {
        case 'there':
          return { kind: 'handed-over', receipt: trace.spoolID }
        case 'none':
          return { kind: 'retry', reason: 'Atrium stopped before this reached the printer.' }
        case 'cannot-ask':
          return { kind: 'still', reason: noAnswer, progress: null }
        case 'cannot-know':
          return { kind: 'uncertain', reason: maybePrinted }
      }
    },

    watch: async (job) => {
      const payload = toPayload(job)
      if (payload === null || job.receipt === null) return { kind: 'uncertain', reason: unreadable }
      const state = await spooler.read(payload.printer, job.receipt)
      return state.ok ? toWatched(state.value) : { kind: 'still', reason: state.failure.reason, progress: null }
    },

    cancel: async (job) => {
      const payload = toPayload(job)
      if (payload === null) return { kind: 'too-late', reason: unreadable }
      if (job.receipt === null) return { kind: 'cancelled' }
      const reply = await spooler.cancel(payload.printer, job.receipt)
      if (reply.ok) return { kind: 'cancelled' }
      const { kind, reason } = reply.failure
      return { kind: 'too-late', reason: kind === 'refused' || kind === 'not-found' ? tooLate : reason }
    },

    settle: async (_job, settlement) => {
      switch (settlement) {
        case 'delivered':
          return { kind: 'delivered' }
        case 'not-delivered':
          return { kind: 'failed', reason: 'It was not printed.' }
        case 'send-again':
          return { kind: 'retry', reason: 'It is being printed again.' }
      }
    },
  }
}

const toWatched = (state: SpooledState): DeliveryOutcome | StillOpen => {
  switch (state.kind) {
    case 'waiting':
    case 'printing':
    case 'stopped':
      // A held or stopped job continues by itself after staff have solved the printer's problem.
      return { kind: 'still', reason: state.problem, progress: null }
    case 'completed':
      return { kind: 'delivered' }
    case 'cancelled':
    case 'aborted':
      return { kind: 'failed', reason: state.problem }
    case 'unknown':
      return { kind: 'uncertain', reason: forgotten }
  }
}
