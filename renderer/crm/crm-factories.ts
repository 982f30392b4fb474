import type { StudyID } from '#domain/values/study-id.ts'
import type { StoreParts } from '../session/store-parts.ts'
import { type CrmBookingStore, createCrmBookingStore } from './crm-booking-store.ts'
import type { SalesStore } from './sales-state.ts'
import { createSalesStore } from './sales-store.ts'

/** Builds the stores of the CRM's booking page and of a study's sale. */
export type CrmFactories = {
  readonly newCrmBooking: (input: { readonly personID: string; readonly opportunityID: string }) => CrmBookingStore
  readonly newSales: (studyID: StudyID) => SalesStore
}

export const createCrmFactories = ({ bridge, stores, newKey }: StoreParts): CrmFactories => ({
  newCrmBooking: (input) => createCrmBookingStore(bridge, input),
  newSales: (studyID) => createSalesStore({ bridge, drafts: stores.drafts, studyID, newKey }),
})
