import { describe, expect, it } from 'vitest'
import { howMany } from '../../fixtures/deep.ts'
import { type Behaviour, type Rollout, rollOut } from './fleet.ts'
import { withdraw } from './withdrawal.ts'

const all = { clinics: 2700, desksOfClinic: 6 }
const desks = all.clinics * all.desksOfClinic

const spoiled =
  (share: number, behaviour: Behaviour) =>
  (of: number): Behaviour =>
    of < share ? behaviour : 'installs'
const path = ({ stages }: Rollout): string =>
  stages.map(({ ring, state }) => (state === 'halted' ? `halted in ${ring}` : String(ring))).join(', ')

describe('a release in a fleet of 2,700 clinics with 6 workstations each', { timeout: 60_000 }, () => {
  it('reaches every workstation if it is good, after at least a day in each ring before the last', () => {
    const rollout = rollOut(all, () => 'installs')
    expect(path(rollout)).toBe('1, 10, 100')
    expect(rollout.counts).toEqual({ told: desks, installed: desks, failed: 0, silent: 0, waiting: 0 })
    const [, second, last] = rollout.stages
    expect(second?.hours).toBeGreaterThanOrEqual(24)
    expect((last?.hours ?? 0) - (second?.hours ?? 0)).toBeGreaterThanOrEqual(24)
    // The shares are close to those of the rings, but not equal, because the places come from hashes.
    expect((second?.counts.told ?? 0) / desks).toBeGreaterThan(0.007)
    expect((second?.counts.told ?? 0) / desks).toBeLessThan(0.013)
    expect((last?.counts.told ?? 0) / desks).toBeGreaterThan(0.09)
    expect((last?.counts.told ?? 0) / desks).toBeLessThan(0.11)
  })

  it('reaches every workstation although it fails on 2 of 1,000', () => {
    const rollout = rollOut(all, spoiled(0.002, 'fails'))
    expect(path(rollout)).toBe('1, 10, 100')
    expect(rollout.installations).toBe(desks)
    expect(rollout.counts.failed).toBeGreaterThan(10)
  })

  it.each([
    [0.05, 'fails'],
    [0.05, 'silent'],
    [0.2, 'fails'],
    [1, 'fails'],
    [1, 'silent'],
  ] as const)(
    'halts in the first or second ring if its behaviour on a share of %d of the workstations is %s',
    (share, behaviour) => {
      const rollout = rollOut(all, spoiled(share, behaviour))
      expect(path(rollout)).toMatch(/^(1, halted in 1|1, 10, halted in 10)$/)
      // Before the release halted, it harmed at least one workstation and at most about 1 of 100.
      expect(rollout.harmed).toBeGreaterThan(0)
      expect(rollout.harmed / desks).toBeLessThan(0.0105)
      console.log(
        `${share} ${behaviour}: ${path(rollout)} after ${rollout.stages.at(-1)?.hours} hours; ` +
          `${rollout.installations} of ${desks} installed or tried, ${rollout.harmed} harmed`,
      )
    },
  )
})

describe('a release in a small fleet', () => {
  it.each([1, 2, 6, 12, 40])('reaches every one of %d workstations', (count) => {
    const rollout = rollOut({ clinics: 1, desksOfClinic: count }, () => 'installs')
    expect(path(rollout)).toBe('1, 10, 100')
    expect(rollout.counts.installed).toBe(count)
  })

  it.each([1, 2, 6, 12])(
    'halts in ring 1 if it fails on each of %d workstations, and harms at most half of them, rounded up',
    (count) => {
      const rollout = rollOut({ clinics: 1, desksOfClinic: count }, () => 'fails')
      expect(path(rollout)).toBe('1, halted in 1')
      expect(rollout.harmed).toBeLessThanOrEqual(Math.ceil(count / 2))
    },
  )
})

describe('a bad release that an older version replaces', { timeout: 60_000 }, () => {
  const fleet = { clinics: howMany(2700), desksOfClinic: 6 }
  const size = fleet.clinics * fleet.desksOfClinic
  const early = { behave: spoiled(0.05, 'fails') }
  // The release is halted in the third hour of the last ring, when about half of the clinics have opened.
  const late = { behave: () => 'installs' as const, haltAfter: 50 }
  it.each([
    ['after reports of failures', '1.11.0', early, 0],
    ['after reports of failures', '1.11.1', early, 0],
    ['by a person, when half of the workstations have it', '1.11.0', late, size * 0.4],
    ['by a person, when half of the workstations have it', '1.11.1', late, size * 0.4],
  ] as const)(
    'halted %s, taken back by %s: no other workstation installs it, and each that has it goes back as soon as the rings allow',
    (_, older, how, least) => {
      const { had, hours, ...rest } = withdraw({ ...fleet, ...how, older })
      expect(rest).toEqual({ tookAfterwards: 0, left: 0, maxPollsTooLate: 0 })
      expect(had).toBeGreaterThan(least)
      expect(had).toBeLessThan(size * 0.8)
      // Version 1.11.0, which ran before, is already in the last ring, so each workstation goes back when its clinic
      // next opens. A new version must first pass through the rings.
      if (older === '1.11.0') expect(hours).toBeLessThanOrEqual(24)
      console.log(`taken back by ${older}: ${had} of ${size} workstations, the last one after ${hours} hours`)
    },
  )
})
