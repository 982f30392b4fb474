import { expect, it } from 'vitest'
import { isDeep } from '#test/fixtures/deep.ts'
import { describeOnEachDatabase } from '../booking/each-database.ts'
import { prepareContention, runContention } from './run-contention.ts'

// 50 desks and 200 rounds are run by fifty-desks.ts; this keeps the same race in every test run. Each desk is a process.
const rounds = isDeep ? 24 : 12
const desks = isDeep ? 10 : 5

describeOnEachDatabase('desks as processes of their own asking for one slot at once', ({ newSource }) => {
  it('have exactly one winner each round, and leave no overlap', { timeout: 120_000 }, async () => {
    const source = await newSource()
    await prepareContention(source)
    const figures = await runContention({ source, desks, rounds })
    expect(figures).toMatchObject({ oneWinner: rounds, winners: rounds, rows: rounds, overlaps: 0, errors: {} })
  })
})
