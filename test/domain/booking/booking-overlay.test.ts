import { describe, expect, it } from 'vitest'
import { bookingOverlayMs, overlayAfterStage, overlayAfterTimer } from '#domain/booking/booking-overlay.ts'

describe('the booking processing overlay (booking spec §4)', () => {
  it('appears after a short wait, and is hidden again after 4000 ms', () => {
    expect(bookingOverlayMs).toBe(4000)
    expect(overlayAfterStage('hidden', 'pending')).toBe('waiting')
    expect(overlayAfterTimer('waiting')).toBe('processing')
    expect(overlayAfterTimer('processing')).toBe('hidden')
    expect(overlayAfterTimer('failed')).toBe('hidden')
  })

  it.each([
    ['processing', 'booked', 'hidden'],
    ['processing', 'unknown', 'hidden'],
    ['processing', 'refused', 'failed'],
    ['processing', 'pending', 'processing'],
    ['failed', 'refused', 'failed'],
    ['failed', 'pending', 'waiting'],
    ['failed', 'idle', 'hidden'],
    ['waiting', 'refused', 'hidden'],
    ['hidden', 'refused', 'hidden'],
  ] as const)('in the state %s, at the stage %s, becomes %s', (overlay, stage, after) => {
    expect(overlayAfterStage(overlay, stage)).toBe(after)
  })
})
