import { describe, expect, it } from 'vitest'
import { assessSafety } from '#domain/safety/safety-assessment.ts'
import type { Instant } from '#domain/values/instant.ts'
import {
  findPressed,
  findStillPlace,
  type PressedBooking,
  toBookInput,
} from '#renderer/booking/assisted/pressed-booking.ts'
import { emptyBookingForm } from '#renderer/booking/booking-draft.ts'
import { aLocation, aMember } from '#test/builders/records.ts'
import { aChosenTime, aHeldTime } from '../held-time.ts'

const location = aLocation()
const member = aMember()
const now = '2026-11-23T16:00:00Z' as Instant
const { skuID, utcStart } = aChosenTime
const form = { ...emptyBookingForm, memberID: member.patientID, locationID: location.locationID, skuID }
const page = { form, member: { kind: 'ready', value: member } } as const
const none = assessSafety({}, { gender: member.gender, appointment: null, now, supportPhone: null })
const notice = none.notices[0]
const assessedAs = (isProhibitive: boolean): typeof none => ({
  ...none,
  notices: [{ ...notice, isProhibitive, tone: 'danger', key: 'k', text: 'Not possible.', reason: null } as never],
})
const pressed = (): PressedBooking =>
  findPressed(page, aHeldTime('e-1'), location, none) ?? expect.fail('It cannot be booked.')

describe('findPressed', () => {
  it.each([
    ['no time is held', page, { kind: 'none' } as const, location, none],
    ['the member is not read yet', { form, member: { kind: 'loading' } as const }, aHeldTime('e-1'), location, none],
    ['the location is not known', page, aHeldTime('e-1'), undefined, none],
    ['the answers rule the scan out', page, aHeldTime('e-1'), location, assessedAs(true)],
  ])('returns null when %s', (_, given, hold, place, assessment) => {
    expect(findPressed(given, hold, place, assessment)).toBeNull()
  })

  it('returns the member, the location and the held time', () => {
    expect(pressed()).toMatchObject({ member, location, place: { utcStart }, settleReason: null })
  })
})

describe('findStillPlace', () => {
  it.each([
    ['nothing changed', page, aHeldTime('e-1'), true],
    [
      'the member was only read again',
      { form, member: { kind: 'ready', value: { ...member } } as const },
      aHeldTime('e-1'),
      true,
    ],
    ['the hold lapsed', page, { kind: 'none' } as const, false],
    ['another time is held', page, aHeldTime('e-2'), false],
    ['the form changed', { ...page, form: { ...form, referrer: 'Dr. Wen' } }, aHeldTime('e-1'), false],
    ['the member is being read again', { form, member: { kind: 'loading' } as const }, aHeldTime('e-1'), false],
    [
      'the details of the member changed',
      { form, member: { kind: 'ready', value: { ...member, fName: 'Another' } } as const },
      aHeldTime('e-1'),
      false,
    ],
  ])('decides whether the booking may still be sent if %s', (_, after, hold, isStill) => {
    expect(findStillPlace(pressed(), after, hold) !== null).toBe(isStill)
  })
})

it("sends incomplete answers only as a draft, with the page's idempotency key and draft id", () => {
  const assessment = assessSafety(
    { 'Surgery.Recent': 'no' },
    { gender: member.gender, appointment: null, now, supportPhone: null },
  )
  const ids = { idempotencyKey: 'key-0001', draftID: 'booking:new' }
  const given = pressed()
  expect(toBookInput({ ...given, assessment }, given.place, now, ids)).toMatchObject({
    ...ids,
    patientID: member.patientID,
    safetyAnswers: null,
    safetyDraft: assessment.answers,
  })
  expect(toBookInput(given, given.place, now, ids).safetyDraft).toBeNull()
})
