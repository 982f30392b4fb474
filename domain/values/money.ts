import { z } from 'zod'

/** The currencies of the clinics (spec: location currency settings). */
export const currencies = ['CAD', 'USD'] as const
export type Currency = (typeof currencies)[number]

/** An amount in integer minor units (cents). Never a float of dollars. */
export type Money = number & { readonly __brand: 'Money' }

/**
 * Returns integer minor units as money; throws a RangeError on anything but a safe integer, which is a bug of the
 * caller.
 */
export const toMoney = (minorUnits: number): Money => {
  if (!Number.isSafeInteger(minorUnits)) throw new RangeError('money is a safe integer of minor units')
  return minorUnits as Money
}

/** Minor units in a whole unit of either currency. */
const centsInUnit = 100

/** Returns the minor units of a decimal amount from JSON, rounded to the nearest cent. */
export const roundToMoney = (amount: number): Money => toMoney(Math.round(amount * centsInUnit))

/** Returns the minor units of whole units and at most two decimal digits: `12` and `5` are 1250. */
export const joinToMoney = (units: string, decimals: string): Money =>
  toMoney(Number(units) * centsInUnit + Number(decimals.padEnd(2, '0')))

/** Rounds an amount in minor units, which may have a fraction, down to whole units. */
export const floorToUnits = (minorUnits: number): Money => toMoney(Math.floor(minorUnits / centsInUnit) * centsInUnit)

/** Reads a decimal amount from JSON (decisions §3: at most 2 decimals); undefined for any other number. */
export const parseDecimalAmount = (amount: number): Money | undefined => {
  const minorUnits = Math.round(amount * centsInUnit)
  return Number.isSafeInteger(minorUnits) && Math.abs(minorUnits / centsInUnit - amount) < 1e-9
    ? toMoney(minorUnits)
    : undefined
}

/** Returns the decimal number for JSON, with at most 2 decimals. */
export const toDecimalAmount = (money: Money): number => money / centsInUnit

/** Schema of a decimal amount in JSON: finite, at most 2 decimals, within ±10 million. */
export const decimalAmountSchema = z
  .number()
  .min(-10_000_000)
  .max(10_000_000)
  .refine((amount) => parseDecimalAmount(amount) !== undefined, 'must have at most 2 decimals')
