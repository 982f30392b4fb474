import { useEffect, useMemo, useRef } from 'react'
import { useStore } from 'zustand'
import type { StudyID } from '#domain/booking/study-id.ts'
import type { Instant } from '#domain/time/instant.ts'
import { describeBookingFailure } from '../../booking-parts/booking-failures.ts'
import { isBehind, shouldReread } from '../../booking-parts/freshness.ts'
import { createStudySafetyStore, type StudySafetyStore } from '../../forms/study-safety-store.ts'
import { type editStudyState, paths } from '../../routes.ts'
import { isOnline as isOnlineNow } from '../../stores/connectivity-store.ts'
import type { ScreenProps } from '../../stores/screen-props.ts'
import { Banner } from '../../widgets/banner.tsx'
import { Button } from '../../widgets/button.tsx'
import { EmptyState } from '../../widgets/empty-state.tsx'
import { LinkButton } from '../../widgets/link-button.tsx'
import { Skeleton, SkeletonGroup } from '../../widgets/skeleton.tsx'
import { SafetySection } from './safety-section.tsx'
import { StudyDetailsHeader } from './study-details-header.tsx'
import { formatMoment } from './study-words.ts'
import './study-details-screen.css'

type Props = ScreenProps & { readonly studyID: StudyID }

/** `/study/{studyID}/study-details` (study spec §2): who and when, and the safety questions to read, answer and sign off. */
export function StudyDetailsScreen(props: Props) {
  const { stores, studyID } = props
  const safety = useStudySafety(props)
  const read = useStore(safety, (state) => state.read)
  const isOnline = useStore(stores.connectivity, isOnlineNow)
  const now = useStore(stores.clock, (state) => state.minute)
  switch (read.kind) {
    case 'idle':
    case 'loading':
      return (
        <SkeletonGroup label="Loading the study" className="sd sd--loading">
          <Skeleton shape="block" height="96px" />
          <Skeleton shape="block" height="480px" />
        </SkeletonGroup>
      )
    case 'failed': {
      const problem = describeBookingFailure(read.failure)
      const isMissing = read.failure.code === 'not-found'
      const isFinal = isMissing || read.failure.code === 'location-forbidden'
      return (
        <EmptyState
          title={isMissing ? 'There is no such study' : problem.title}
          action={
            isFinal ? (
              <LinkButton href={paths.home()}>Go to the start page</LinkButton>
            ) : (
              <Button onPress={() => void safety.getState().load()}>Try again</Button>
            )
          }
        >
          {isMissing ? `No study has the number ${studyID}, or it was removed.` : problem.text}
        </EmptyState>
      )
    }
    case 'ready': {
      const view = read.value
      return (
        <div className="sd">
          <StudyDetailsHeader view={view} />
          <Age view={view} isOnline={isOnline} now={now} />
          <SafetySection {...props} safety={safety} view={view} isOnline={isOnline} now={now} />
        </div>
      )
    }
  }
}

function Age({
  view,
  isOnline,
  now,
}: {
  readonly view: Parameters<typeof StudyDetailsHeader>[0]['view']
  readonly isOnline: boolean
  readonly now: Instant
}) {
  if (!isBehind({ ...view, failure: null, isOnline, now })) return null
  return (
    <Banner
      tone="warning"
      title={`${isOnline ? 'From this workstation' : 'Offline'}: as of ${formatMoment(view.asOf, now, view.location.timezone)}`}
    >
      The answers can be read, and questions answered: answers are kept here until they can be saved. Signing off needs
      the back office.
    </Banner>
  )
}

/** Whether the address asks for the questions to be open for answering (study spec §2, toggleEditOnStudyTab). */
const wantsEdit = (): boolean => {
  const state = window.history.state as Partial<Record<keyof typeof editStudyState, unknown>> | null
  return state?.toggleEditOnStudyTab === true || new URLSearchParams(window.location.search).get('edit') === '1'
}

/** The store of the page, started with it; every answer is on its way to the disk before the page goes. */
function useStudySafety({ bridge, stores, studyID }: Props): StudySafetyStore {
  const desk = useMemo(
    () =>
      createStudySafetyStore({
        bridge,
        drafts: stores.drafts,
        studyID,
        now: () => stores.clock.getState().second,
        supportPhone: () => stores.connectivity.getState().connectivity?.supportPhone ?? null,
        newKey: () => crypto.randomUUID(),
      }),
    [bridge, stores, studyID],
  )
  const mayOpen = useRef(true)
  useEffect(() => {
    const stop = desk.start()
    const openWhenRead = (): void => {
      if (!mayOpen.current || desk.store.getState().read.kind !== 'ready') return
      mayOpen.current = false
      if (wantsEdit()) desk.store.getState().edit()
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
