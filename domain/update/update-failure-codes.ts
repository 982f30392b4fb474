import type { FeedFailureCode } from './feed-failure-codes.ts'

/** How a version that was installed failed its first minutes. */
const trialFailureCodes = ['crashed', 'window-gone', 'window-blank'] as const
export type TrialFailureCode = (typeof trialFailureCodes)[number]

/** Refusals of a file that count against its release once they repeat; others may be faults of the network. */
const fileFailureCodes = ['bad-hash', 'missing', 'too-long', 'disk'] as const satisfies readonly FeedFailureCode[]
export type FileFailureCode = (typeof fileFailureCodes)[number]

/** Returns whether a refusal of a file counts against its release. */
export const isFileFailure = (code: string): code is FileFailureCode => fileFailureCodes.some((known) => known === code)

/**
 * Why an update failed, as the server receives it. `not-installed`: the version was not taken. `crashed`: the program
 * crashed. `window-gone`: its window did. `window-blank`: its window never made a call.
 */
export const updateFailureCodes = ['not-installed', ...trialFailureCodes, ...fileFailureCodes] as const
export type UpdateFailureCode = (typeof updateFailureCodes)[number]
