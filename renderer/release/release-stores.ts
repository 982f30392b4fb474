import type { WithJobs } from '../queue/jobs-store.ts'
import type { WithDrafts } from '../session/drafts.ts'
import type { WithSends } from './sends-store.ts'

/** The stores that the release panels share with the rest of the window. */
export type ReleaseStores = WithDrafts & WithJobs & WithSends
