import type { FeedFailureCode } from './feed-failure-codes.ts'

/** How an installed version failed in its first minutes. */
const trialFailureCodes = ['crashed', 'window-gone', 'window-blank'] as const
export type TrialFailureCode = (typeof trialFailureCodes)[number]

/**
 * Refusals of a file that count against the file's release if they repeat. Other refusals can be faults of the network.
 */
const fileFailureCodes = ['bad-hash', 'missing', 'too-long', 'disk'] as const satisfies readonly FeedFailureCode[]
export type FileFailureCode = (typeof fileFailureCodes)[number]

/** Returns whether a refusal of a file counts against its release. */
export const isFileFailure = (code: string): code is FileFailureCode => fileFailureCodes.some((known) => known === code)

/**
 * Why an update failed, as the server receives it. `not-installed`: the old version still runs. `crashed`: the program
 * crashed. `window-gone`: the program's window crashed. `window-blank`: the window never made a call.
 */
export const updateFailureCodes = ['not-installed', ...trialFailureCodes, ...fileFailureCodes] as const
export type UpdateFailureCode = (typeof updateFailureCodes)[number]
