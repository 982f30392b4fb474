import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import {
  type BookingOverlayState,
  bookingOverlayDelayMs,
  bookingOverlayMs,
  overlayAfterStage,
  overlayAfterTimer,
} from '#domain/booking/booking-overlay.ts'
import { LoadingDialog } from '../../kit/controls/loading-dialog.tsx'
import { describeBookingFailure } from '../../study/booking-failures.ts'
import { assistedWords } from './assisted-words.ts'
import type { BookingDesk } from './booking-state.ts'

const words = assistedWords.overlay

/**
 * Covers the page while a booking is under way (booking spec §4). The overlay disappears after 4000 ms even without a
 * result. The page below then shows that the booking still has no result. If a refusal arrives while the overlay is
 * shown, the overlay shows the refusal for 4000 ms, and the user can close it earlier.
 */
export function BookingOverlay({ desk }: { readonly desk: BookingDesk }) {
  const commit = useStore(desk.booking, (state) => state.commit)
  const [overlay, setOverlay] = useState<BookingOverlayState>('hidden')
  useEffect(() => setOverlay((before) => overlayAfterStage(before, commit.kind)), [commit])
  useEffect(() => {
    if (overlay === 'hidden') return undefined
    const wait = overlay === 'waiting' ? bookingOverlayDelayMs : bookingOverlayMs
    const timer = setTimeout(() => setOverlay(overlayAfterTimer), wait)
    return () => clearTimeout(timer)
  }, [overlay])
  const refusal = commit.kind === 'refused' ? describeBookingFailure(commit.failure).title : ''
  return (
    <LoadingDialog
      isOpen={overlay === 'processing' || overlay === 'failed'}
      text={overlay === 'failed' ? words.failed(refusal) : words.processing}
      onClose={() => setOverlay('hidden')}
    />
  )
}
