import { firstCheckMs, nextCheckMs } from '#domain/update/check-time.ts'
import { decideInstall } from '#domain/update/decide-install.ts'
import type { UpdateState } from '#domain/update/update-state.ts'
import { findUpdate } from './find-update.ts'
import { installUpdate } from './install-update.ts'
import { createTrialWatch } from './trial-watch.ts'
import { createUpdateWork, type UpdaterParts } from './update-work.ts'

export type Updater = {
  state(): UpdateState
  /** Records how the last installation ended, reports the outcomes that are certain, and plans the first check. */
  start(): Promise<void>
  /** Checks the feed now, unless a check is under way. */
  checkFeed(): Promise<void>
  /** Installs a ready update if nothing prevents it; `isAskedFor` when a person pressed "Restart now". */
  tryInstall(isAskedFor: boolean): Promise<void>
  /** Notes a call of the window. A new version is proven only if its window made a call. */
  noteCall(): void
  stop(): void
}

/** How often a ready update checks for a free moment, in milliseconds. */
const tryEveryMs = 20_000
/**
 * How long the desk must have been free without interruption, in milliseconds. People also sign out to hand the desk
 * over or to shut the computer down.
 */
const restMs = 60_000

/**
 * Creates the updater. It checks the feed after a start and every four hours, downloads in the background, and
 * installs a verified file when the desk is free. Every answer of the feed that is refused is logged with its code.
 */
export const createUpdater = (parts: UpdaterParts): Updater => {
  const { program, record, log, nowMs } = parts
  const work = createUpdateWork(parts)
  let underWay: 'check' | 'install' | null = null
  let freeSinceMs: number | null = null
  const cancels: { check?: () => void; install?: () => void } = {}

  /** Whether an installation has begun, so that the program is about to end. */
  const isEnding = (): boolean => work.state().kind === 'installing'
  const reportPast = async (): Promise<void> => {
    for (const past of record.unreported()) {
      if (!(await parts.report(past))) return
      record.noteReported(past)
    }
  }
  const reportInBackground = (): void =>
    void reportPast().catch((thrown) =>
      log('error', 'update.failed', { error: thrown instanceof Error ? thrown.name : typeof thrown }),
    )
  const trials = createTrialWatch(parts, reportInBackground)
  const scheduleCheck = (atMs: number): void => {
    if (work.isStopped()) return
    cancels.check?.()
    cancels.check = parts.after(atMs - nowMs(), () => void checkFeed())
  }
  const scheduleNextCheck = (): void => scheduleCheck(nextCheckMs(nowMs(), parts.place))
  const planInstall = (): void => {
    if (work.isStopped() || work.ready() === null) return
    cancels.install?.()
    cancels.install = parts.after(tryEveryMs, () => void tryInstall(false))
  }
  const checkFeed = async (): Promise<void> => {
    if (parts.off !== null || work.isStopped() || isEnding()) return
    if (underWay !== null) return scheduleNextCheck()
    underWay = 'check'
    try {
      await reportPast()
      if (await findUpdate(parts, work)) planInstall()
      // The check may have found a file that fails repeatedly.
      await reportPast()
    } catch (thrown) {
      if (work.isStopped()) return
      log('error', 'update.failed', { error: thrown instanceof Error ? thrown.name : typeof thrown })
      work.setState({ kind: 'failed', code: 'internal', version: null })
      planInstall()
    } finally {
      underWay = null
      // The desk was not watched during the check: it may have been used.
      freeSinceMs = null
      scheduleNextCheck()
    }
  }
  /**
   * Returns whether an installation may begin: a person or the policy allows it, or the desk has been free for long
   * enough. If the installation must wait, shows the reason.
   */
  const mayBegin = (version: string, isAskedFor: boolean): boolean => {
    const decision = decideInstall(work.factsOf(version, isAskedFor))
    if (decision.kind === 'wait') {
      freeSinceMs = null
      work.showReady()
      return false
    }
    if (decision.because !== 'free') {
      // This installation is allowed even if the desk is not free, so no free time is counted.
      freeSinceMs = null
      return true
    }
    freeSinceMs ??= nowMs()
    return nowMs() - freeSinceMs >= restMs
  }
  const tryInstall = async (isAskedFor: boolean): Promise<void> => {
    const ready = work.ready()
    if (ready === null || underWay !== null || work.isStopped() || isEnding()) return
    underWay = 'install'
    try {
      if (!mayBegin(ready.file.version, isAskedFor)) return
      // The desk is not watched during the attempt: it may be used.
      freeSinceMs = null
      await installUpdate(parts, work, ready, isAskedFor)
    } catch (thrown) {
      freeSinceMs = null
      // The journal can be locked or the disk full, so a later try may succeed. A person who asked for the installation
      // sees the failure.
      if (!work.isStopped())
        log('error', 'update.failed', { error: thrown instanceof Error ? thrown.name : typeof thrown })
      if (isAskedFor) throw thrown
    } finally {
      underWay = null
      planInstall()
    }
  }
  return {
    state: work.state,
    start: async () => {
      const past = record.conclude(program.version)
      if (past?.outcome === 'failed') log('warning', 'update.not-taken', { version: past.version })
      else if (past !== null) log('info', 'update.taken', { version: past.version })
      trials.start(past)
      await reportPast()
      if (parts.off !== null) return
      const checks = { lastMs: record.lastCheckMs(), missedStarts: record.startsSinceCheck() }
      scheduleCheck(firstCheckMs(nowMs(), parts.place, checks))
      // The check is planned first, so that a journal that cannot be written does not prevent it.
      record.noteStart()
    },
    checkFeed,
    tryInstall,
    noteCall: trials.noteCall,
    stop: () => {
      work.stop()
      trials.stop()
      cancels.check?.()
      cancels.install?.()
    },
  }
}
