import { z } from 'zod'
import { type Currency, decimalAmountSchema, type Money, parseDecimalAmount, toMoney } from '../values/money.ts'

/** The notes and coins of each currency in minor units, from the largest. */
export const notesAndCoins: Readonly<Record<Currency, readonly number[]>> = {
  CAD: [100_00, 50_00, 20_00, 10_00, 5_00, 2_00, 1_00, 25, 10, 5],
  USD: [100_00, 50_00, 20_00, 10_00, 5_00, 2_00, 1_00, 50, 25, 10, 5, 1],
}

const allValues = [...new Set(Object.values(notesAndCoins).flat())]

/** The maximum number of pieces of one note or coin: more than a drawer can hold. */
const maxPieces = 9999

/** A drawer counted by notes and coins: how many of each, by value in minor units, and the float that stays in it. */
export const drawerSchema = z.strictObject({
  pieces: z.partialRecord(
    z.enum(allValues.map(String) as [string, ...string[]]),
    z.number().int().min(0).max(maxPieces),
  ),
  float: decimalAmountSchema.refine((amount) => amount >= 0, 'must not be negative'),
})
export type Drawer = z.infer<typeof drawerSchema>

/** Returns the value of all notes and coins. */
export const sumOfPieces = (pieces: Drawer['pieces']): Money =>
  toMoney(Object.entries(pieces).reduce((sum, [value, count]) => sum + Number(value) * (count ?? 0), 0))

/**
 * Returns the takings in a drawer: its notes and coins less the float. The result is below 0 if the drawer has less
 * than the float; a count cannot be below 0.
 */
export const takingsInDrawer = ({ pieces, float }: Drawer): Money =>
  toMoney(sumOfPieces(pieces) - (parseDecimalAmount(float) ?? 0))

/**
 * Returns why a drawer does not match a count; null if it matches. All pieces must be of the currency, and the notes
 * and coins less the float must equal the counted amount.
 */
export const drawerProblem = (drawer: Drawer, counted: Money, currency: Currency): 'pieces' | 'counted' | null => {
  const values = notesAndCoins[currency]
  if (Object.entries(drawer.pieces).some(([value, count]) => count !== 0 && !values.includes(Number(value)))) {
    return 'pieces'
  }
  return takingsInDrawer(drawer) === counted ? null : 'counted'
}
