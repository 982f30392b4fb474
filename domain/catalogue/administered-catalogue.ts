import { z } from 'zod'
import { locationIDSchema, skuIDSchema } from '../values/location-id.ts'
import { currencies, decimalAmountSchema } from '../values/money.ts'
import { lineOfText, optionalLineOfText } from '../values/plain-text.ts'
import { instantSchema, plainDateSchema } from '../values/time-schemas.ts'
import { promoCategories, promoCodeSchema, skuSchema } from './sku.ts'

/**
 * The fields of every record that administrators change: its version for the optimistic lock, and whether it is in use.
 */
export const administeredFields = { version: z.number().int().min(1), active: z.boolean() }

/** An amount of money as an administrator types it: not below 0, at most a million. */
const priceSchema = decimalAmountSchema.refine((amount) => amount >= 0 && amount <= 1_000_000, 'must be 0 to 1,000,000')

/** A scan type or add-on with its version. */
export const administeredSkuSchema = skuSchema.extend(administeredFields)
export type AdministeredSku = z.infer<typeof administeredSkuSchema>

/**
 * The fields of a scan type that an administrator sets. Promo codes are not among them: each promo code lists its scan
 * types.
 */
export const skuFields = {
  name: lineOfText(80),
  shortName: lineOfText(20),
  category: optionalLineOfText(40),
  price: priceSchema,
  time: z.number().int().min(1).max(480),
  description: optionalLineOfText(500),
  extensions: z.array(lineOfText(60)).max(20).readonly(),
  technique: z.strictObject({ male: optionalLineOfText(200), female: optionalLineOfText(200) }),
}
export const skuTypeSchema = skuSchema.shape.type

/**
 * The price of a scan type at a location from `firstDay` on. A null `price` ends the sale on `firstDay`. The history of
 * prices is the list of these rows, which never change.
 */
export const locationPriceSchema = z.object({
  priceID: z.string(),
  locationID: locationIDSchema,
  skuID: skuIDSchema,
  price: decimalAmountSchema.nullable(),
  firstDay: plainDateSchema,
  isAdminOnly: z.boolean(),
  isInEffect: z.boolean(),
  by: z.string(),
  at: instantSchema,
})
export type LocationPrice = z.infer<typeof locationPriceSchema>

export const newPricesFields = {
  skuID: skuIDSchema,
  locationIDs: z.array(locationIDSchema).min(1).max(500).readonly(),
  price: priceSchema.nullable(),
  firstDay: plainDateSchema,
  isAdminOnly: z.boolean(),
}

/** The facts about a location that prices depend on: what it sells today, its currency, and the date on its clock. */
const priceLocationSchema = z.object({
  locationID: locationIDSchema,
  name: z.string(),
  currency: z.enum(currencies),
  today: plainDateSchema,
  sold: z.array(z.object({ skuID: skuIDSchema, price: decimalAmountSchema, isAdminOnly: z.boolean() })),
})
export type PriceLocation = z.infer<typeof priceLocationSchema>

export const administeredCatalogueSchema = z.object({
  skus: z.array(administeredSkuSchema),
  /** Sorted by first day, newest first. */
  prices: z.array(locationPriceSchema),
  locations: z.array(priceLocationSchema),
})
export type AdministeredCatalogue = z.infer<typeof administeredCatalogueSchema>

/** A type of uploaded document. */
export const administeredDocumentTypeSchema = z.object({
  uuid: z.string(),
  name: z.string(),
  description: z.string(),
  ...administeredFields,
})
export type AdministeredDocumentType = z.infer<typeof administeredDocumentTypeSchema>

export const documentTypeFields = { name: lineOfText(80), description: optionalLineOfText(300) }
export const administeredTypeIDSchema = z.string().regex(/^[A-Za-z0-9-]{1,64}$/, 'must be the id of a document type')

/** A promo code with the scan types that it applies to. */
export const administeredPromoSchema = promoCodeSchema.extend({
  skuIDs: z.array(skuIDSchema).readonly(),
  ...administeredFields,
})
export type AdministeredPromo = z.infer<typeof administeredPromoSchema>

export const promoIDSchema = z.string().regex(/^[A-Za-z0-9_-]{2,40}$/, 'must be 2 to 40 letters, digits, - or _')

const unixSeconds = z.number().int().min(0).max(32_503_680_000)

/** The fields of a promo code that an administrator sets. Times are unix seconds; a window includes both its ends. */
export const promoEntryFields = {
  name: lineOfText(80),
  type: promoCodeSchema.shape.type,
  /** A fraction for a percentage, an amount for a fixed discount, 0 for an open one. */
  amount: z.number().min(0).max(1_000_000),
  notes: optionalLineOfText(500),
  category: z.enum(promoCategories),
  validFrom: unixSeconds,
  validTo: unixSeconds,
  booking_valid_from: unixSeconds,
  booking_valid_to: unixSeconds,
  skuIDs: z.array(skuIDSchema).max(200).readonly(),
}
type PromoFields = { readonly [Field in keyof typeof promoEntryFields]: z.output<(typeof promoEntryFields)[Field]> }

/** Returns the refused fields of a promo code, each with the reason; an empty object if the fields fit together. */
export const promoProblems = (promo: PromoFields): Readonly<Record<string, string>> => ({
  ...(promo.type === 'percentage' &&
    (promo.amount <= 0 || promo.amount > 1) && { amount: 'must be above 0% and at most 100%' }),
  ...(promo.type === 'fixed' &&
    (promo.amount <= 0 || !decimalAmountSchema.safeParse(promo.amount).success) && {
      amount: 'must be above 0, with at most 2 decimals',
    }),
  ...(promo.type === 'open' &&
    promo.amount !== 0 && { amount: 'must be 0, because staff enter the amount when they use the code' }),
  ...(promo.validTo < promo.validFrom && { validTo: 'must not be before the first day' }),
  ...(promo.booking_valid_to < promo.booking_valid_from && { booking_valid_to: 'must not be before the first day' }),
})

/** A gift card as administrators see it: never its whole number. */
export const administeredGiftCardSchema = z.object({
  giftCardID: z.string(),
  lastCharacters: z.string(),
  currency: z.enum(currencies),
  balance: decimalAmountSchema,
  issuedAt: instantSchema,
  ...administeredFields,
})
export type AdministeredGiftCard = z.infer<typeof administeredGiftCardSchema>

export const giftCardIDSchema = z.string().regex(/^[a-f0-9]{32}$/, 'must be the id of a gift card')

export const newGiftCardFields = {
  amount: decimalAmountSchema.refine(
    (amount) => amount > 0 && amount <= 100_000,
    'must be above 0 and at most 100,000',
  ),
  currency: z.enum(currencies),
}
