import { useEffect, useMemo } from 'react'
import { useStore } from 'zustand'
import type { Failure } from '#contract/reply.ts'
import type { StudyPageView } from '#contract/study/bridge.ts'
import { actionReason, decideStudyAction } from '#domain/permissions/study-actions.ts'
import { nextActOf } from '#domain/study/status-line.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import { shouldReread } from '../kit/freshness.ts'
import type { Loadable } from '../kit/loadable.ts'
import { isOnlineNow } from '../session/connectivity-store.ts'
import type { ScreenProps } from '../session/screen-props.ts'
import { closeOffers, createNamedNotices, type Offers, whoOf } from '../study/named-notices.ts'
import { offlineReasonOf } from '../study/study-offline.ts'
import type { StudyPage } from '../study/study-part-props.ts'
import type { StudyPageStores } from './study-page-factories.ts'

type UsedStudyPage = {
  readonly read: Loadable<StudyPageView>
  /** Null until the study has loaded. */
  readonly page: StudyPage<StudyPageStores> | null
  /** Why the last load failed; the page still shows earlier data. */
  readonly behind: Failure | null
  readonly reload: () => Promise<void>
}

/**
 * Loads the page's study and keeps it up to date while the page is open. Returns the study with everything that the
 * parts of the page need.
 */
export function useStudyPage(props: ScreenProps<StudyPageStores> & { readonly studyID: StudyID }): UsedStudyPage {
  const { bridge, stores, session, notices, studyID } = props
  const desk = useMemo(() => stores.newStudyPage(studyID, notices), [notices, stores, studyID])
  useEffect(() => {
    const stop = desk.start()
    const { load } = desk.store.getState()
    const stopClock = stores.clock.subscribe(({ minute }, before) => {
      if (minute === before.minute) return
      const { read } = desk.store.getState()
      const isOnline = isOnlineNow(stores.connectivity.getState())
      if (read.kind === 'ready' && shouldReread({ ...read.value, isOnline, now: minute })) void load()
    })
    const stopLine = stores.connectivity.subscribe((state, before) => {
      // Also reloads when the connection is lost: offline, the view includes colleagues' check-ins that are not sent
      // yet.
      if (isOnlineNow(state) !== isOnlineNow(before)) void load()
    })
    return () => {
      stopLine()
      stopClock()
      stop()
    }
  }, [desk, stores])

  // biome-ignore lint/correctness/useExhaustiveDependencies: each study's page has its own offers
  const offers = useMemo((): Offers => ({ keys: new Set(), isOpen: true }), [studyID])
  useEffect(() => {
    offers.isOpen = true
    return () => closeOffers(notices, offers)
  }, [notices, offers])
  const { read, behind, busy, keep, perform, load } = useStore(desk.store)
  const who = read.kind === 'ready' ? whoOf(read.value.member) : ''
  // Stays the same object while the person is the same, because stores are created with these notices.
  const named = useMemo(() => createNamedNotices(notices, who, offers), [notices, who, offers])
  const isOnline = useStore(stores.connectivity, isOnlineNow)
  // Production until the back office reports its environment, so that the strictest permissions apply until then.
  const environment = useStore(stores.connectivity, (state) => state.connectivity?.environment ?? 'PRODUCTION')
  const now = useStore(stores.clock, (state) => state.minute)
  const page = useMemo((): StudyPage<StudyPageStores> | null => {
    if (read.kind !== 'ready') return null
    const view = read.value
    const { study } = view
    const { roles, isNamedForPreferredConsult: isNamed } = session.user
    const decide: StudyPage<StudyPageStores>['decide'] = (action) =>
      decideStudyAction(action, { roles, environment, isNamed, skuID: study.skuID, status: study.status })
    return {
      bridge,
      stores,
      session,
      notices: named,
      view,
      isOnline,
      now,
      nextAct: nextActOf(study, view.location),
      decide,
      reason: (action, isOfflineSafe = false) =>
        actionReason(decide(action)) ?? (isOfflineSafe ? null : offlineReasonOf(action, isOnline)),
      who,
      perform,
      isBusy: (key) => busy.includes(key),
      keep,
      reload: load,
    }
  }, [bridge, stores, session, named, who, read, isOnline, environment, now, busy, keep, perform, load])
  return { read, page, behind, reload: load }
}
