import type { Dispatcher } from './bridge/dispatcher.ts'
import type { ServerOptions } from './destination/create-launcher.ts'
import type { SimulatedPace } from './devices/card-terminal/simulated-card.ts'
import type { PolicyState } from './policy/read-policy.ts'

/** The options of a workstation. */
export type AppOptions = {
  /** URL of the clinic's back office; null starts the embedded one. */
  readonly backOfficeUrl: string | null
  /** Whether the embedded back office fills an empty data folder with demo data; true when absent. */
  readonly demo?: boolean
  /** How this server was chosen: by a flag, the policy or a person; by a flag when absent. */
  readonly destination?: Pick<ServerOptions['destination'], 'setBy'>
  readonly leaveServer?: ServerOptions['leaveServer']
  /** The organisation's settings; none when absent. */
  readonly policy?: PolicyState
  /**
   * Minutes without activity until the screen locks, 1 to 15 (decisions §5 Locks). When absent, the policy's value
   * applies, then the back office's setting, then 5.
   */
  readonly idleLockMinutes?: number
  /** Poll intervals and other delays. The product uses the defaults; tests set shorter ones. */
  readonly pace?: {
    readonly healthEveryMs: number
    readonly viewedEveryMs: number
    readonly othersEveryMs: number
    readonly sessionEveryMs?: number
    readonly noticeAfterMs?: number
    /** How long an unresolved request waits before the next attempt. */
    readonly catchUpAgainMs?: number
    /** The cost of computing a password's verifier (scrypt's N). Each sign-in takes about 100 ms by default. */
    readonly passwordWork?: number
    /** How long the user can undo a send. */
    readonly undoMs?: number
    /** Delays of the simulated reader. */
    readonly simulatedReader?: Partial<SimulatedPace>
  }
}

export type RunningApp = {
  readonly dispatcher: Dispatcher
  /** Locks the screen. The shell calls it when the operating system locks or sleeps. */
  lock(): void
  /** Stops everything and closes the files. A second call is safe. */
  stop(): Promise<void>
}
