import type { StudyID } from '#domain/values/study-id.ts'
import { type StoreParts, secondOf, supportPhoneOf } from '../session/store-parts.ts'
import type { StudySafetyDesk } from './study-safety-state.ts'
import { createStudySafetyStore } from './study-safety-store.ts'

/** Builds the store of a study's safety questions. */
export type SafetyFactories = {
  /** `userID` is the account signed in at this workstation. */
  readonly newStudySafety: (studyID: StudyID, userID: string) => StudySafetyDesk
}

export const createSafetyFactories = ({ bridge, stores, newKey }: StoreParts): SafetyFactories => ({
  newStudySafety: (studyID, userID) =>
    createStudySafetyStore({
      bridge,
      drafts: stores.drafts,
      studyID,
      now: secondOf(stores),
      supportPhone: supportPhoneOf(stores),
      userID,
      newKey,
    }),
})
