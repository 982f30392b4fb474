import type { StudyID } from '#domain/values/study-id.ts'
import type { BookingFactories } from '../booking/booking-factories.ts'
import type { ConsultFactories } from '../consult/consult-factories.ts'
import type { CrmFactories } from '../crm/crm-factories.ts'
import type { SharesFactories } from '../documents/documents-factories.ts'
import type { WithClock } from '../kit/clock-store.ts'
import type { Notices } from '../kit/notices.ts'
import type { WithLocations } from '../locations/locations-store.ts'
import type { ReleaseStores } from '../release/release-factories.ts'
import type { SafetyFactories } from '../safety/safety-factories.ts'
import { isOnlineNow, type WithConnectivity } from '../session/connectivity-store.ts'
import type { WithDrafts } from '../session/drafts.ts'
import type { WithPreferences } from '../session/preferences-store.ts'
import type { WithSession } from '../session/session-store.ts'
import { type StoreParts, secondOf } from '../session/store-parts.ts'
import { createDetailsStore, type DetailsStore } from './details/details-store.ts'
import { createStudyPageDesk, type StudyPageDesk } from './study-page-store.ts'

/** Builds the stores of the page itself and of Study Details. */
export type StudyPageFactories = {
  readonly newStudyPage: (studyID: StudyID, notices: Notices) => StudyPageDesk
  readonly newDetails: (studyID: StudyID) => DetailsStore
}

/** The stores that the parts of the study's page use. */
export type StudyPageStores = StudyPageFactories &
  ConsultFactories &
  Pick<BookingFactories, 'newStudyDesk'> &
  Pick<CrmFactories, 'newSales'> &
  ReleaseStores &
  SafetyFactories &
  SharesFactories &
  WithClock &
  WithConnectivity &
  WithDrafts &
  WithLocations &
  WithPreferences &
  WithSession

type Parts = StoreParts & { readonly stores: WithLocations }

export const createStudyPageFactories = ({ bridge, stores }: Parts): StudyPageFactories => ({
  newStudyPage: (studyID, notices) =>
    createStudyPageDesk({
      bridge,
      notices,
      studyID,
      locations: () => {
        const { catalogue } = stores.locations.getState()
        return catalogue.kind === 'ready' ? catalogue.value.locations : []
      },
      isOnline: () => isOnlineNow(stores.connectivity.getState()),
    }),
  newDetails: (studyID) => createDetailsStore({ drafts: stores.drafts, studyID, now: secondOf(stores) }),
})
