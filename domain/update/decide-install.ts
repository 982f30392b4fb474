/** The work at a workstation that a restart would interrupt. */
export type Busyness = {
  /** A card attempt is open, or a tender is being recorded. */
  readonly isPaying: boolean
  /** A job is being handed to a printer, a mail server or a fax service. */
  readonly isSending: boolean
  readonly hasHold: boolean
  readonly hasUnsavedDraft: boolean
  readonly isSignedIn: boolean
}

/** When an organisation allows updates. Hours are local to the workstation: 22 to 5 covers the night. */
export type UpdateHours = {
  readonly fromHour: number
  readonly toHour: number
  /** Whether an overdue update is installed in the hour `fromHour` even if there is a hold or an unsaved draft. */
  readonly isForced: boolean
}

export type InstallFacts = Busyness & {
  /** Null if the organisation sets none: an update then waits until no person is signed in, or a person asks for it. */
  readonly hours: UpdateHours | null
  /** The local hour, 0 to 23. */
  readonly hour: number
  /** Whether the update has been ready for longer than the deadline allows. */
  readonly isOverdue: boolean
  /** Whether a person pressed "Restart now". */
  readonly isAskedFor: boolean
}

const installObstacles = ['paying', 'sending', 'hold', 'draft', 'signed-in'] as const
export type InstallObstacle = (typeof installObstacles)[number]

export type InstallDecision =
  | { readonly kind: 'install'; readonly because: 'asked' | 'free' | 'hours' | 'forced' }
  | { readonly kind: 'wait'; readonly obstacles: readonly InstallObstacle[] }

/**
 * Returns whether an hour is within a span that may pass midnight. If both hours are the same, the span is the whole
 * day.
 * @internal Tests check its cases directly.
 */
export const isWithinHours = (
  hour: number,
  { fromHour, toHour }: Pick<UpdateHours, 'fromHour' | 'toHour'>,
): boolean => {
  if (fromHour === toHour) return true
  return fromHour < toHour ? hour >= fromHour && hour < toHour : hour >= fromHour || hour < toHour
}

/**
 * Decides whether a ready update may restart the program. A payment or a send that is under way is never interrupted,
 * whether a person or a policy asks. A hold or an unsaved draft is interrupted only if the organisation forces overdue
 * updates, and only in the first of its update hours. A signed-in person is interrupted only within the organisation's
 * update hours, or after a person pressed "Restart now".
 */
export const decideInstall = (facts: InstallFacts): InstallDecision => {
  const { hours, hour, isOverdue, isAskedFor } = facts
  const isHour = hours !== null && isWithinHours(hour, hours)
  const isForced = hours?.isForced === true && isOverdue && hour === hours.fromHour
  const found: Readonly<Record<InstallObstacle, boolean>> = {
    paying: facts.isPaying,
    sending: facts.isSending,
    hold: facts.hasHold && !isForced,
    draft: facts.hasUnsavedDraft && !isForced,
    'signed-in': facts.isSignedIn && !isHour && !isAskedFor,
  }
  const obstacles = installObstacles.filter((one) => found[one])
  if (obstacles.length > 0) return { kind: 'wait', obstacles }
  if (isAskedFor) return { kind: 'install', because: 'asked' }
  if (!facts.isSignedIn && !(isForced && (facts.hasHold || facts.hasUnsavedDraft)))
    return { kind: 'install', because: 'free' }
  return { kind: 'install', because: isForced ? 'forced' : 'hours' }
}
