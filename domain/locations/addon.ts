import { z } from 'zod'
import { type SkuID, skuIDSchema } from '../values/location-id.ts'
import { decimalAmountSchema, type Money, parseDecimalAmount, roundToMoney, toMoney } from '../values/money.ts'

/** An add-on as a location sells it, or as a study has it (booking spec §3 catalog, items). */
export const addonSchema = z.object({ skuID: skuIDSchema, name: z.string(), price: decimalAmountSchema })
export type Addon = z.infer<typeof addonSchema>

/** The scan-type numbers of a booking's add-ons, each once. */
export const addonChoiceSchema = z
  .array(skuIDSchema)
  .max(20)
  .readonly()
  .refine((skuIDs) => new Set(skuIDs).size === skuIDs.length, 'must name each add-on once')

/**
 * The scan and the add-ons that a study was booked with; the add-ons have the agreed prices (booking spec §3 Study).
 */
export const studyItemsSchema = z.object({
  primary: z.object({ skuID: skuIDSchema }).optional(),
  addons: z.array(addonSchema),
})

type Sold = { readonly catalog: { readonly addons: readonly Addon[] } }

/** Returns the total of add-ons in minor units. */
export const sumOfAddons = (addons: readonly Addon[]): Money =>
  toMoney(addons.reduce((total, { price }) => total + (parseDecimalAmount(price) ?? 0), 0))

/** Returns the total of a scan's decimal price and its add-ons, in minor units: decimals would not add up exactly. */
export const totalWithAddons = (price: number, addons: readonly Addon[]): Money =>
  toMoney(roundToMoney(price) + sumOfAddons(addons))

/**
 * Returns the chosen add-ons at a location's prices, in the order of its catalogue. Also returns the numbers of the
 * chosen add-ons that the location does not sell.
 */
export const decideAddons = (
  { catalog }: Sold,
  chosen: readonly SkuID[],
): { readonly addons: readonly Addon[]; readonly unknown: readonly SkuID[] } => ({
  addons: catalog.addons.filter(({ skuID }) => chosen.includes(skuID)),
  unknown: chosen.filter((skuID) => !catalog.addons.some((addon) => addon.skuID === skuID)),
})

/**
 * Returns a study's add-ons after a move to another location: each at the price of the new location, and separately
 * those that the new location does not sell.
 */
export const moveAddons = (
  addons: readonly Addon[],
  to: Sold,
): { readonly addons: readonly Addon[]; readonly dropped: readonly Addon[] } => {
  const { addons: sold, unknown } = decideAddons(
    to,
    addons.map(({ skuID }) => skuID),
  )
  return { addons: sold, dropped: addons.filter(({ skuID }) => unknown.includes(skuID)) }
}
