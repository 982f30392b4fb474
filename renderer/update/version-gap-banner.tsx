import { useEffect } from 'react'
import { useStore } from 'zustand'
import { Banner } from '../kit/controls/banner.tsx'
import { Button } from '../kit/controls/button.tsx'
import type { WithConnectivity } from '../session/connectivity-store.ts'
import { describeUpdate, withoutReader } from './describe-update.ts'
import type { WithUpdate } from './update-store.ts'
import { versionGapWords as words } from './version-gap-words.ts'

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

function ProgramTooOld({ stores, needed }: Props & { readonly needed: string }) {
  const { update, isWanted, underWay, load, updateNow } = useStore(stores.update)
  // `app-stores` loads the updates only after a sign-in.
  useEffect(() => {
    if (update.kind === 'loading') void load()
  }, [update.kind, load])
  if (update.kind !== 'ready') {
    return (
      <Banner tone="warning" title={words.programTitle}>
        {words.programKept} {words.askForProgram(needed)}
      </Banner>
    )
  }
  const { version, state, isInstalledByIT } = update.value
  const isForIT = state.kind === 'off' || isInstalledByIT
  return (
    <Banner
      tone="warning"
      title={words.programTitle}
      action={
        isForIT || state.kind === 'installing' ? null : (
          <Button size="small" isPending={isWanted || underWay !== null} onPress={() => void updateNow()}>
            {words.updateNow}
          </Button>
        )
      }
    >
      {words.programText(version, needed)} {words.programKept} {isWanted ? `${words.restarts} ` : null}
      {describeUpdate(state.kind === 'ready' ? { ...state, obstacles: withoutReader(state.obstacles) } : state)}
      {isForIT ? ` ${words.askForProgram(needed)}` : null}
    </Banner>
  )
}
