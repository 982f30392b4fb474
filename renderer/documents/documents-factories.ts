import type { StudyID } from '#domain/values/study-id.ts'
import { minuteOf, type StoreParts } from '../session/store-parts.ts'
import { createSharesStore, type SharesDesk } from './shares-store.ts'

/** Builds the store of a study's shares. */
export type SharesFactories = { readonly newShares: (studyID: StudyID) => SharesDesk }

export const createSharesFactories = ({ bridge, stores, newKey }: StoreParts): SharesFactories => ({
  newShares: (studyID) => createSharesStore({ bridge, studyID, newKey, now: minuteOf(stores) }),
})
