import { z } from 'zod'
import {
  administeredCatalogueSchema,
  administeredDocumentTypeSchema,
  administeredGiftCardSchema,
  administeredPromoSchema,
  administeredSkuSchema,
  locationPriceSchema,
} from '#domain/catalogue/administered-catalogue.ts'
import { promoCodeSchema, skuSchema } from '#domain/catalogue/sku.ts'
import { locationSchema } from '#domain/locations/location.ts'
import { locationIDSchema } from '#domain/values/location-id.ts'
import { administrators, bare, open, querySku, type Route } from '../route.ts'
import {
  documentTypeChangeFields,
  documentTypeKey,
  giftCardChangeFields,
  giftCardFields,
  giftCardKey,
  issuedGiftCardField,
  newDocumentTypeFields,
  newPriceFields,
  newPromoFields,
  newSkuFields,
  promoChangeFields,
  promoKey,
  skuChangeFields,
} from './fields.ts'

/** The defaults of an administration call; the audit log has the record before and after each change. */
const read = { ...bare, method: 'GET', access: administrators, audit: null } as const
const create = { ...bare, method: 'POST', access: administrators, idempotent: true } as const
const change = { ...bare, method: 'PATCH', access: administrators } as const

/**
 * The scan types and locations that can be booked (booking spec §7), and the administration of scan types, prices,
 * document types, promo codes and gift cards.
 */
export const catalogueRoutes = {
  readBookingCatalogue: {
    ...bare,
    method: 'GET',
    path: '/booking/',
    access: open,
    audit: null,
    query: z.object({ locationID: locationIDSchema.optional(), skuID: querySku.optional() }),
    answer: z.object({
      skus: z.array(skuSchema),
      /** With a staff session, every location that the person may see; without one, the self-service locations. */
      locations: z.array(locationSchema),
      cardProviderTokens: z.record(z.string(), z.string()),
      promocodes: z.array(promoCodeSchema),
    }),
  },
  readAdministeredCatalogue: {
    ...read,
    path: '/api/v1/administration/catalogue',
    answer: administeredCatalogueSchema,
  },
  /** 400 with field `skuID` if a scan type or add-on with this number exists. */
  createSku: {
    ...create,
    path: '/api/v1/administration/skus',
    audit: 'sku.created',
    body: z.strictObject(newSkuFields),
    answer: administeredSkuSchema,
  },
  /** 409 `stale` with the current record; 404 for an unknown scan type. */
  changeSku: {
    ...change,
    path: '/api/v1/administration/skus/:skuID',
    audit: 'sku.changed',
    params: z.object({ skuID: querySku }),
    body: z.strictObject(skuChangeFields),
    answer: administeredSkuSchema,
  },
  /**
   * Adds a price of one scan type at several locations, valid from a day on. 400 with field `firstDay` if that day is
   * over at one of the locations; 400 with field `locationIDs` or `skuID` for unknown ids.
   */
  addLocationPrices: {
    ...create,
    path: '/api/v1/administration/prices',
    audit: 'prices.added',
    body: z.strictObject(newPriceFields),
    answer: z.array(locationPriceSchema),
  },
  readAdministeredDocumentTypes: {
    ...read,
    path: '/api/v1/administration/document-types',
    answer: z.array(administeredDocumentTypeSchema),
  },
  /** 400 with field `name` if another type in use has the name. */
  createDocumentType: {
    ...create,
    path: '/api/v1/administration/document-types',
    audit: 'document-type.created',
    body: z.strictObject(newDocumentTypeFields),
    answer: administeredDocumentTypeSchema,
  },
  /** Like `createDocumentType`; 409 `stale` with the current record; 404 for an unknown type. */
  changeDocumentType: {
    ...change,
    path: '/api/v1/administration/document-types/:uuid',
    audit: 'document-type.changed',
    params: z.object(documentTypeKey),
    body: z.strictObject(documentTypeChangeFields),
    answer: administeredDocumentTypeSchema,
  },
  readAdministeredPromos: {
    ...read,
    path: '/api/v1/administration/promos',
    answer: z.array(administeredPromoSchema),
  },
  /** 400 with field `promoID` if this promo code exists, in upper or lower case; 400 with other invalid fields. */
  createPromo: {
    ...create,
    path: '/api/v1/administration/promos',
    audit: 'promo.created',
    body: z.strictObject(newPromoFields),
    answer: administeredPromoSchema,
  },
  /** 400 with the invalid fields; 409 `stale` with the current record; 404 for an unknown promo code. */
  changePromo: {
    ...change,
    path: '/api/v1/administration/promos/:promoID',
    audit: 'promo.changed',
    params: z.object(promoKey),
    body: z.strictObject(promoChangeFields),
    answer: administeredPromoSchema,
  },
  readGiftCards: {
    ...read,
    path: '/api/v1/administration/gift-cards',
    answer: z.array(administeredGiftCardSchema),
  },
  /** Issues a gift card with a new number. The other answers about the catalogue do not contain the number. */
  issueGiftCard: {
    ...create,
    path: '/api/v1/administration/gift-cards',
    audit: 'gift-card.issued',
    body: z.strictObject(giftCardFields),
    answer: z.object({ ...issuedGiftCardField, card: administeredGiftCardSchema }),
  },
  /** Deactivates a gift card, or activates it again. 409 `stale` with the current record; 404 if unknown. */
  changeGiftCard: {
    ...change,
    path: '/api/v1/administration/gift-cards/:giftCardID',
    audit: 'gift-card.changed',
    params: z.object(giftCardKey),
    body: z.strictObject(giftCardChangeFields),
    answer: administeredGiftCardSchema,
  },
} as const satisfies Record<string, Route>
