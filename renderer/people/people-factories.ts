import type { Location } from '#domain/locations/location.ts'
import type { AdministeredPractitioner } from '#domain/people/administered-practitioner.ts'
import type { AdministeredPharmacy } from '#domain/people/pharmacy.ts'
import { createRecordsStore, type RecordsStore } from '../records/records-store.ts'
import type { StoreParts } from '../session/store-parts.ts'

/** Builds the stores of the administration of both directories. */
export type PeopleFactories = {
  readonly newPractitionerRecords: () => RecordsStore<readonly AdministeredPractitioner[]>
  readonly newPharmacyRecords: () => RecordsStore<PharmacyRecords>
}

/** The pharmacies, and all locations: the list of pharmacies names the locations near each pharmacy. */
export type PharmacyRecords = {
  readonly pharmacies: readonly AdministeredPharmacy[]
  readonly locations: readonly Location[]
}

export const createPeopleFactories = ({ bridge, newKey }: StoreParts): PeopleFactories => ({
  newPractitionerRecords: () => createRecordsStore({ read: () => bridge.practitioners.list({}), newKey }),
  newPharmacyRecords: () =>
    createRecordsStore<PharmacyRecords>({
      read: async () => {
        const [pharmacies, clinics] = await Promise.all([bridge.pharmacies.readAll({}), bridge.clinics.readAll({})])
        if (!pharmacies.ok) return pharmacies
        if (!clinics.ok) return clinics
        const locations = clinics.value.map(({ location }) => location)
        return { ok: true, value: { pharmacies: pharmacies.value, locations } }
      },
      newKey,
    }),
})
