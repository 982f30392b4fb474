import type {
  AdministeredCatalogue,
  AdministeredDocumentType,
  AdministeredGiftCard,
  AdministeredPromo,
} from '#domain/catalogue/administered-catalogue.ts'
import { createRecordsStore, type RecordsStore } from '../records/records-store.ts'
import type { StoreParts } from '../session/store-parts.ts'

/** Builds the stores of the catalogue sections, one store for each section. */
export type CatalogueFactories = {
  readonly newCatalogueRecords: () => RecordsStore<AdministeredCatalogue>
  readonly newDocumentTypeRecords: () => RecordsStore<readonly AdministeredDocumentType[]>
  readonly newPromoRecords: () => RecordsStore<PromoRecords>
  readonly newGiftCardRecords: () => RecordsStore<readonly AdministeredGiftCard[]>
}

/** The promo codes, with the catalogue for the names of their scan types. */
export type PromoRecords = {
  readonly promos: readonly AdministeredPromo[]
  readonly catalogue: AdministeredCatalogue
}

export const createCatalogueFactories = ({ bridge, newKey }: StoreParts): CatalogueFactories => ({
  newCatalogueRecords: () => createRecordsStore({ read: () => bridge.catalogue.read({}), newKey }),
  newDocumentTypeRecords: () => createRecordsStore({ read: () => bridge.catalogue.readDocumentTypes({}), newKey }),
  newPromoRecords: () =>
    createRecordsStore<PromoRecords>({
      read: async () => {
        const [promos, catalogue] = await Promise.all([bridge.catalogue.readPromos({}), bridge.catalogue.read({})])
        if (!promos.ok) return promos
        if (!catalogue.ok) return catalogue
        return { ok: true, value: { promos: promos.value, catalogue: catalogue.value } }
      },
      newKey,
    }),
  newGiftCardRecords: () => createRecordsStore({ read: () => bridge.catalogue.readGiftCards({}), newKey }),
})
