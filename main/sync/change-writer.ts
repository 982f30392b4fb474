import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Change, changeSchema } from '#contract/locations/routes.ts'
import type { Log } from '#runtime/log.ts'
import type { Collected } from './collected.ts'
import type { RecordKeeper } from './record-keeper.ts'

/**
 * Number of changes that are checked and written in one turn: about 2 ms of work, or 4 ms if every change has many
 * safety answers.
 */
export const recordsPerBatch = 40

/**
 * Writes changes in turns, so that the process can do other work in between. Returns false if a change could not be
 * parsed or the sync was stopped.
 */
export type ChangeWriter = (changes: readonly unknown[], collected: Collected) => Promise<boolean>

export const createChangeWriter = (parts: {
  readonly keeper: Pick<RecordKeeper, 'apply'>
  readonly log: Log
  isStopped(): boolean
}): ChangeWriter => {
  const { keeper, log, isStopped } = parts
  return async (changes, collected) => {
    for (let start = 0; start < changes.length && !isStopped(); start += recordsPerBatch) {
      const parsed: Change[] = []
      for (const change of changes.slice(start, start + recordsPerBatch)) {
        const result = changeSchema.safeParse(change)
        if (!result.success) {
          log('error', 'cache.change-not-understood', { issues: result.error.issues.length })
          return false
        }
        parsed.push(result.data)
      }
      keeper.apply(parsed, collected)
      await nextTurn()
    }
    return !isStopped()
  }
}
