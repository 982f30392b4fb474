import { expect, it } from 'vitest'
import type { Instant } from '#domain/values/instant.ts'
import { locationIDSchema } from '#domain/values/location-id.ts'
import { emptyManualTime, type MoveDraft } from '#renderer/booking/booking-draft.ts'
import { decideMoveDraft, decideRestoredMove } from '#renderer/booking/moving/move-draft-keeper.ts'
import type { MoveForm, ReadStudy } from '#renderer/booking/moving/study-booking-state.ts'
import { aLocation, aMember, aStudy } from '#test/builders/records.ts'
import { aChosenTime, aHeldTime } from '../held-time.ts'

const location = aLocation()
const elsewhere = { ...location, locationID: locationIDSchema.parse('ca-on-9') }
const study = { ...aStudy(), locationID: location.locationID }
const now = '2026-11-23T16:00:00Z' as Instant
const later = aChosenTime.utcStart
const read: ReadStudy = { study, member: aMember(), location, source: 'back-office', asOf: now }
const untouched: MoveForm = {
  location,
  skuID: study.skuID,
  manual: emptyManualTime,
  overrideReason: '',
  settleGround: null,
  settleReason: '',
}
const state = aHeldTime()
const { chosen, hold } = state
const draft: MoveDraft = {
  locationID: location.locationID,
  skuID: study.skuID,
  manual: emptyManualTime,
  overrideReason: 'asked by phone',
  settleGround: null,
  settleReason: '',
  chosen,
  hold,
  idempotencyKey: 'key-0001',
  savedAt: now,
}

it.each([
  ['an untouched form', untouched, true],
  ['another location', { ...untouched, location: elsewhere }, false],
  ['a manual day', { ...untouched, manual: { ...emptyManualTime, date: '2026-12-01' as never } }, false],
  ['a temporary hold', { ...untouched, temporaryHold: true }, false],
  ['a reason to settle', { ...untouched, settleReason: 'the doctor called' }, false],
])('stores a draft only if something was chosen or typed: %s', (_, form, isUntouched) => {
  expect(decideMoveDraft(form, study, { kind: 'none' }, false) === null).toBe(isUntouched)
})

it('stores a held time with its hold, and after the release of the hold only the time', () => {
  expect(decideMoveDraft(untouched, study, state, false)).toMatchObject({ chosen, hold })
  expect(decideMoveDraft(untouched, study, state, true)).toMatchObject({ chosen, hold: null })
})

it("starts with the study's current values if there is no draft", () => {
  expect(decideRestoredMove(read, null, [location], now)).toEqual({
    form: untouched,
    chosen: null,
    isStillAhead: false,
  })
})

it.each([
  ['a time in the future', read, draft, later, true],
  ['a time in the past', read, { ...draft, chosen: { ...chosen, utcStart: now } }, now, false],
  [
    'a time to which the study was moved in the meantime',
    { ...read, study: { ...study, booking: { utcStart: later } as never } },
    draft,
    later,
    false,
  ],
])('restores %s, and decides whether it can still be chosen', (_, given, kept, utcStart, isStillAhead) => {
  expect(decideRestoredMove(given, kept, [location], now)).toMatchObject({
    form: { location, overrideReason: 'asked by phone' },
    chosen: { utcStart },
    isStillAhead,
  })
})

it('restores neither location nor time from a draft for a location that no longer exists', () => {
  const gone = { ...draft, locationID: elsewhere.locationID }
  expect(decideRestoredMove(read, gone, [location], now)).toEqual({
    form: untouched,
    chosen: null,
    isStillAhead: false,
  })
})
