import { useStore } from 'zustand'
import { Banner } from '../kit/controls/banner.tsx'
import { chosenLocation } from '../locations/locations-store.ts'
import type { AppStores } from './app-stores.ts'
import { decideZoneNotices, pairOfZones } from './zone-notices.ts'

type Props = { stores: Pick<AppStores, 'connectivity' | 'locations' | 'clock' | 'preferences'> }

/**
 * Shows the banners about time zones. The banner about this computer's clock can be dismissed. It then stays hidden for
 * this user and this pair of zones. The banner about different time-zone rules cannot be dismissed.
 */
export function ZoneBanners({ stores }: Props) {
  const connectivity = useStore(stores.connectivity, (state) => state.connectivity)
  const location = useStore(stores.locations, chosenLocation)
  const minute = useStore(stores.clock, (state) => state.minute)
  const knownZones = useStore(stores.preferences, (state) => state.knownZones)
  const pair = connectivity === null || location === undefined ? null : pairOfZones(connectivity.hostZone, location)
  return decideZoneNotices(connectivity, location, minute, knownZones).map(({ kind, title, text }) => (
    <Banner
      key={kind}
      tone={kind === 'rules-differ' ? 'error' : 'info'}
      title={title}
      onDismiss={
        kind === 'workstation-elsewhere' && pair !== null
          ? () => stores.preferences.getState().keepKnownZones(pair)
          : undefined
      }
    >
      {text}
    </Banner>
  ))
}
