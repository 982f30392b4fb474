import type { AdministeredPractitioner } from '#domain/people/administered-practitioner.ts'
import { createRecordsStore, type RecordsStore } from '../records/records-store.ts'
import type { StoreParts } from '../session/store-parts.ts'

/** Builds the store of the directory's administration. */
export type PeopleFactories = {
  readonly newPractitionerRecords: () => RecordsStore<readonly AdministeredPractitioner[]>
}

export const createPeopleFactories = ({ bridge, newKey }: StoreParts): PeopleFactories => ({
  newPractitionerRecords: () => createRecordsStore({ read: () => bridge.practitioners.list({}), newKey }),
})
