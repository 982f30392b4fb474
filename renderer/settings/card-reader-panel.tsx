import { useStore } from 'zustand'
import { Panel } from '../kit/controls/panel.tsx'
import { chosenLocation, type WithLocations } from '../locations/locations-store.ts'
import { ReaderStrip } from '../payments/reader-strip.tsx'
import type { WithTerminal } from '../payments/terminal-store.ts'
import type { WithConnectivity } from '../session/connectivity-store.ts'
import { settingsWords } from './settings-words.ts'

type Stores = WithConnectivity & WithLocations & WithTerminal

/** Shows the card reader of this workstation at the chosen location. */
export function CardReaderPanel({ stores }: { readonly stores: Stores }) {
  const location = useStore(stores.locations, chosenLocation)
  return (
    <Panel title={settingsWords.reader.title} isCollapsible={false}>
      {location === undefined ? (
        <p>{settingsWords.reader.noLocation}</p>
      ) : (
        <ReaderStrip stores={stores} locationID={location.locationID} timezone={location.timezone} />
      )}
    </Panel>
  )
}
