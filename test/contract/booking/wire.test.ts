import { describe, expect, it } from 'vitest'
import { type BookInput, bookingCommands } from '#contract/booking/bridge.ts'
import { bookingRoutes } from '#contract/booking/routes.ts'
import { bookToWire, holdAgainToWire, moveToWire } from '#contract/booking/wire.ts'

const hold = {
  eventID: 'e1',
  calendarID: 'ca-bc-1-mri-1',
  machineID: 'ca-bc-1-mri-1',
  utcStart: '2026-11-24T17:00:00Z',
  utcEnd: '2026-11-24T18:00:00Z',
  expiresAt: '2026-11-23T17:10:00Z',
}
const place = {
  locationID: 'ca-bc-1',
  skuID: 1,
  machineID: 'ca-bc-1-mri-1',
  utcStart: '2026-11-24T17:00:00Z',
  slotSelectionType: 'slot',
  override: null,
  hold,
}
const given = {
  ...place,
  patientID: 'm1',
  memberType: null,
  referralType: 'provider',
  referrer: 'Dr A',
  sedativeTaken: null,
  opportunityID: null,
  temporaryHold: false,
  safetyAnswers: null,
  settleReason: null,
  idempotencyKey: 'key-00000001',
  draftID: 'd1',
} as unknown as BookInput

describe('the wire format of a booking', () => {
  it.each<[string, object, string | null, object]>([
    ['without answers', {}, null, { safetyDraft: {} }],
    ['with a draft', { safetyDraft: { a: 'x' } }, null, { safetyDraft: { a: 'x' } }],
    [
      'with complete answers',
      { safetyAnswers: { a: 'y' }, safetyDraft: { a: 'x' } },
      null,
      { SafetyQuestions: { a: 'y' } },
    ],
    ['with answers that were given before the booking', {}, 's1', { safetyDraft: {}, safetyDraftID: 's1' }],
    ['with a reason', { settleReason: 'seen' }, null, { safetyDraft: {}, settleReason: 'seen' }],
    ['outside hours', { outsideHoursConfirmed: true }, null, { safetyDraft: {}, outsideHoursConfirmed: true }],
    ['outside hours without confirmation', { outsideHoursConfirmed: false }, null, { safetyDraft: {} }],
  ])('%s has exactly the expected fields', (_what, change, safetyDraftID, more) => {
    const { hold: _hold, ...rest } = place
    expect(bookToWire({ ...given, ...change }, safetyDraftID)).toEqual({
      ...rest,
      holdEventID: 'e1',
      patientID: 'm1',
      memberType: null,
      referralType: 'provider',
      referrer: 'Dr A',
      sedativeTaken: null,
      opportunityID: null,
      ...more,
    })
  })

  it('has no field that only the window uses', () => {
    const known = Object.keys(bookingRoutes.createBooking.body.shape)
    expect(Object.keys(bookToWire(given, 's1')).filter((name) => !known.includes(name))).toEqual([])
    expect(Object.keys(bookingCommands.book.input.shape)).toContain('hold')
  })
})

describe('the wire format of a move', () => {
  it.each<[string, object, object]>([
    ['to a held time', {}, { holdEventID: 'e1' }],
    ['without a hold', { hold: null }, { holdEventID: null }],
    ['with a reason', { settleReason: 'seen' }, { holdEventID: 'e1', settleReason: 'seen' }],
  ])('%s has exactly the expected fields', (_what, change, more) => {
    const { hold: _hold, ...rest } = place
    const move = {
      ...place,
      studyID: '7',
      version: 3,
      settleReason: null,
      idempotencyKey: 'k',
      draftID: 'd',
      ...change,
    }
    expect(moveToWire(move as unknown as Parameters<typeof moveToWire>[0])).toEqual({
      ...rest,
      studyID: '7',
      version: 3,
      ...more,
    })
  })
})

describe('the wire format of a new temporary hold, for a study that lost its time,', () => {
  const move = { ...place, studyID: '7', version: 3, temporaryHold: true, settleReason: null, draftID: 'd' }

  it.each<[string, object, object]>([
    ['on the held slot', {}, {}],
    ['at a time entered by hand', { slotSelectionType: 'manual' }, { slotSelectionType: 'manual' }],
    ['outside hours', { outsideHoursConfirmed: true }, { outsideHoursConfirmed: true }],
    ['with a reason', { settleReason: 'seen' }, { settleReason: 'seen' }],
  ])('%s has exactly the expected fields', (_what, change, more) => {
    const input = { ...move, ...change } as unknown as Parameters<typeof holdAgainToWire>[0]
    const wire = holdAgainToWire(input, hold as unknown as Parameters<typeof holdAgainToWire>[1])
    expect(wire).toEqual({
      studyId: '7',
      calendarId: 'ca-bc-1-mri-1',
      utcStart: hold.utcStart,
      utcEnd: hold.utcEnd,
      holdEventId: 'e1',
      slotSelectionType: 'slot',
      ...more,
    })
    const known = Object.keys(bookingRoutes.addTemporaryHoldEvent.body.shape)
    expect(Object.keys(wire).filter((name) => !known.includes(name))).toEqual([])
  })
})
