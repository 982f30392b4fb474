import { z } from 'zod'
import { skuIDSchema } from '../values/location-id.ts'
import { decimalAmountSchema } from '../values/money.ts'

/** A scan type of the catalogue (booking spec §3 SKU). `time` is minutes. */
export const skuSchema = z.object({
  skuID: skuIDSchema,
  name: z.string(),
  shortName: z.string(),
  category: z.string(),
  price: decimalAmountSchema,
  time: z.number().int(),
  description: z.string(),
  type: z.enum(['primary', 'addon']),
  extensions: z.array(z.string()),
  technique: z.object({ male: z.string(), female: z.string() }),
  promocodes: z.array(z.string()),
})
export type Sku = z.infer<typeof skuSchema>

const promoTypes = ['fixed', 'percentage', 'open'] as const
export const promoCategories = [
  'all',
  'employee',
  'enterprise',
  'influencer',
  'marketing',
  'physician',
  'partnership',
  'other',
] as const

/** A promo code (booking spec §3). The starts and ends of its validity are Unix seconds (decisions §3). */
export const promoCodeSchema = z.object({
  promoID: z.string(),
  name: z.string(),
  type: z.enum(promoTypes),
  amount: z.number(),
  notes: z.string(),
  category: z.enum(promoCategories),
  validFrom: z.number().int(),
  validTo: z.number().int(),
  booking_valid_from: z.number().int(),
  booking_valid_to: z.number().int(),
})
export type PromoCode = z.infer<typeof promoCodeSchema>
