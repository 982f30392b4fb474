import { chooseRelease } from '#domain/update/choose-release.ts'
import type { ReleaseFile } from '#domain/update/release.ts'
import { countReports, decidePlan, decideRing, type Ring, type UpdateOutcome } from '#domain/update/rings.ts'
import { type Behaviour, chance, type Desk, groupsOf, openDesks, openHours } from './fleet.ts'

const hour = 3600
const [before, bad] = ['1.11.0', '1.12.0']

/** A release as the server sees it. */
type Release = {
  ring: Ring
  state: 'rolling' | 'halted'
  since: number
  smallest: number
  readonly told: Map<Desk, { toldAt: number; outcome: UpdateOutcome | null }>
}
const newRelease = (ring: Ring): Release => ({ ring, state: 'rolling', since: 0, smallest: 100, told: new Map() })

const fileOf = (version: string, rollbackFrom: readonly string[] = []): ReleaseFile => ({
  version,
  channel: 'stable',
  platform: 'linux',
  arch: 'x64',
  format: 'appimage',
  releasedAt: '2026-11-01T00:00:00Z',
  minimumServer: '1.0.0',
  notes: [],
  rollbackFrom: [...rollbackFrom],
})

/** The result of withdrawing a bad release. */
type Withdrawal = {
  /** The workstations that had the bad release when the older version was published. */
  readonly had: number
  /** The workstations that installed or tried the bad release afterwards. */
  readonly tookAfterwards: number
  /** The workstations that still had the bad release at the end. */
  readonly left: number
  /**
   * The largest number of polls of one workstation after which it still ran the bad release, although the older
   * version's ring already included it.
   */
  readonly maxPollsTooLate: number
  /** The hours from the publication of the older version until the last workstation replaced the bad release. */
  readonly hours: number
}

type Case = {
  readonly clinics: number
  readonly desksOfClinic: number
  readonly behave: (share: number) => Behaviour
  /** The older version: the one that ran before, which has reached every ring, or a new one, which begins in ring 1. */
  readonly older: '1.11.0' | '1.11.1'
  /** When an administrator halts the bad release, in hours after its publication; never when absent. */
  readonly haltAfter?: number
}

/**
 * Publishes a bad release until it is halted, and a day later an older version that withdraws it. Then an administrator
 * resumes the bad release by mistake and allows it on all workstations. Each workstation asks every hour while its
 * clinic is open, and installs the release that {@link chooseRelease} and the rings allow. The real program also waits
 * until the workstation is not in use; this model does not.
 */
export const withdraw = ({ clinics, desksOfClinic, behave, older, haltAfter }: Case): Withdrawal => {
  const desks = openDesks(clinics, desksOfClinic, behave)
  const running = new Map(desks.map((desk) => [desk, before]))
  const tried = new Set<Desk>()
  const dead = new Set<Desk>()
  const tooLate = new Map<Desk, number>()
  const releases = new Map([
    [before, newRelease(100)],
    [bad, newRelease(1)],
    ...(older === before ? [] : [[older, newRelease(1)] as const]),
  ])
  const releaseOf = (version: string): Release => {
    const release = releases.get(version)
    if (release === undefined) throw new Error(`${version} was not released.`)
    return release
  }
  const places = new Map(
    [...releases.keys()].map((one) => [one, new Map(desks.map((desk) => [desk, chance(`${one}${desk.id}`) * 100]))]),
  )
  const placeOf = (version: string, desk: Desk): number => places.get(version)?.get(desk) ?? 100
  let files: readonly ReleaseFile[] = [fileOf(before), fileOf(bad)]
  let chosen = new Map<string, readonly string[]>()
  let haltedAt: number | null = null
  let withdrawnAt: number | null = null
  let lastBackAt: number | null = null
  let had = 0
  let tookAfterwards = 0

  const candidatesOf = (version: string): readonly string[] => {
    const known = chosen.get(version)
    if (known !== undefined) return known
    const program = { version, channel: 'stable', platform: 'linux', arch: 'x64', format: 'appimage' } as const
    const found = chooseRelease(files, program).candidates.map(({ file }) => file.version)
    chosen.set(version, found)
    return found
  }
  const mayInstall = (version: string, desk: Desk, now: number): boolean => {
    const release = releaseOf(version)
    const place = placeOf(version, desk)
    const isSmallest = place <= release.smallest
    release.smallest = Math.min(release.smallest, place)
    const isTold = release.told.has(desk)
    const plan = decidePlan({ state: release.state, ring: release.ring, place, isSmallest, isTold })
    if (plan.mayInstall) release.told.set(desk, { toldAt: now, outcome: release.told.get(desk)?.outcome ?? null })
    return plan.mayInstall
  }
  const poll = (desk: Desk, now: number): void => {
    const version = candidatesOf(running.get(desk) ?? before).find((one) => mayInstall(one, desk, now))
    // A workstation does not try the bad release a second time.
    if (version === undefined || (version === bad && tried.has(desk))) return
    if (version === bad) {
      tried.add(desk)
      if (withdrawnAt !== null) tookAfterwards += 1
      if (desk.behaviour === 'silent') return void dead.add(desk)
    }
    const isGood = version !== bad || desk.behaviour === 'installs'
    releaseOf(version).told.set(desk, { toldAt: now, outcome: isGood ? 'installed' : 'failed' })
    if (!isGood) return
    if (running.get(desk) === bad) {
      lastBackAt = now
      releaseOf(bad).told.set(desk, { toldAt: now, outcome: 'rolled-back' })
    }
    running.set(desk, version)
  }
  const withBad = (): Desk[] => desks.filter((desk) => running.get(desk) === bad)

  for (let hours = 0; withdrawnAt === null || hours < withdrawnAt + 4 * 24; hours += 1) {
    const now = hours * hour
    for (const desk of desks) {
      if (dead.has(desk) || (hours + 24 - desk.opensAt) % 24 >= openHours) continue
      poll(desk, now)
      const { ring } = releaseOf(older)
      if (withdrawnAt !== null && running.get(desk) === bad && placeOf(older, desk) < ring)
        tooLate.set(desk, (tooLate.get(desk) ?? 0) + 1)
    }
    for (const release of releases.values()) {
      const groups = groupsOf([...release.told.values()], now)
      const decision = decideRing(release, countReports(groups), now)
      if (decision.kind === 'stay') continue
      if (decision.kind === 'halt') release.state = 'halted'
      else release.ring = decision.ring
      release.since = now
    }
    const badRelease = releaseOf(bad)
    if (haltedAt === null && hours === haltAfter) badRelease.state = 'halted'
    if (haltedAt === null && badRelease.state === 'halted') haltedAt = hours
    if (haltedAt !== null && withdrawnAt === null && hours === haltedAt + 24) {
      withdrawnAt = hours
      had = withBad().length
      files = [fileOf(older, [bad]), fileOf(bad)]
      chosen = new Map()
      releaseOf(older).since = now
      Object.assign(badRelease, { state: 'rolling', ring: 100, since: now })
    }
    if (haltAfter === undefined && haltedAt === null && hours > 60 * 24) throw new Error('The release was not halted.')
  }
  return {
    had,
    tookAfterwards,
    left: withBad().length,
    maxPollsTooLate: Math.max(0, ...tooLate.values()),
    hours: (lastBackAt ?? 0) / hour - (withdrawnAt ?? 0),
  }
}
