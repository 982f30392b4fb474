import type { StudyID } from '#domain/values/study-id.ts'
import type { StoreParts } from '../session/store-parts.ts'
import { createFollowUpStore, type FollowUpDesk } from './follow-up/follow-up-store.ts'

/** Builds the store of a study's follow-up. */
export type FollowUpFactories = { readonly newFollowUp: (studyID: StudyID) => FollowUpDesk }

export const createFollowUpFactories = ({ bridge, stores, newKey }: StoreParts): FollowUpFactories => ({
  newFollowUp: (studyID) => createFollowUpStore({ bridge, drafts: stores.drafts, studyID, newKey }),
})
