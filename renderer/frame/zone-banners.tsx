import { useState } from 'react'
import { useStore } from 'zustand'
import { Banner } from '../kit/controls/banner.tsx'
import { chosenLocation } from '../locations/locations-store.ts'
import type { AppStores } from './app-stores.ts'
import { decideZoneNotices } from './zone-notices.ts'

type Props = { stores: Pick<AppStores, 'connectivity' | 'locations' | 'clock'> }

/**
 * Shows the banners about time zones. The one about this computer's clock can be dismissed, the one about different
 * time-zone rules cannot.
 */
export function ZoneBanners({ stores }: Props) {
  const connectivity = useStore(stores.connectivity, (state) => state.connectivity)
  const location = useStore(stores.locations, chosenLocation)
  const minute = useStore(stores.clock, (state) => state.minute)
  const [dismissedAt, setDismissedAt] = useState<string | null>(null)
  const place = `${connectivity?.hostZone} ${location?.timezone}`
  const notices = decideZoneNotices(connectivity, location, minute).filter(
    ({ kind }) => kind !== 'workstation-elsewhere' || dismissedAt !== place,
  )
  if (notices.length === 0) return null
  return (
    <div className="s-frame__banners">
      {notices.map(({ kind, title, text }) => (
        <Banner
          key={kind}
          tone={kind === 'rules-differ' ? 'error' : 'info'}
          title={title}
          onDismiss={kind === 'workstation-elsewhere' ? () => setDismissedAt(place) : undefined}
        >
          {text}
        </Banner>
      ))}
    </div>
  )
}
