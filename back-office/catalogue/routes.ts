import type { RouteName } from '#contract/back-office.ts'
import type { Handlers } from '../kernel/handler.ts'
import {
  readAdministeredDocumentTypes,
  readAdministeredPromos,
} from '../repositories/administered-catalogue-repository.ts'
import { changeDocumentType, createDocumentType } from './administer-document-types.ts'
import { changeGiftCard, issueGiftCard, readGiftCards } from './administer-gift-cards.ts'
import { addLocationPrices } from './administer-prices.ts'
import { changePromo, createPromo } from './administer-promos.ts'
import { changeSku, createSku, readAdministeredCatalogue } from './administer-skus.ts'
import { readBookingCatalogue } from './catalogue.ts'

/** The handlers of the catalogue: scans and locations (booking spec §7), and their administration. */
export const catalogueHandlers = {
  readBookingCatalogue: ({ query }, context) => readBookingCatalogue(query, context),
  readAdministeredCatalogue: (_input, context) => readAdministeredCatalogue(context),
  createSku: ({ body }, context) => createSku(body, context),
  changeSku: ({ params, body }, context) => changeSku(params.skuID, body, context),
  addLocationPrices: ({ body }, context) => addLocationPrices(body, context),
  readAdministeredDocumentTypes: (_input, context) => readAdministeredDocumentTypes(context.db),
  createDocumentType: ({ body }, context) => createDocumentType(body, context),
  changeDocumentType: ({ params, body }, context) => changeDocumentType(params.uuid, body, context),
  readAdministeredPromos: (_input, context) => readAdministeredPromos(context.db),
  createPromo: ({ body }, context) => createPromo(body, context),
  changePromo: ({ params, body }, context) => changePromo(params.promoID, body, context),
  readGiftCards: (_input, context) => readGiftCards(context),
  issueGiftCard: ({ body }, context) => issueGiftCard(body, context),
  changeGiftCard: ({ params, body }, context) => changeGiftCard(params.giftCardID, body, context),
} satisfies Partial<Handlers<RouteName>>
