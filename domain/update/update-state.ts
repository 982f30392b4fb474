import type { Instant } from '../values/instant.ts'
import type { InstallObstacle } from './decide-install.ts'
import type { ReleaseVersion } from './release-version.ts'
import type { UpdateOutcome } from './rings.ts'
import type { UpdateFailureCode } from './update-failure-codes.ts'

/** Why this program never looks for updates. */
export type UpdatesOff =
  /**
   * This program has no feed, its two files of the feed are damaged, or it was started with flags that an installer
   * would lose. An installation that other tools update (deb, rpm, MSI, Setup) is not off: it looks for updates, and
   * installs none.
   */
  'not-configured' | 'policy' | 'demo'

/**
 * Why a release waits. `ring`: the server has not released it for this workstation yet. `halted`: the server halted it.
 * `server-too-old`: the release needs a newer server. `no-answer`: the server has not answered, and it is too early to
 * install without an answer. `data-newer`: the release is an older version that could not open the journal of this
 * workstation.
 */
export type HeldBackReason = 'ring' | 'halted' | 'server-too-old' | 'no-answer' | 'data-newer'

/** What keeps a ready update waiting. `no-answer`: the server did not answer whether the update may be installed. */
export type ReadyObstacle = InstallObstacle | 'no-answer'

/** `rollback`: an older version, whose release withdraws the installed version. */
export type UpdateChange = 'newer' | 'rollback'

/** The state of the updater. */
export type UpdateState =
  | { readonly kind: 'off'; readonly reason: UpdatesOff }
  | { readonly kind: 'idle' }
  | { readonly kind: 'checking' }
  /** A release exists, but is not installed yet: {@link HeldBackReason} has the reasons. */
  | {
      readonly kind: 'held-back'
      readonly version: ReleaseVersion
      readonly reason: HeldBackReason
    }
  /** A release exists, and other tools install it: this program downloads nothing and does not ask the server. */
  | {
      readonly kind: 'for-it'
      readonly version: ReleaseVersion
      readonly change: UpdateChange
      readonly notes: readonly string[]
      /**
       * The server's version that the release needs, if the server is older; null if the server is new enough, or if
       * its version is unknown.
       */
      readonly needsServer: ReleaseVersion | null
    }
  | {
      readonly kind: 'downloading'
      readonly version: ReleaseVersion
      readonly doneBytes: number
      readonly totalBytes: number
    }
  | {
      readonly kind: 'ready'
      readonly version: ReleaseVersion
      readonly change: UpdateChange
      readonly notes: readonly string[]
      /** What keeps the release from being installed at this moment. */
      readonly obstacles: readonly ReadyObstacle[]
      /** The time at which Atrium asks the user to restart, if the update is still not installed. */
      readonly dueAt: Instant
      readonly isOverdue: boolean
    }
  | { readonly kind: 'installing'; readonly version: ReleaseVersion }
  /**
   * The last check of the feed or the last installation failed. `code` is a failure code of the feed, `not-installed`,
   * or `internal` for an unexpected error, which is in the log.
   */
  | { readonly kind: 'failed'; readonly code: string; readonly version: ReleaseVersion | null }

/** One change of the program's version on this workstation. A history begins with the newest change. */
export type PastUpdate = {
  readonly from: ReleaseVersion
  readonly version: ReleaseVersion
  /** Epoch seconds. */
  readonly at: number
  readonly outcome: UpdateOutcome
}

/** An update as it is reported; `code` says why the update failed, and is empty if it did not fail. */
export type UpdateReport = PastUpdate & { readonly code: UpdateFailureCode | '' }

/** The time for which an update may wait for a free moment before Atrium asks the user to restart, in milliseconds. */
export const updateDeadlineMs = 3 * 24 * 3_600_000

/** The time without an answer from the server after which a workstation follows the feed alone, in milliseconds. */
const aloneAfterMs = 7 * 24 * 3_600_000

/**
 * Returns whether a workstation may install a release although its server does not answer. `silentSinceMs` is the time
 * of the first question after the server's last answer. The age of the release does not count: an old release may still
 * wait for its ring.
 */
export const mayFollowAlone = (silentSinceMs: number, nowMs: number): boolean => nowMs - silentSinceMs > aloneAfterMs
