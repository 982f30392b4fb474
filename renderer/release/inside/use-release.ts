import { useEffect, useMemo } from 'react'
import { useStore } from 'zustand'
import type { StudyID } from '#domain/values/study-id.ts'
import type { StudyPage } from '../../study/study-part-props.ts'
import type { ReleaseFactories } from '../release-factories.ts'
import type { ReleaseDesk, ReleaseState } from '../release-store.ts'

type Shared = { readonly desk: ReleaseDesk; users: number; stop: (() => void) | null }

/** Panels of one page share one reading, because each reading is a call and an entry of the audit log. */
const shared = new WeakMap<ReleaseFactories, Map<StudyID, Shared>>()

const sharedOf = (stores: ReleaseFactories, studyID: StudyID): Shared => {
  const ofWindow = shared.get(stores) ?? new Map<StudyID, Shared>()
  shared.set(stores, ofWindow)
  const known = ofWindow.get(studyID)
  if (known !== undefined) return known
  const made: Shared = { desk: stores.newRelease(studyID), users: 0, stop: null }
  ofWindow.set(studyID, made)
  return made
}

/**
 * Returns the deliveries of the page's study, and follows them while a part of the page shows them. The data is removed
 * when the last of these parts unmounts.
 */
export const useRelease = ({ stores, view, isOnline }: StudyPage<ReleaseFactories>): ReleaseState => {
  const { studyID } = view.study
  const own = useMemo(() => sharedOf(stores, studyID), [stores, studyID])
  useEffect(() => {
    shared.get(stores)?.set(studyID, own)
    own.users += 1
    own.stop ??= own.desk.start()
    return () => {
      own.users -= 1
      if (own.users > 0) return
      own.stop?.()
      own.stop = null
      shared.get(stores)?.delete(studyID)
    }
  }, [own, stores, studyID])
  const state = useStore(own.desk.store)
  const { load } = state
  const isBehind = state.behind !== null || state.read.kind === 'failed'
  // biome-ignore lint/correctness/useExhaustiveDependencies: reads again after a reconnection, not after a failed reading
  useEffect(() => {
    if (isOnline && isBehind) void load()
  }, [isOnline, load])
  return state
}
