import { describe, expect, it } from 'vitest'
import { statusOf } from '#back-office/kernel/status-of-code.ts'

describe('statusOf', () => {
  it('answers a key that was used for another request with 422', () => {
    expect(statusOf('idempotency-key-reused')).toBe(422)
  })

  it('answers a taken slot with 400 for a hold, and with 409 everywhere else', () => {
    expect(statusOf('slot-taken', 'createHoldEvent')).toBe(400)
    expect(statusOf('slot-taken', 'createHoldAssisted')).toBe(400)
    expect(statusOf('slot-taken', 'createBooking')).toBe(409)
    expect(statusOf('slot-taken', 'changeAppointmentTime')).toBe(409)
    expect(statusOf('slot-taken')).toBe(409)
  })

  it('answers with the general status of a code if the route has no special status for it', () => {
    expect(statusOf('hold-of-someone-else', 'createHoldEvent')).toBe(403)
  })
})
