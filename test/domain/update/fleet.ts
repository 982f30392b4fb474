import { createHash } from 'node:crypto'
import {
  countReports,
  decidePlan,
  decideRing,
  latestOverdue,
  type ProgramReleaseState,
  type ReleaseCounts,
  type Ring,
  type RolloutGroup,
  toRingPlace,
  type UpdateOutcome,
} from '#domain/update/rings.ts'

const hour = 3600

/** A number of at least 0 and below 1 that depends on the text alone, in place of a random one. */
export const chance = (text: string): number =>
  toRingPlace(createHash('sha256').update(text).digest().readUIntBE(0, 6)) / 100

/** How a release behaves on a workstation. `silent`: the program no longer starts, and sends no report. */
export type Behaviour = 'installs' | 'fails' | 'silent'

export type Desk = {
  readonly id: string
  readonly place: number
  readonly behaviour: Behaviour
  /** The hour of the day in which the workstation first asks; it then asks every hour until its clinic closes. */
  readonly opensAt: number
  /** Hours from the first permission until no user is at the desk and the workstation installs the release. */
  readonly patience: number
  firstToldAt: number | null
  toldAt: number | null
  outcome: UpdateOutcome | null
  /** Whether the workstation has installed the release or tried to. */
  isDone: boolean
}

/** A ring or state that the release had, with its first hour and the counts at that time. */
type Stage = {
  readonly hours: number
  readonly ring: Ring
  readonly state: ProgramReleaseState
  readonly counts: ReleaseCounts
}

/** The course of a release in a fleet. `stages` begins with ring 1. */
export type Rollout = {
  readonly stages: readonly Stage[]
  readonly counts: ReleaseCounts
  /** How many workstations installed it or tried to. */
  readonly installations: number
  /** How many of these workstations the release harmed. */
  readonly harmed: number
}

/** How many hours of the day a clinic is open. */
export const openHours = 10

/** Returns the workstations of a fleet. `behave` is as in {@link rollOut}. */
export const openDesks = (clinics: number, desksOfClinic: number, behave: (share: number) => Behaviour): Desk[] =>
  Array.from({ length: clinics * desksOfClinic }, (_, index) => {
    const clinic = Math.floor(index / desksOfClinic)
    const id = `workstation-${clinic}-${index % desksOfClinic}`
    return {
      id,
      place: chance(`1.12.0${id}`) * 100,
      behaviour: behave(chance(`behaviour ${id}`)),
      // The clinics are in several time zones, so they open at different hours within five hours.
      opensAt: Math.floor(chance(`opens ${clinic}`) * 5),
      patience: Math.floor(chance(`patience ${id}`) * 10),
      firstToldAt: null,
      toldAt: null,
      outcome: null,
      isDone: false,
    }
  })

/**
 * Returns the workstations that were allowed to install the release, in the groups from which the counts of a release
 * are made.
 */
export const groupsOf = (desks: readonly Pick<Desk, 'toldAt' | 'outcome'>[], now: number): RolloutGroup[] =>
  desks.flatMap(({ toldAt, outcome }) =>
    toldAt === null ? [] : [{ outcome, isOverdue: toldAt <= latestOverdue(now), workstations: 1 }],
  )

/**
 * Rolls a release out to a fleet, hour by hour on a simulated clock, until the ring and state of the release have not
 * changed for a week. A desk asks each hour while its clinic is open. It asks again directly before it installs, and
 * reports within the hour in which it installs. `behave` receives a desk's own random number from 0 to 1 and returns
 * how the release behaves on that desk.
 */
export const rollOut = (
  { clinics, desksOfClinic }: { readonly clinics: number; readonly desksOfClinic: number },
  behave: (share: number) => Behaviour,
): Rollout => {
  const desks = openDesks(clinics, desksOfClinic, behave)
  const told = new Set<Desk>()
  let [ring, state, since, smallest]: [Ring, ProgramReleaseState, number, number] = [1, 'rolling', 0, 100]
  const stages: Stage[] = [{ hours: 0, ring, state, counts: countReports([]) }]
  for (let hours = 0; hours - (stages.at(-1)?.hours ?? 0) < 7 * 24; hours += 1) {
    const now = hours * hour
    for (const desk of desks) {
      const hourOfDay = (hours + 24 - desk.opensAt) % 24
      if (desk.isDone || hourOfDay >= openHours) continue
      const isSmallest = desk.place <= smallest
      smallest = Math.min(smallest, desk.place)
      const question = { state, ring, place: desk.place, isSmallest, isTold: desk.toldAt !== null }
      if (!decidePlan(question).mayInstall) continue
      desk.firstToldAt ??= now
      desk.toldAt = now
      told.add(desk)
      if (now - desk.firstToldAt < desk.patience * hour) continue
      desk.isDone = true
      if (desk.behaviour !== 'silent') desk.outcome = desk.behaviour === 'installs' ? 'installed' : 'rolled-back'
    }
    const counts = countReports(groupsOf([...told], now))
    const decision = decideRing({ state, ring, since }, counts, now)
    if (decision.kind === 'stay') continue
    if (decision.kind === 'halt') state = 'halted'
    else ring = decision.ring
    since = now
    stages.push({ hours, ring, state, counts })
  }
  const done = desks.filter(({ isDone }) => isDone)
  return {
    stages,
    counts: countReports(groupsOf([...told], 100_000 * hour)),
    installations: done.length,
    harmed: done.filter(({ behaviour }) => behaviour !== 'installs').length,
  }
}
