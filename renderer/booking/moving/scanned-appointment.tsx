import { useEffect } from 'react'
import { Banner } from '../../kit/controls/banner.tsx'
import { movingWords } from './moving-words.ts'
import type { StudyBookingDesk } from './study-booking-state.ts'

type Props = { readonly desk: StudyBookingDesk }

/** Shows that a scanned member's appointment can no longer change: the server refuses to move or cancel it. */
export function ScannedAppointment({ desk }: Props) {
  // Releases a time that was chosen before the scan.
  useEffect(() => void desk.store.getState().discard(), [desk])
  return <Banner title={movingWords.scanned} />
}
