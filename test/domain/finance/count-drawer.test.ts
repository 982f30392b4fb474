import { describe, expect, it } from 'vitest'
import {
  type Drawer,
  drawerProblem,
  drawerSchema,
  notesAndCoins,
  sumOfPieces,
  takingsInDrawer,
} from '#domain/finance/count-drawer.ts'
import { currencies, toMoney } from '#domain/values/money.ts'

const drawer = (pieces: Drawer['pieces'], float: number): Drawer => drawerSchema.parse({ pieces, float })

describe('a drawer counted by notes and coins', () => {
  it.each([
    [{ 10000: 4, 2000: 3, 25: 1 }, 0, 460_25, 460_25],
    [{ 2000: 10, 500: 3, 5: 1 }, 200, 215_05, 15_05],
    [{}, 0, 0, 0],
    [{ 100: 20 }, 50, 20_00, -30_00],
  ])('with %j and a float of %d has %i cents, of which %i are takings', (pieces, float, sum, takings) => {
    expect(sumOfPieces(pieces)).toBe(sum)
    expect(takingsInDrawer(drawer(pieces, float))).toBe(takings)
  })

  it.each([
    [{ 2000: 20 }, 200, 200_00, 'CAD', null],
    [{ 2000: 20 }, 200, 195_00, 'CAD', 'counted'],
    [{ 50: 2 }, 0, 1_00, 'USD', null],
    [{ 50: 2 }, 0, 1_00, 'CAD', 'pieces'],
    [{ 50: 0, 100: 1 }, 0, 1_00, 'CAD', null],
  ] as const)(
    'with %j, a float of %d and a count of %i cents in %s has the problem %s',
    (pieces, float, counted, currency, problem) => {
      expect(drawerProblem(drawer(pieces, float), toMoney(counted), currency)).toBe(problem)
    },
  )

  it.each([
    [{ pieces: { 30: 1 }, float: 0 }],
    [{ pieces: { 100: -1 }, float: 0 }],
    [{ pieces: { 100: 1.5 }, float: 0 }],
    [{ pieces: { 100: 1e9 }, float: 0 }],
    [{ pieces: {}, float: -1 }],
    [{ pieces: {}, float: 0.001 }],
    [{ pieces: {} }],
  ])('is not accepted as %j', (input) => {
    expect(drawerSchema.safeParse(input).success).toBe(false)
  })

  it('lists notes and coins from the largest to the smallest, each once', () => {
    for (const currency of currencies) {
      const values = notesAndCoins[currency]
      expect(values).toEqual([...new Set(values)].toSorted((a, b) => b - a))
    }
  })
})
