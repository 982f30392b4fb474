import { type Instant, toEpochMs } from '../values/instant.ts'
import type { TrialFailureCode } from './update-failure-codes.ts'

/**
 * The time for which the window of a new version must have worked before the version counts as installed, in
 * milliseconds.
 */
export const provenAfterMs = 5 * 60_000

/** The fields of a crash report that the judgement of a version needs. */
type CrashFacts = {
  readonly where: string
  readonly kind: string
  readonly reason: string | null
  readonly version: string | null
  readonly lastAt: Instant
}

/**
 * Returns the failure code that a crash means for a version; null if program and window stay usable after the crash.
 */
const codeOf = ({ where, kind, reason }: CrashFacts): TrialFailureCode | null => {
  if (where === 'main') return kind === 'uncaught-exception' ? 'crashed' : null
  // `killed`: the operating system or a person ended the process, for example at a shutdown.
  if (where !== 'window' || reason === 'killed') return null
  return kind === 'process-gone' || kind === 'screen-failed' ? 'window-gone' : null
}

/** Returns how a version crashed at `since` (epoch seconds) or later; null if it did not. */
export const findTrialCrash = (
  crashes: readonly CrashFacts[],
  version: string,
  since: number,
): TrialFailureCode | null => {
  const counted = crashes.filter((crash) => crash.version === version && toEpochMs(crash.lastAt) >= since * 1000)
  return counted.map(codeOf).find((code) => code !== null) ?? null
}

/** When a version is judged. */
export type TrialMoment =
  | {
      readonly moment: 'start'
      /** Whether the version had already started before this start of the program. */
      readonly hadRun: boolean
      /** Whether the version's window ever made a call. */
      readonly isCalled: boolean
      /** Whether the program that starts has another version. */
      readonly isReplaced: boolean
    }
  /** Five minutes after the window's first call in this run. */
  | { readonly moment: 'running' }

/**
 * The facts about a version that was installed and is not proven yet.
 * @internal Tests make a table of these facts.
 */
export type TrialFacts = TrialMoment & { readonly crash: TrialFailureCode | null }

type TrialVerdict =
  | { readonly kind: 'proven' }
  | { readonly kind: 'unproven' }
  | { readonly kind: 'failed'; readonly code: TrialFailureCode }

/**
 * Decides whether an update is proven healthy. A version is proven after five minutes in which its window works and
 * nothing crashes. Whether a version failed, because it crashed or its window never made a call, is decided at the next
 * start of the program. Until then the version is unproven: if the program is never started again, the server counts
 * the workstation as silent.
 */
export const decideTrial = (facts: TrialFacts): TrialVerdict => {
  const { crash } = facts
  if (facts.moment === 'running') return { kind: crash === null ? 'proven' : 'unproven' }
  if (crash !== null) return { kind: 'failed', code: crash }
  if (!facts.hadRun) return { kind: 'unproven' }
  if (!facts.isCalled) return { kind: 'failed', code: 'window-blank' }
  return { kind: facts.isReplaced ? 'proven' : 'unproven' }
}
