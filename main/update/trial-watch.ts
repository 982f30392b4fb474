import { decideTrial, provenAfterMs, type TrialMoment } from '#domain/update/update-health.ts'
import type { PastUpdate } from '#domain/update/update-state.ts'
import type { Trial } from './update-record.ts'
import type { UpdaterParts } from './update-work.ts'

/** Watches whether an installed version proves itself. */
type TrialWatch = {
  /**
   * Judges the versions on trial when the program starts. `concluded` is the update whose outcome was recorded at this
   * start.
   */
  start(concluded: PastUpdate | null): void
  /** Notes a call of the window; only the first call counts. Never throws. */
  noteCall(): void
  stop(): void
}

/**
 * Creates the watch over an update's first minutes. `onProven` is called at the end of these minutes, so that a version
 * that proved itself is reported soon.
 */
export const createTrialWatch = (
  parts: Pick<UpdaterParts, 'program' | 'record' | 'log' | 'crashOf' | 'after'>,
  onProven: () => void,
): TrialWatch => {
  const { program, record, log } = parts
  let isStarted = false
  let isCalled = false
  let isStopped = false
  let cancel = (): void => {}

  const judge = (momentOf: (trial: Trial) => TrialMoment): void => {
    for (const trial of record.trials()) {
      const { version, at } = trial
      const verdict = decideTrial({ crash: parts.crashOf(version, at), ...momentOf(trial) })
      if (verdict.kind === 'unproven') continue
      const code = verdict.kind === 'failed' ? verdict.code : null
      if (code !== null) log('warning', 'update.unhealthy', { version, code })
      record.endTrial(trial, code)
    }
  }
  const watch = (): void => {
    if (!isStarted || !isCalled || isStopped || record.trials().length === 0) return
    for (const trial of record.trials()) record.noteCalled(trial)
    cancel = parts.after(provenAfterMs, () => {
      // A timer measures the minutes, because the computer's clock may be changed in the meantime.
      judge(() => ({ moment: 'running' }))
      onProven()
    })
  }
  return {
    start: (concluded) => {
      judge((trial) => ({
        moment: 'start',
        hadRun: concluded === null || trial.version !== concluded.version || trial.at !== concluded.at,
        isCalled: trial.isCalled,
        isReplaced: trial.version !== program.version,
      }))
      isStarted = true
      watch()
    },
    noteCall: () => {
      if (isCalled) return
      isCalled = true
      try {
        watch()
      } catch (thrown) {
        log('error', 'update.failed', { error: thrown instanceof Error ? thrown.name : typeof thrown })
      }
    },
    stop: () => {
      isStopped = true
      cancel()
    },
  }
}
