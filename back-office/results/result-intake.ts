import { decideRetry, maxTries } from '#domain/results/decide-retry.ts'
import type { Log } from '#runtime/log.ts'
import type { Database, DatabaseKind } from '../database/database.ts'
import { TooMuchWork } from '../kernel/bounded-work.ts'
import type { HandlerContext } from '../kernel/handler.ts'
import { Refusal } from '../kernel/refusal.ts'
import { beginTry, findDueResults, type ResultRow, undoTry } from '../repositories/results-repository.ts'
import { decideStoredResult, passToStaff } from './decide-stored-result.ts'

type IntakeOptions = Pick<HandlerContext, 'newId' | 'pdf'> & {
  readonly db: Database
  readonly kind: DatabaseKind
  /** Epoch seconds. */
  readonly now: () => number
  readonly log: Log
  /** How often to look for results that a stopped server left undecided; 10 s when absent. */
  readonly everyMs?: number
}

export type ResultIntake = {
  /** Decides the stored results that are undecided. A failure is logged, and the result is retried later. */
  decideAll(): Promise<void>
  stop(): Promise<void>
}

/** The pause before the next try of a result that had to wait for other work. */
const busySeconds = 10

const isBusy = (error: unknown): boolean =>
  error instanceof TooMuchWork || (error instanceof Refusal && error.code === 'too-many-requests')

/**
 * Decides the stored results one after the other: when a result arrives, when the server starts, and at intervals. The
 * intervals are for results that failed, or that another server stored before that server stopped. After several
 * failures a person decides (decision 312). `stop` waits for the result in progress.
 */
export const startResultIntake = ({ everyMs = 10_000, ...options }: IntakeOptions): ResultIntake => {
  let running: Promise<void> = Promise.resolve()
  let isStopping = false
  const report = (error: unknown): void =>
    options.log('error', 'results.not-decided', { error: error instanceof Error ? error.name : typeof error })
  const tryResult = async (seen: ResultRow): Promise<void> => {
    const context = { ...options, now: options.now() }
    const { result_id, tries } = seen
    const retry = decideRetry({ tries, retryAt: seen.retry_at }, context.now)
    if (retry.kind === 'person') await passToStaff(result_id, context)
    if (retry.kind !== 'try' || !(await beginTry(options.db, seen, retry))) return
    try {
      await decideStoredResult(result_id, context)
    } catch (error) {
      if (isBusy(error)) {
        await undoTry(options.db, result_id, context.now + busySeconds)
        return
      }
      report(error)
      if (retry.tries >= maxTries) await passToStaff(result_id, context)
    }
  }
  const decide = async (): Promise<void> => {
    for (const seen of await findDueResults(options.db, options.now())) {
      if (isStopping) return
      // One result that fails does not delay the others.
      await tryResult(seen).catch(report)
    }
  }
  const decideAll = (): Promise<void> => {
    running = running.then(decide).catch(report)
    return running
  }
  const timer = setInterval(() => void decideAll(), everyMs)
  timer.unref()
  return {
    decideAll,
    stop: async () => {
      isStopping = true
      clearInterval(timer)
      await running
    },
  }
}
