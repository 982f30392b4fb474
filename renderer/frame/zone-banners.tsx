import { useStore } from 'zustand'
import { Banner } from '../kit/controls/banner.tsx'
import { chosenLocation } from '../locations/locations-store.ts'
import type { AppStores } from './app-stores.ts'
import { decideZoneNotices } from './zone-notices.ts'

type Props = { stores: Pick<AppStores, 'connectivity' | 'locations' | 'clock' | 'preferences'> }

/**
 * Shows the banners about time zones. The one about this computer's clock is dismissed for good, for this user and this
 * zone of the computer; the one about different time-zone rules cannot be dismissed.
 */
export function ZoneBanners({ stores }: Props) {
  const connectivity = useStore(stores.connectivity, (state) => state.connectivity)
  const location = useStore(stores.locations, chosenLocation)
  const minute = useStore(stores.clock, (state) => state.minute)
  const knownZone = useStore(stores.preferences, (state) => state.knownZone)
  const hostZone = connectivity?.hostZone
  const notices = decideZoneNotices(connectivity, location, minute).filter(
    ({ kind }) => kind !== 'workstation-elsewhere' || knownZone !== hostZone,
  )
  return notices.map(({ kind, title, text }) => (
    <Banner
      key={kind}
      tone={kind === 'rules-differ' ? 'error' : 'info'}
      title={title}
      onDismiss={
        kind === 'workstation-elsewhere' && hostZone !== undefined
          ? () => stores.preferences.getState().keepKnownZone(hostZone)
          : undefined
      }
    >
      {text}
    </Banner>
  ))
}
