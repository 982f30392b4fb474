import type { ProgramRelease } from '#domain/update/program-release.ts'
import { createRecordsStore, type RecordsStore } from '../records/records-store.ts'
import type { StoreParts } from '../session/store-parts.ts'

/** Builds the store of the program's releases. */
export type UpdateFactories = { readonly newProgramReleases: () => RecordsStore<readonly ProgramRelease[]> }

export const createUpdateFactories = ({ bridge, newKey }: StoreParts): UpdateFactories => ({
  newProgramReleases: () => createRecordsStore({ read: () => bridge.programReleases.list({}), newKey }),
})
