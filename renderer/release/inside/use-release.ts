import { useEffect, useMemo } from 'react'
import { useStore } from 'zustand'
import type { Bridge } from '#contract/bridge.ts'
import type { StudyPage } from '../../study/study-part-props.ts'
import { createReleaseDesk, type ReleaseDesk, type ReleaseState } from '../release-store.ts'

type Shared = { readonly desk: ReleaseDesk; users: number; stop: (() => void) | null }

/** The panels of one page show the same reading: each reading is a call, and a line of the audit. */
const shared = new WeakMap<Bridge, Map<string, Shared>>()

const sharedOf = (bridge: Bridge, studyID: StudyPage['view']['study']['studyID']): Shared => {
  const ofBridge = shared.get(bridge) ?? new Map<string, Shared>()
  shared.set(bridge, ofBridge)
  const known = ofBridge.get(studyID)
  if (known !== undefined) return known
  const made: Shared = { desk: createReleaseDesk({ bridge, studyID }), users: 0, stop: null }
  ofBridge.set(studyID, made)
  return made
}

/** What of the page's study was sent to whom, followed while a part of the page shows it; forgotten with the last of them. */
export const useRelease = ({ bridge, view, isOnline }: StudyPage): ReleaseState => {
  const { studyID } = view.study
  const own = useMemo(() => sharedOf(bridge, studyID), [bridge, studyID])
  useEffect(() => {
    shared.get(bridge)?.set(studyID, own)
    own.users += 1
    own.stop ??= own.desk.start()
    return () => {
      own.users -= 1
      if (own.users > 0) return
      own.stop?.()
      own.stop = null
      shared.get(bridge)?.delete(studyID)
    }
  }, [own, bridge, studyID])
  const state = useStore(own.desk.store)
  const { load } = state
  const isBehind = state.behind !== null || state.read.kind === 'failed'
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the line's coming back is a reason, not a reading that failed.
  useEffect(() => {
    if (isOnline && isBehind) void load()
  }, [isOnline, load])
  return state
}
