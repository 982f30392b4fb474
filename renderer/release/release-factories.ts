import type { StudyID } from '#domain/values/study-id.ts'
import type { WithJobs } from '../queue/jobs-store.ts'
import type { WithDrafts } from '../session/drafts.ts'
import type { StoreParts } from '../session/store-parts.ts'
import { createReleaseDesk, type ReleaseDesk } from './release-store.ts'
import type { WithSendBatches } from './send-batches-store.ts'
import type { WithSends } from './sends-store.ts'

/** Builds the store of a study's deliveries. */
export type ReleaseFactories = { readonly newRelease: (studyID: StudyID) => ReleaseDesk }

/** The stores that the release panels use. */
export type ReleaseStores = ReleaseFactories & WithDrafts & WithJobs & WithSends & WithSendBatches

export const createReleaseFactories = ({ bridge }: StoreParts): ReleaseFactories => ({
  newRelease: (studyID) => createReleaseDesk({ bridge, studyID }),
})
