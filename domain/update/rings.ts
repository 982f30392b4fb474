/**
 * The rules of release rings (decision 254): which workstations may install a release, when the next ring begins, and
 * when a release is halted. Times are epoch seconds.
 */

/** The percentages of workstations that may install a release, one ring after the other. */
export const rings = [1, 10, 100] as const
export type Ring = (typeof rings)[number]

/** `rolling`: the workstations of the ring may install the release. `halted`: no workstation may. */
export type ProgramReleaseState = 'rolling' | 'halted'

/** How an installation ended. `rolled-back`: the workstation installed an older version. */
export const updateOutcomes = ['installed', 'failed', 'rolled-back'] as const
export type UpdateOutcome = (typeof updateOutcomes)[number]

/** The time in which a workstation reports after it was told that it may install a release. */
export const reportWithinSeconds = 24 * 3600
/** The shortest time that a release stays in a ring. */
const ringSeconds = 24 * 3600
/** The highest percentage of failed and silent workstations that does not halt a release. */
const tolerated = 2

/** The number of different places: {@link toRingPlace} takes a number of six bytes. */
const places = 2 ** 48

/**
 * Returns a workstation's place among all, at least 0 and below 100. `firstBytes`: the first six bytes of the hash of
 * version and workstation id, read as one number. A workstation has a different place for each release, so that no
 * workstation is always among the first.
 */
export const toRingPlace = (firstBytes: number): number => (firstBytes / places) * 100

/** The facts that decide whether a workstation may install a release now. */
type UpdateQuestion = {
  readonly state: ProgramReleaseState
  readonly ring: Ring
  /** The workstation's place, at least 0 and below 100. */
  readonly place: number
  /** Whether no workstation with a smaller place has asked about this release. */
  readonly isSmallest: boolean
  /** Whether the workstation was told earlier that it may install this release. */
  readonly isTold: boolean
}

/** `ring`: the workstation's ring has not begun. */
export type UpdatePlan =
  | { readonly mayInstall: true; readonly reason: null }
  | { readonly mayInstall: false; readonly reason: 'ring' | 'halted' }

/**
 * Decides whether a workstation may install a release now. A workstation that was told that it may install the release
 * keeps that right when a workstation with a smaller place asks later. Without that right, the first workstation would
 * never report and would count as silent.
 */
export const decidePlan = ({ state, ring, place, isSmallest, isTold }: UpdateQuestion): UpdatePlan => {
  if (state === 'halted') return { mayInstall: false, reason: 'halted' }
  // `isSmallest` fills the first ring of a small fleet in which no workstation has a place below 1.
  if (isTold || isSmallest || place < ring) return { mayInstall: true, reason: null }
  return { mayInstall: false, reason: 'ring' }
}

/** A number of workstations that were told that they may install a release, with the same `outcome` and `isOverdue`. */
export type RolloutGroup = {
  /** Null if the workstation has not reported. */
  readonly outcome: UpdateOutcome | null
  /** Whether the time for the report is over. */
  readonly isOverdue: boolean
  readonly workstations: number
}

/**
 * `failed` includes the workstations that rolled back. `silent` workstations did not report in time; `waiting`
 * workstations have not reported yet and still have time to report.
 */
export type ReleaseCounts = {
  readonly told: number
  readonly installed: number
  readonly failed: number
  readonly silent: number
  readonly waiting: number
}

/**
 * Returns the time 24 hours before `now`. A workstation that was told at that time or earlier, and has not reported,
 * counts as silent.
 */
export const latestOverdue = (now: number): number => now - reportWithinSeconds

/** Returns the number of workstations that were told that they may install a release, in total and by outcome. */
export const countReports = (groups: readonly RolloutGroup[]): ReleaseCounts => {
  const sum = (isCounted: (group: RolloutGroup) => boolean): number =>
    groups.filter(isCounted).reduce((total, { workstations }) => total + workstations, 0)
  return {
    told: sum(() => true),
    installed: sum(({ outcome }) => outcome === 'installed'),
    failed: sum(({ outcome }) => outcome === 'failed' || outcome === 'rolled-back'),
    silent: sum(({ outcome, isOverdue }) => outcome === null && isOverdue),
    waiting: sum(({ outcome, isOverdue }) => outcome === null && !isOverdue),
  }
}

/**
 * Returns whether the reports halt a release: more than 2 percent of the told workstations failed or are silent. With
 * fewer than 50 told workstations, a single failed or silent workstation is enough.
 */
const isTooManyFailures = ({ told, failed, silent }: ReleaseCounts): boolean =>
  (failed + silent) * 100 > tolerated * told

/** Returns the ring after this one; null after the last. */
export const nextRing = (ring: Ring): Ring | null => rings[rings.indexOf(ring) + 1] ?? null

/** A release as the rules see it. `since`: when its ring or state last changed, in epoch seconds. */
type RollingRelease = { readonly state: ProgramReleaseState; readonly ring: Ring; readonly since: number }

/** The effect that the reports alone have on a release. */
type RingDecision =
  | { readonly kind: 'stay' }
  | { readonly kind: 'halt' }
  | { readonly kind: 'widen'; readonly ring: Ring }

/**
 * Decides what the reports do to a release. Too many failed or silent workstations halt the release. The release gets
 * the next ring after 24 hours, if at least one workstation was told, and every told workstation has reported or is
 * silent. A halted release stays halted until an administrator resumes it.
 */
export const decideRing = (release: RollingRelease, counts: ReleaseCounts, now: number): RingDecision => {
  if (release.state === 'halted') return { kind: 'stay' }
  if (isTooManyFailures(counts)) return { kind: 'halt' }
  const ring = nextRing(release.ring)
  const isProven = counts.told > 0 && counts.waiting === 0 && now - release.since >= ringSeconds
  return ring !== null && isProven ? { kind: 'widen', ring } : { kind: 'stay' }
}

/** What an administrator can do to a release. */
export const releaseActs = ['halt', 'resume', 'widen'] as const
export type ReleaseAct = (typeof releaseActs)[number]

/** Why an act is not possible. `widest`: all workstations may install the release already. */
export type SteerRefusal = 'halted' | 'not-halted' | 'widest'

/** Returns why an administrator cannot do an act to a release in its present state; null if the act is possible. */
export const refusalOfAct = (
  act: ReleaseAct,
  { state, ring }: Pick<RollingRelease, 'state' | 'ring'>,
): SteerRefusal | null => {
  if (act === 'resume') return state === 'halted' ? null : 'not-halted'
  if (state === 'halted') return 'halted'
  return act === 'widen' && nextRing(ring) === null ? 'widest' : null
}
