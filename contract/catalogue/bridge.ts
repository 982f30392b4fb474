import { z } from 'zod'
import type {
  AdministeredCatalogue,
  AdministeredDocumentType,
  AdministeredGiftCard,
  AdministeredPromo,
  AdministeredSku,
  LocationPrice,
} from '#domain/catalogue/administered-catalogue.ts'
import { skuIDSchema } from '#domain/values/location-id.ts'
import { type Accepted, idempotencyKey, noInput, staffCommand } from '../command.ts'
import type { Nothing, Reply } from '../reply.ts'
import {
  documentTypeChangeFields,
  documentTypeKey,
  giftCardChangeFields,
  giftCardFields,
  giftCardKey,
  newDocumentTypeFields,
  newPriceFields,
  newPromoFields,
  newSkuFields,
  promoChangeFields,
  promoKey,
  skuChangeFields,
} from './fields.ts'

export const catalogueCommands = {
  read: staffCommand(noInput),
  createSku: staffCommand(z.strictObject({ ...newSkuFields, idempotencyKey })),
  changeSku: staffCommand(z.strictObject({ skuID: skuIDSchema, ...skuChangeFields })),
  addPrices: staffCommand(z.strictObject({ ...newPriceFields, idempotencyKey })),
  readDocumentTypes: staffCommand(noInput),
  createDocumentType: staffCommand(z.strictObject({ ...newDocumentTypeFields, idempotencyKey })),
  changeDocumentType: staffCommand(z.strictObject({ ...documentTypeKey, ...documentTypeChangeFields })),
  readPromos: staffCommand(noInput),
  createPromo: staffCommand(z.strictObject({ ...newPromoFields, idempotencyKey })),
  changePromo: staffCommand(z.strictObject({ ...promoKey, ...promoChangeFields })),
  readGiftCards: staffCommand(noInput),
  issueGiftCard: staffCommand(z.strictObject({ ...giftCardFields, idempotencyKey })),
  changeGiftCard: staffCommand(z.strictObject({ ...giftCardKey, ...giftCardChangeFields })),
}

/**
 * The administration of the catalogue: scan types, prices, document types, promo codes and gift cards. Failures of
 * every method: `insufficient-permissions`, `offline`, `invalid-input` with fields; of every change also `stale` with
 * `details.current`, and `not-found`. Repeated with the same key, a creation creates one record.
 */
export interface CatalogueBridge {
  read(input: Nothing): Promise<Reply<AdministeredCatalogue>>
  createSku(input: Accepted<typeof catalogueCommands.createSku>): Promise<Reply<AdministeredSku>>
  changeSku(input: Accepted<typeof catalogueCommands.changeSku>): Promise<Reply<AdministeredSku>>
  addPrices(input: Accepted<typeof catalogueCommands.addPrices>): Promise<Reply<readonly LocationPrice[]>>
  readDocumentTypes(input: Nothing): Promise<Reply<readonly AdministeredDocumentType[]>>
  createDocumentType(
    input: Accepted<typeof catalogueCommands.createDocumentType>,
  ): Promise<Reply<AdministeredDocumentType>>
  changeDocumentType(
    input: Accepted<typeof catalogueCommands.changeDocumentType>,
  ): Promise<Reply<AdministeredDocumentType>>
  readPromos(input: Nothing): Promise<Reply<readonly AdministeredPromo[]>>
  createPromo(input: Accepted<typeof catalogueCommands.createPromo>): Promise<Reply<AdministeredPromo>>
  changePromo(input: Accepted<typeof catalogueCommands.changePromo>): Promise<Reply<AdministeredPromo>>
  readGiftCards(input: Nothing): Promise<Reply<readonly AdministeredGiftCard[]>>
  /** `number` is the gift card's full number. The other answers of this bridge do not contain it. */
  issueGiftCard(
    input: Accepted<typeof catalogueCommands.issueGiftCard>,
  ): Promise<Reply<{ readonly number: string; readonly card: AdministeredGiftCard }>>
  changeGiftCard(input: Accepted<typeof catalogueCommands.changeGiftCard>): Promise<Reply<AdministeredGiftCard>>
}
