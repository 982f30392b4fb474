import { z } from 'zod'
import {
  administeredFields,
  administeredTypeIDSchema,
  documentTypeFields,
  giftCardIDSchema,
  newGiftCardFields,
  newPricesFields,
  promoEntryFields,
  promoIDSchema,
  skuFields,
  skuTypeSchema,
} from '#domain/catalogue/administered-catalogue.ts'
import { skuIDSchema } from '#domain/values/location-id.ts'

/** The version on which a change is based, and whether the record is in use afterwards. */
const changed = administeredFields

export const newSkuFields = { skuID: skuIDSchema, type: skuTypeSchema, ...skuFields }
export const skuChangeFields = { ...skuFields, ...changed }
export const newPriceFields = newPricesFields
export const newDocumentTypeFields = documentTypeFields
export const documentTypeChangeFields = { ...documentTypeFields, ...changed }
export const documentTypeKey = { uuid: administeredTypeIDSchema }
export const newPromoFields = { promoID: promoIDSchema, ...promoEntryFields }
export const promoChangeFields = { ...promoEntryFields, ...changed }
export const promoKey = { promoID: promoIDSchema }
export const giftCardFields = newGiftCardFields
export const giftCardChangeFields = changed
export const giftCardKey = { giftCardID: giftCardIDSchema }

/** The full number of a gift card just issued. The other answers about the catalogue do not contain it. */
export const issuedGiftCardField = { number: z.string() }
