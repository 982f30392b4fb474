import { expect, it } from 'vitest'
import { createBookingPart } from '#main/booking/booking-part.ts'

const hourMs = 3_600_000

/** Answers every call with itself: what is under test needs nothing of the other parts. */
const stub: unknown = new Proxy(() => undefined, {
  get: (_, name) => (name === 'then' ? undefined : stub),
  apply: () => stub,
})
const names = ['database', 'session', 'publish', 'client', 'catalogue', 'keeper', 'calls', 'watch']

it('the self-service pages count as used by a member for an hour after each call', async () => {
  let nowMs = 10 * hourMs
  const { services, isUsedByMember } = createBookingPart({
    ...Object.fromEntries(names.map((name) => [name, stub])),
    nowMs: () => nowMs,
  } as unknown as Parameters<typeof createBookingPart>[0])
  expect(isUsedByMember()).toBe(false)
  await services.selfService.catalogue({})
  nowMs += hourMs - 1
  expect(isUsedByMember()).toBe(true)
  nowMs += 1
  expect(isUsedByMember()).toBe(false)
})
