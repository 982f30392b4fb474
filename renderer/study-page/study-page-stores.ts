import type { WithClock } from '../kit/clock-store.ts'
import type { WithLocations } from '../locations/locations-store.ts'
import type { ReleaseStores } from '../release/release-stores.ts'
import type { WithConnectivity } from '../session/connectivity-store.ts'
import type { WithDrafts } from '../session/drafts.ts'
import type { WithSession } from '../session/session-store.ts'

/** The stores that the parts of the study's page name. */
export type StudyPageStores = ReleaseStores & WithClock & WithConnectivity & WithDrafts & WithLocations & WithSession
