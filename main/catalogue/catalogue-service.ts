import type { CatalogueBridge } from '#contract/catalogue/bridge.ts'
import { completeCall } from '../back-office-client/complete-call.ts'
import { refreshAfter } from '../back-office-client/refresh-after.ts'
import type { StaffCalls } from '../back-office-client/staff-calls.ts'

type CatalogueServiceParts = {
  readonly calls: StaffCalls
  /** Reads locations, scan types and promo codes again after a change. */
  refresh(): Promise<unknown>
}

/**
 * Creates the service for the administration of the catalogue. The workstation does not store what these calls return.
 * After a change of scan types, prices or promo codes it refreshes the copies that bookings use.
 */
export const createCatalogueService = ({ calls, refresh }: CatalogueServiceParts): CatalogueBridge => {
  const refreshed = refreshAfter(refresh)
  return {
    read: async () => await calls.call('readAdministeredCatalogue', {}),
    createSku: async ({ idempotencyKey, ...body }) =>
      await refreshed(completeCall(() => calls.callExactly('createSku', { body }, { idempotencyKey }))),
    changeSku: async ({ skuID, ...body }) =>
      await refreshed(calls.call('changeSku', { params: { skuID: String(skuID) }, body })),
    addPrices: async ({ idempotencyKey, ...body }) =>
      await refreshed(completeCall(() => calls.callExactly('addLocationPrices', { body }, { idempotencyKey }))),

    readDocumentTypes: async () => await calls.call('readAdministeredDocumentTypes', {}),
    createDocumentType: async ({ idempotencyKey, ...body }) =>
      await completeCall(() => calls.callExactly('createDocumentType', { body }, { idempotencyKey })),
    changeDocumentType: async ({ uuid, ...body }) => await calls.call('changeDocumentType', { params: { uuid }, body }),

    readPromos: async () => await calls.call('readAdministeredPromos', {}),
    createPromo: async ({ idempotencyKey, ...body }) =>
      await refreshed(completeCall(() => calls.callExactly('createPromo', { body }, { idempotencyKey }))),
    changePromo: async ({ promoID, ...body }) =>
      await refreshed(calls.call('changePromo', { params: { promoID }, body })),

    readGiftCards: async () => await calls.call('readGiftCards', {}),
    issueGiftCard: async ({ idempotencyKey, ...body }) =>
      await completeCall(() => calls.callExactly('issueGiftCard', { body }, { idempotencyKey })),
    changeGiftCard: async ({ giftCardID, ...body }) =>
      await calls.call('changeGiftCard', { params: { giftCardID }, body }),
  }
}
