import { expect, it } from 'vitest'
import { isRunMissing } from '#domain/backup/backup-runs.ts'
import { type Instant, toInstant } from '#domain/values/instant.ts'

const now = toInstant(Date.UTC(2026, 10, 28, 12))
const hoursAgo = (hours: number): Instant => toInstant(Date.UTC(2026, 10, 28, 12) - hours * 3_600_000)
const run = (hours: number, problem: string | null = null, succeeded: number | null = hours) => ({
  at: hoursAgo(hours),
  problem,
  succeededAt: succeeded === null ? null : hoursAgo(succeeded),
})

it.each([
  ['backup', 'none', null, true],
  ['backup', 'a recent one', run(1), false],
  ['backup', 'one of 26 hours ago', run(26), false],
  ['backup', 'one of 27 hours ago', run(27), true],
  ['backup', 'one that failed', run(1, 'disk-full', 5), true],
  ['backup', 'one that never succeeded', run(1, 'disk-full', null), true],
  ['drill', 'none', null, true],
  ['drill', 'one of eight days ago', run(8 * 24), false],
  ['drill', 'one of nine days ago', run(9 * 24), true],
  ['drill', 'one that failed', run(1, 'damaged', 5), true],
] as const)('isRunMissing decides whether a %s is missing after %s', (kind, _what, last, isMissing) => {
  expect(isRunMissing(kind, last, now)).toBe(isMissing)
})
