import { describe, expect, it } from 'vitest'
import {
  countReports,
  decidePlan,
  decideRing,
  latestOverdue,
  nextRing,
  type ProgramReleaseState,
  type ReleaseAct,
  type ReleaseCounts,
  type Ring,
  type RolloutGroup,
  refusalOfAct,
  type SteerRefusal,
  toRingPlace,
} from '#domain/update/rings.ts'

const hour = 3600
const counts = (of: Partial<ReleaseCounts>): ReleaseCounts => ({
  told: 0,
  installed: 0,
  failed: 0,
  silent: 0,
  waiting: 0,
  ...of,
})

describe('the place of a workstation', () => {
  it.each([
    [0, 0],
    [2 ** 47, 50],
    [2 ** 48 / 4, 25],
  ])('with the first bytes %d of its hash is %d', (bytes, place) => expect(toRingPlace(bytes)).toBe(place))

  it('is always below 100', () => expect(toRingPlace(2 ** 48 - 1)).toBeLessThan(100))
})

describe('a workstation', () => {
  it.each<
    [string, Ring, number, Partial<{ state: ProgramReleaseState; isSmallest: boolean; isTold: boolean }>, true | string]
  >([
    ['in the first ring with a place below 1', 1, 0.999, {}, true],
    ['not in the first ring with a place from 1 on', 1, 1, {}, 'ring'],
    ['in the second ring with a place below 10', 10, 9.999, {}, true],
    ['not in the second ring with a place from 10 on', 10, 10, {}, 'ring'],
    ['in the last ring with any place', 100, 99.999, {}, true],
    ['in the first ring with the smallest place of all workstations that asked', 1, 64, { isSmallest: true }, true],
    [
      'once it has been allowed, even if a workstation with a smaller place asked afterwards',
      1,
      64,
      { isTold: true },
      true,
    ],
    ['not while halted', 100, 0, { state: 'halted' }, 'halted'],
    ['not while halted, with the smallest place', 1, 0, { state: 'halted', isSmallest: true }, 'halted'],
    ['not while halted, although it was allowed before', 100, 0, { state: 'halted', isTold: true }, 'halted'],
  ])('may install a release or not: %s', (_what, ring, place, more, expected) => {
    const plan = decidePlan({ state: 'rolling', isSmallest: false, isTold: false, ring, place, ...more })
    expect(plan.mayInstall ? true : plan.reason).toBe(expected)
  })
})

describe('the counts of a release', () => {
  it('count reports, silent workstations and waiting workstations separately, and a rollback as a failure', () => {
    const groups: readonly RolloutGroup[] = [
      { outcome: 'installed', isOverdue: false, workstations: 5 },
      { outcome: 'installed', isOverdue: true, workstations: 90 },
      { outcome: 'failed', isOverdue: true, workstations: 1 },
      { outcome: 'rolled-back', isOverdue: false, workstations: 2 },
      { outcome: null, isOverdue: true, workstations: 4 },
      { outcome: null, isOverdue: false, workstations: 8 },
    ]
    expect(countReports(groups)).toEqual({ told: 110, installed: 95, failed: 3, silent: 4, waiting: 8 })
    expect(countReports([])).toEqual(counts({}))
  })

  it.each([
    [0, false],
    [24 * hour - 1, false],
    [24 * hour, true],
  ])('count a workstation without a report as silent from 24 hours on: after %d seconds', (age, isOverdue) => {
    expect(1_000_000 <= latestOverdue(1_000_000 + age)).toBe(isOverdue)
  })
})

describe('the reports of workstations', () => {
  it.each<[number, number, number, boolean]>([
    [0, 0, 0, false],
    [1, 0, 0, false],
    [1, 1, 0, true],
    [1, 0, 1, true],
    [49, 1, 0, true],
    [49, 0, 1, true],
    [50, 1, 0, false],
    [99, 1, 1, true],
    [100, 1, 1, false],
    [100, 2, 1, true],
    [16_200, 324, 0, false],
    [16_200, 325, 0, true],
    [16_200, 200, 125, true],
  ])('with %d told, %d failed and %d silent halt a release: %s', (told, failed, silent, halts) => {
    const release = { state: 'rolling', ring: 100, since: 0 } as const
    expect(decideRing(release, counts({ told, failed, silent }), 0).kind).toBe(halts ? 'halt' : 'stay')
  })
})

describe('a release', () => {
  const since = 1_000_000
  const proven = counts({ told: 160, installed: 157, failed: 1, silent: 2 })

  it.each<[string, Ring, ReleaseCounts, number, string]>([
    ['after 24 hours, if every told workstation has reported or is silent', 1, proven, 24 * hour, 'widen 10'],
    ['not before 24 hours', 1, proven, 24 * hour - 1, 'stay'],
    ['from 10 to 100', 10, proven, 24 * hour, 'widen 100'],
    ['never after the last ring', 100, proven, 999 * hour, 'stay'],
    ['not while a workstation still has time to report', 1, { ...proven, told: 161, waiting: 1 }, 999 * hour, 'stay'],
    ['not if no workstation was told', 1, counts({}), 999 * hour, 'stay'],
    ['with one told workstation', 1, counts({ told: 1, installed: 1 }), 24 * hour, 'widen 10'],
    ['is halted instead if too many workstations failed', 1, { ...proven, failed: 9 }, 24 * hour, 'halt'],
  ])('gets its next ring, or not: %s', (_what, ring, reports, age, expected) => {
    const decision = decideRing({ state: 'rolling', ring, since }, reports, since + age)
    expect(decision.kind === 'widen' ? `widen ${decision.ring}` : decision.kind).toBe(expected)
  })

  it('never changes once it is halted', () => {
    for (const reports of [proven, counts({ told: 10, failed: 10 })]) {
      expect(decideRing({ state: 'halted', ring: 1, since }, reports, since + 999 * hour)).toEqual({ kind: 'stay' })
    }
  })

  it.each<[Ring, Ring | null]>([
    [1, 10],
    [10, 100],
    [100, null],
  ])('in ring %d gets the next ring %s', (ring, next) => expect(nextRing(ring)).toBe(next))
})

describe('an administrator', () => {
  it.each<[ProgramReleaseState, Ring, Readonly<Record<ReleaseAct, SteerRefusal | null>>]>([
    ['rolling', 1, { halt: null, resume: 'not-halted', widen: null }],
    ['rolling', 10, { halt: null, resume: 'not-halted', widen: null }],
    ['rolling', 100, { halt: null, resume: 'not-halted', widen: 'widest' }],
    ['halted', 1, { halt: 'halted', resume: null, widen: 'halted' }],
    ['halted', 100, { halt: 'halted', resume: null, widen: 'halted' }],
  ])('can act on a release that is %s in ring %d as the table allows', (state, ring, expected) => {
    const refusals = (['halt', 'resume', 'widen'] as const).map((act) => [act, refusalOfAct(act, { state, ring })])
    expect(Object.fromEntries(refusals)).toEqual(expected)
  })
})
