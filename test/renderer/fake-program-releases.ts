import { fail, ok } from '#contract/reply.ts'
import type { ProgramReleasesBridge } from '#contract/update/releases-bridge.ts'
import { hasRole } from '#domain/session/role.ts'
import type { ProgramRelease } from '#domain/update/program-release.ts'
import { compareVersions } from '#domain/update/release-version.ts'
import { decideRing, nextRing, refusalOfAct, type UpdateOutcome } from '#domain/update/rings.ts'
import { fakeOffline } from './fake-catalogue.ts'
import type { FakeWorld } from './fake-members.ts'

export type FakeProgramReleases = {
  readonly programReleases: ProgramReleasesBridge
  /** Changes a release as its workstations or another administrator do, and increments its `lockVersion`. */
  readonly change: (version: string, change: Partial<Omit<ProgramRelease, 'version' | 'lockVersion'>>) => void
  /**
   * Adds a workstation for each outcome: the workstation asked about the release and, unless the outcome is null,
   * reported this outcome. A new release begins in ring 1. Failures can halt the release.
   */
  readonly report: (version: string, outcomes: readonly (UpdateOutcome | null)[]) => void
  /** Removes all releases. */
  readonly clear: () => void
}

const refusals = {
  halted: 'This release is halted. Resume it first.',
  'not-halted': 'This release is not halted.',
  widest: 'All workstations may install this release already.',
}

/**
 * Creates the releases of the program in memory: one release in the second ring, and an older release in the last ring.
 */
export const createFakeProgramReleases = (world: FakeWorld): FakeProgramReleases => {
  const releases = new Map<string, ProgramRelease>()
  const nothing = { told: 0, installed: 0, failed: 0, silent: 0, waiting: 0 }
  const begin = (version: string, more: Partial<ProgramRelease> = {}): ProgramRelease => ({
    ...{ version, since: world.now(), haltedBy: null, lockVersion: 1, ...nothing },
    ring: 1,
    state: 'rolling',
    ...more,
  })
  const put = (release: ProgramRelease): ProgramRelease => {
    releases.set(release.version, release)
    return release
  }
  const of = (version: string): ProgramRelease => releases.get(version) ?? begin(version)
  const change: FakeProgramReleases['change'] = (version, more) => {
    const before = of(version)
    put({ ...before, ...more, lockVersion: before.lockVersion + 1 })
  }
  const whyNot = () => {
    if (!world.isOnline()) return fakeOffline()
    const isAdministrator = hasRole(world.user()?.roles ?? [], 'admin')
    return isAdministrator ? null : fail('insufficient-permissions', 'Only administrators look after releases.')
  }
  put(begin('1.4.0', { ring: 10, told: 1_652, installed: 1_640, failed: 3, silent: 1, waiting: 8, lockVersion: 2 }))
  put(begin('1.3.1', { ring: 100, told: 16_188, installed: 16_160, failed: 17, silent: 11, lockVersion: 3 }))
  return {
    change,
    clear: () => releases.clear(),
    report: (version, outcomes) => {
      const before = of(version)
      const count = (...wanted: readonly (UpdateOutcome | null)[]): number =>
        outcomes.filter((outcome) => wanted.includes(outcome)).length
      const after = {
        ...before,
        told: before.told + outcomes.length,
        installed: before.installed + count('installed'),
        failed: before.failed + count('failed', 'rolled-back'),
        waiting: before.waiting + count(null),
      }
      put(after)
      if (decideRing({ ...after, since: 0 }, after, 0).kind === 'halt') {
        change(version, { state: 'halted', haltedBy: 'reports', since: world.now() })
      }
    },
    programReleases: {
      list: async () =>
        whyNot() ?? ok([...releases.values()].sort((one, other) => compareVersions(other.version, one.version))),
      steer: async ({ version, act, lockVersion }) => {
        const before = releases.get(version)
        const refused = whyNot()
        if (refused !== null) return refused
        if (before === undefined) return fail('not-found', 'No workstation has asked about this release.')
        if (before.lockVersion !== lockVersion) {
          return fail('stale', 'This release changed meanwhile. Check its state and decide again.', { current: before })
        }
        const refusal = refusalOfAct(act, before)
        if (refusal !== null) return fail('act-not-allowed', refusals[refusal])
        const user = world.user()
        const by = { userID: user?.user_id ?? '', name: user?.fullname ?? '' }
        const changes = {
          halt: { state: 'halted', haltedBy: by },
          resume: { state: 'rolling', haltedBy: null, ...clearedOf(before) },
          widen: { ring: nextRing(before.ring) ?? before.ring },
        } as const
        return ok(put({ ...before, ...changes[act], since: world.now(), lockVersion: lockVersion + 1 }))
      },
    },
  }
}

/** Returns the counts without the workstations that failed or stayed silent. */
const clearedOf = ({ told, failed, silent }: ProgramRelease) => ({ told: told - failed - silent, failed: 0, silent: 0 })
