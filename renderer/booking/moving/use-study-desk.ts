import { useEffect, useMemo, useRef } from 'react'
import { useStore } from 'zustand'
import type { StudyID } from '#domain/values/study-id.ts'
import type { WithClock } from '../../kit/clock-store.ts'
import type { WithLocations } from '../../locations/locations-store.ts'
import type { WithDrafts } from '../../session/drafts.ts'
import type { ScreenProps } from '../../session/screen-props.ts'
import type { WithSession } from '../../session/session-store.ts'
import type { BookingFactories } from '../booking-factories.ts'
import { keepHoldAlive } from '../keep-hold-alive.ts'
import type { StudyBookingDesk } from './study-booking-state.ts'

type Stores = Pick<BookingFactories, 'newStudyDesk'> & WithClock & WithDrafts & WithLocations & WithSession

type Props = Pick<ScreenProps<Stores>, 'stores'> & {
  readonly studyID: StudyID
  /** Default true. Nothing is read while it is false. */
  readonly isActive?: boolean
  /** Whether the draft of the booking's page is restored and stored. Default true. */
  readonly keepsDraft?: boolean
}

/**
 * Creates and starts the stores for moving one booking. Keeps the hold alive and releases it when the user leaves the
 * page. A lock of the screen does not release the hold.
 */
export function useStudyDesk({ stores, studyID, isActive = true, keepsDraft = true }: Props): StudyBookingDesk {
  const catalogue = useStore(stores.locations, (state) => state.catalogue)
  const locations = useRef(catalogue.kind === 'ready' ? catalogue.value.locations : [])
  locations.current = catalogue.kind === 'ready' ? catalogue.value.locations : []
  const desk = useMemo(
    () => stores.newStudyDesk(studyID, () => locations.current, keepsDraft),
    [stores, studyID, keepsDraft],
  )
  useEffect(() => {
    if (!isActive) return
    const stop = desk.start()
    const stopUse = keepHoldAlive(desk.hold, stores)
    return () => stop(stopUse())
  }, [desk, stores, isActive])
  return desk
}
