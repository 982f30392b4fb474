import type { Log } from '#runtime/log.ts'
import type { Database, DatabaseKind } from '../database/database.ts'
import type { HandlerContext } from '../kernel/handler.ts'
import { findResultsInState } from '../repositories/results-repository.ts'
import { decideStoredResult } from './decide-stored-result.ts'

type IntakeOptions = Pick<HandlerContext, 'newId' | 'pdf'> & {
  readonly db: Database
  readonly kind: DatabaseKind
  /** Epoch seconds. */
  readonly now: () => number
  readonly log: Log
  /** How often results are looked for that a stopped server left; 30 s when absent. */
  readonly everyMs?: number
}

export type ResultIntake = {
  /** Decides what is stored and undecided. What fails is logged and retried later. */
  decideAll(): Promise<void>
  stop(): Promise<void>
}

/**
 * Decides the stored results one after the other: when a result arrives, and at intervals for those that another server
 * stored before it stopped. `stop` waits for the one in work.
 */
export const startResultIntake = ({ everyMs = 30_000, ...options }: IntakeOptions): ResultIntake => {
  let running: Promise<void> = Promise.resolve()
  let isStopping = false
  const report = (error: unknown): void =>
    options.log('error', 'results.not-decided', { error: error instanceof Error ? error.name : typeof error })
  const decide = async (): Promise<void> => {
    for (const { result_id } of await findResultsInState(options.db, 'received')) {
      if (isStopping) return
      // One result that fails does not keep the others back.
      await decideStoredResult(result_id, { ...options, now: options.now() }).catch(report)
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
