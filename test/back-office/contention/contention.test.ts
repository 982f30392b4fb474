import { expect, it } from 'vitest'
import { isDeep } from '#test/fixtures/deep.ts'
import { describeOnEachDatabase } from '../booking/each-database.ts'
import { prepareContention, runContention } from './run-contention.ts'

// fifty-desks.ts runs 50 workstations and 200 rounds; this test runs a smaller race. Each workstation is a process.
const rounds = isDeep ? 24 : 12
const desks = isDeep ? 10 : 5

describeOnEachDatabase('concurrent requests of separate processes for overlapping slots', ({ newSource }) => {
  it('have exactly one winner per round, and no overlap', { timeout: 120_000 }, async () => {
    const source = await newSource()
    await prepareContention(source)
    const figures = await runContention({ source, desks, rounds })
    expect(figures).toMatchObject({ oneWinner: rounds, winners: rounds, rows: rounds, overlaps: 0, errors: {} })
  })
})
