import { useStore } from 'zustand'
import { Banner } from '../kit/controls/banner.tsx'
import { loadLater } from '../kit/load-later.tsx'
import type { WithConnectivity } from '../session/connectivity-store.ts'
import type { WithUpdate } from './update-store.ts'
import { versionGapWords as words } from './version-gap-words.ts'

const ProgramTooOld = loadLater(async () => (await import('./program-too-old.tsx')).ProgramTooOld)

type Props = { readonly stores: WithConnectivity & WithUpdate }

/** Shows that the versions of this program and of the server are too far apart to work together, and what to update. */
export function VersionGapBanner({ stores }: Props) {
  const connectivity = useStore(stores.connectivity, (state) => state.connectivity)
  const needed = connectivity?.neededVersion ?? ''
  switch (connectivity?.versionGap) {
    case 'program-too-old':
      return <ProgramTooOld stores={stores} needed={needed} />
    case 'server-too-old':
      return (
        <Banner tone="error" title={words.serverTitle}>
          {words.serverText(connectivity.backOfficeVersion ?? '', needed)}
        </Banner>
      )
    default:
      return null
  }
}
