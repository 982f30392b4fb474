/** Milliseconds until the overlay of a booking under way disappears (booking spec §4). */
export const bookingOverlayMs = 4000

/** Milliseconds before the overlay appears, so that a fast booking shows none. */
export const bookingOverlayDelayMs = 400

/**
 * The overlay: not shown (`hidden`), not shown yet (`waiting`), shown while the booking is under way (`processing`), or
 * shown with the refusal of the booking (`failed`).
 */
export type BookingOverlayState = 'hidden' | 'waiting' | 'processing' | 'failed'

type BookingStage = 'idle' | 'pending' | 'refused' | 'unknown' | 'booked'

/**
 * Returns the overlay after the booking's stage changed. A refusal is shown only in an overlay that is on the screen;
 * the page itself shows every refusal too.
 */
export const overlayAfterStage = (overlay: BookingOverlayState, stage: BookingStage): BookingOverlayState => {
  if (stage === 'pending') return overlay === 'processing' ? 'processing' : 'waiting'
  return stage === 'refused' && (overlay === 'processing' || overlay === 'failed') ? 'failed' : 'hidden'
}

/** Returns the overlay after its timer ended: a waiting one appears, and a shown one disappears. */
export const overlayAfterTimer = (overlay: BookingOverlayState): BookingOverlayState =>
  overlay === 'waiting' ? 'processing' : 'hidden'
