import { setTimeout as sleep } from 'node:timers/promises'
import {
  type CatchUpSteps,
  catchUpLimitMs,
  catchUpOrder,
  type StartSteps,
  type StopSteps,
  startOrder,
  stopLimitMs,
  stopOrder,
} from './orders.ts'

/** Runs the steps of {@link startOrder}. Rejects when a step does; the later steps then do not run. */
export const runStart = async (steps: StartSteps): Promise<void> => {
  for (const name of startOrder) await steps[name]()
}

/**
 * Runs the steps of {@link catchUpOrder}. A step that rejects, or takes longer than `limitMs`, does not prevent the
 * next ones. Rejects at the end if any step did. `limitMs` is {@link catchUpLimitMs} unless a test sets it.
 */
export const runCatchUp = async (steps: CatchUpSteps, limitMs = catchUpLimitMs): Promise<void> => {
  const failures: unknown[] = []
  const runLine = async (line: readonly (keyof CatchUpSteps)[]): Promise<void> => {
    for (const name of line) {
      const work = (async () => await steps[name]())().catch((thrown: unknown) => {
        failures.push(thrown)
      })
      await waitAtMost(limitMs, work)
    }
  }
  for (const stage of catchUpOrder) await Promise.all(stage.map(runLine))
  if (failures.length > 0) throw failures[0]
}

const waitAtMost = async (limitMs: number, work: Promise<unknown>): Promise<void> => {
  const { promise: limit, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, limitMs).unref()
  await Promise.race([work, limit])
  clearTimeout(timer)
}

/**
 * Runs the steps of {@link stopOrder}. A stage of several steps continues when one rejects; a rejection in a stage of
 * one step ends the stop. `limitMs` is {@link stopLimitMs} unless a test sets it.
 */
export const runStop = async (steps: StopSteps, limitMs = stopLimitMs): Promise<void> => {
  for (const stage of stopOrder) {
    const names: readonly (keyof StopSteps)[] = stage.together
    const work = names.map(async (name) => await steps[name]())
    const done = work.length === 1 ? work[0] : Promise.allSettled(work)
    await ('isLimited' in stage ? Promise.race([done, sleep(limitMs, undefined, { ref: false })]) : done)
  }
}
