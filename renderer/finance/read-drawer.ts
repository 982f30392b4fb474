import type { CashUpLine } from '#domain/finance/cash-up.ts'
import { type Drawer, drawerSchema, takingsInDrawer } from '#domain/finance/count-drawer.ts'
import { toFieldAmount } from '#domain/format/format-money.ts'
import { parseTypedAmount } from '#domain/payments/typed-amount.ts'
import { type Money, roundToMoney, toDecimalAmount, toMoney } from '#domain/values/money.ts'

type TypedDrawer = { readonly pieces: Readonly<Record<string, string>>; readonly float: string }

/** A drawer as typed. While the user types, `takings` may be below 0; such a drawer cannot be recorded. */
export type ReadDrawer =
  | { readonly ok: true; readonly drawer: Drawer; readonly takings: Money }
  | { readonly ok: false; readonly problem: 'pieces' | 'float' | 'below-float' }

/** Reads the typed notes and coins and the float; null if no notes and coins are typed. */
export const readDrawer = ({ pieces, float }: TypedDrawer): ReadDrawer | null => {
  const typed = Object.entries(pieces).filter(([, text]) => text.trim() !== '')
  if (typed.length === 0) return null
  if (typed.some(([, text]) => !/^\d{1,4}$/.test(text.trim()))) return { ok: false, problem: 'pieces' }
  const amount =
    float.trim() === '' ? { ok: true as const, amount: toMoney(0) } : parseTypedAmount(float, { min: 'zero' })
  if (!amount.ok) return { ok: false, problem: 'float' }
  const read = drawerSchema.safeParse({
    pieces: Object.fromEntries(typed.map(([value, text]) => [value, Number(text)])),
    float: toDecimalAmount(amount.amount),
  })
  if (!read.success) return { ok: false, problem: 'pieces' }
  const takings = takingsInDrawer(read.data)
  return takings < 0 ? { ok: false, problem: 'below-float' } : { ok: true, drawer: read.data, takings }
}

/**
 * Returns the amount of a typed count: the takings in its drawer if notes and coins are typed, otherwise its sum. Null
 * if it is not an amount that can be recorded.
 */
export const countedAmount = (count: TypedDrawer & { readonly counted: string }): Money | null => {
  const drawer = readDrawer(count)
  if (drawer !== null) return drawer.ok ? drawer.takings : null
  const typed = parseTypedAmount(count.counted, { min: 'zero' })
  return typed.ok ? typed.amount : null
}

/** Returns the float that a new count proposes, as typed: the one of the last count. Empty if there is none. */
export const proposedFloat = (float: CashUpLine['float']): string =>
  float === undefined ? '' : toFieldAmount(roundToMoney(float))
