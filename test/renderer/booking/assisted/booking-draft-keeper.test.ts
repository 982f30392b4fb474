import { expect, it } from 'vitest'
import { memberIDSchema } from '#domain/members/member.ts'
import { locationIDSchema } from '#domain/values/location-id.ts'
import { decideBookingDraft } from '#renderer/booking/assisted/booking-draft-keeper.ts'
import type { BookingCommit } from '#renderer/booking/assisted/booking-state.ts'
import { emptyBookingForm } from '#renderer/booking/booking-draft.ts'
import type { HoldState } from '#renderer/booking/calendar/hold-store.ts'
import { aLocation, aMember, aStudy } from '#test/builders/records.ts'
import { aChosenTime, aHeldTime } from '../held-time.ts'

const location = aLocation()
const held = aHeldTime()
const none: HoldState = { kind: 'none' }
const idle: BookingCommit = { kind: 'idle' }
const booked: BookingCommit = { kind: 'booked', study: aStudy(), member: aMember(), location }
const form = { ...emptyBookingForm, locationID: locationIDSchema.parse('ca-bc-1') }
const withMember = { ...form, memberID: memberIDSchema.parse('m-1') }
const aside = [{ memberID: memberIDSchema.parse('m-2'), name: 'Ben Ortiz', answers: { ReasonType: 'Worried' } }]
const empty = { form, commit: idle, setAside: [], unassigned: null }
const answers = { 'Surgery.Recent': 'no' }

it.each([
  ['a new page', empty, {}, none],
  ['a page on which only the scan type was changed', { ...empty, form: { ...form, skuID: null } }, {}, none],
  ['a page whose booking is done', { ...empty, form: withMember, commit: booked }, answers, held],
] as const)('stores nothing for %s', (_, page, given, hold) => {
  expect(decideBookingDraft(page, given, hold)).toBeNull()
})

it.each([
  ['a chosen member', { ...empty, form: withMember }, {}, none],
  ['a typed text', { ...empty, form: { ...form, referrer: 'Dr. Wen' } }, {}, none],
  ['answers', empty, answers, none],
  ['answers set aside', { ...empty, setAside: aside }, {}, none],
  ['answers without a member', { ...empty, unassigned: answers }, {}, none],
] as const)('stores %s, and no time', (_, page, given, hold) => {
  const { form: kept, setAside, unassigned } = page
  const expected = { form: kept, setAside, unassigned, safetyAnswers: given, chosen: null, hold: null }
  expect(decideBookingDraft(page, given, hold)).toEqual(expected)
})

it('stores a held time with its hold, and no time that is only requested', () => {
  expect(decideBookingDraft(empty, {}, held)).toMatchObject({ chosen: aChosenTime, hold: held.hold })
  expect(decideBookingDraft(empty, {}, { kind: 'asking', chosen: aChosenTime, before: null })).toBeNull()
})

it('stores, after a booking, only the answers of other members', () => {
  expect(decideBookingDraft({ ...empty, form: withMember, commit: booked, setAside: aside }, answers, held)).toEqual({
    form: { ...emptyBookingForm, locationID: form.locationID, skuID: form.skuID },
    setAside: aside,
    unassigned: null,
    safetyAnswers: {},
    chosen: null,
    hold: null,
  })
})
