import { useEffect } from 'react'
import { useStore } from 'zustand'
import { Banner } from '../kit/controls/banner.tsx'
import { Button } from '../kit/controls/button.tsx'
import { describeUpdate, withoutReader } from './describe-update.ts'
import type { WithUpdate } from './update-store.ts'
import { versionGapWords as words } from './version-gap-words.ts'

/** Shows that this program is too old for the server, and updates it on request. `needed` is the version it needs. */
export function ProgramTooOld({ stores, needed }: { readonly stores: WithUpdate; readonly needed: string }) {
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
