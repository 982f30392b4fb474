import { useStore } from 'zustand'
import { ReaderStrip } from '../../payment-parts/reader-strip.tsx'
import type { AppStores } from '../../stores/app-stores.ts'
import { chosenLocation } from '../../stores/locations-store.ts'
import { Panel } from '../../widgets/panel.tsx'

/** The card reader of this desk, of the location it works at. */
export function CardReaderPanel({ stores }: { readonly stores: AppStores }) {
  const location = useStore(stores.locations, chosenLocation)
  return (
    <Panel title="Card reader" isCollapsible={false}>
      {location === undefined ? (
        <p>A card reader is looked for where this desk works: choose a location first.</p>
      ) : (
        <ReaderStrip stores={stores} locationID={location.locationID} timezone={location.timezone} />
      )}
    </Panel>
  )
}
