import { setTimeout as sleep } from 'node:timers/promises'
import {
  type CatchUpSteps,
  catchUpOrder,
  type StartSteps,
  type StopSteps,
  startOrder,
  stopLimitMs,
  stopOrder,
} from './orders.ts'

/** Starts everything along {@link startOrder}. Rejects where a step does; the later ones are not begun then. */
export const runStart = async (steps: StartSteps): Promise<void> => {
  for (const name of startOrder) await steps[name]()
}

/** Catches up along {@link catchUpOrder}. Rejects where a step does; the other lines of its stage go on. */
export const runCatchUp = async (steps: CatchUpSteps): Promise<void> => {
  const runLine = async (line: readonly (keyof CatchUpSteps)[]): Promise<void> => {
    for (const name of line) await steps[name]()
  }
  for (const stage of catchUpOrder) await Promise.all(stage.map(runLine))
}

/**
 * Stops everything along {@link stopOrder}. A stage of several steps goes on to the next where one of them rejects; a step
 * alone in its stage that rejects ends the stop. `limitMs` is {@link stopLimitMs} unless a test says otherwise.
 */
export const runStop = async (steps: StopSteps, limitMs = stopLimitMs): Promise<void> => {
  for (const stage of stopOrder) {
    const names: readonly (keyof StopSteps)[] = stage.together
    const work = names.map(async (name) => await steps[name]())
    const done = work.length === 1 ? work[0] : Promise.allSettled(work)
    await ('isLimited' in stage ? Promise.race([done, sleep(limitMs, undefined, { ref: false })]) : done)
  }
}
