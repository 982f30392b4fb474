import { useEffect, useMemo, useRef } from 'react'
import type { StudyID } from '#domain/values/study-id.ts'
import type { WithClock } from '../../kit/clock-store.ts'
import { shouldReread } from '../../kit/freshness.ts'
import { isOnlineNow, type WithConnectivity } from '../../session/connectivity-store.ts'
import type { WithDrafts } from '../../session/drafts.ts'
import type { ScreenProps } from '../../session/screen-props.ts'
import { wantsAnswers } from '../../study/wants-edit.ts'
import type { SafetyFactories } from '../safety-factories.ts'
import type { StudySafetyStore } from '../study-safety-state.ts'

type Stores = SafetyFactories & WithClock & WithConnectivity & WithDrafts

/**
 * Creates and starts the store of the page's safety questions, and sends every answer to disk before the page closes.
 */
export function useStudySafety({
  stores,
  session,
  studyID,
}: Pick<ScreenProps<Stores>, 'session' | 'stores'> & { readonly studyID: StudyID }): StudySafetyStore {
  const { user_id: userID } = session.user
  const desk = useMemo(() => stores.newStudySafety(studyID, userID), [stores, userID, studyID])
  const mayOpen = useRef(true)
  useEffect(() => {
    const stop = desk.start()
    const openWhenRead = (): void => {
      if (!mayOpen.current || desk.store.getState().read.kind !== 'ready') return
      mayOpen.current = false
      if (wantsAnswers()) desk.store.getState().edit()
    }
    const stopOpening = desk.store.subscribe(openWhenRead)
    const stopClock = stores.clock.subscribe(({ minute }, before) => {
      if (minute === before.minute) return
      const { read, load, tick } = desk.store.getState()
      tick()
      const isOnline = isOnlineNow(stores.connectivity.getState())
      if (read.kind === 'ready' && shouldReread({ ...read.value, isOnline, now: minute })) void load()
    })
    const stopLine = stores.connectivity.subscribe((state, before) => {
      if (state.connectivity?.supportPhone !== before.connectivity?.supportPhone) desk.store.getState().tick()
      if (isOnlineNow(state) && !isOnlineNow(before)) void desk.store.getState().load()
    })
    const flush = (): void => void stores.drafts.flush()
    window.addEventListener('pagehide', flush)
    return () => {
      window.removeEventListener('pagehide', flush)
      stopLine()
      stopClock()
      stopOpening()
      stop()
      flush()
    }
  }, [desk, stores])
  return desk.store
}
