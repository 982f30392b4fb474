import { useStore } from 'zustand'
import { Banner } from '../kit/controls/banner.tsx'
import type { WithConnectivity } from './connectivity-store.ts'
import { sessionWords } from './session-words.ts'

/** Shows that this workstation reaches a server other than the one that its work belongs to. */
export function OtherServerBanner({ connectivity }: WithConnectivity) {
  const isOther = useStore(connectivity, (state) => state.connectivity?.isOtherServer === true)
  if (!isOther) return null
  return (
    <Banner tone="error" title={sessionWords.otherServer.title}>
      {sessionWords.otherServer.text}
    </Banner>
  )
}
