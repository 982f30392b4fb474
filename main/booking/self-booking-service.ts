import type { AppointmentInput, SelfServiceBridge } from '#contract/booking/bridge.ts'
import { appointmentToWire } from '#contract/booking/wire.ts'
import { fail, ok, type Reply } from '#contract/reply.ts'
import type { SlotHold } from '#domain/booking/machine-time.ts'
import { firstFreeSteps } from '#domain/booking/opening-week.ts'
import { buildSlotDays } from '#domain/booking/slot-grid.ts'
import type { Location } from '#domain/locations/location.ts'
import type { Gender, MemberDraft, MemberID } from '#domain/members/member.ts'
import type { Study } from '#domain/study/study.ts'
import type { Instant } from '#domain/values/instant.ts'
import { today } from '#domain/values/location-clock.ts'
import { addDays, type PlainDate, startOfWeek, weekDates } from '#domain/values/plain-date.ts'
import { type BackOfficeClient, isOutOfReach } from '../back-office-client/back-office-client.ts'
import type { ConnectivityWatch } from '../back-office-client/connectivity-service.ts'
import { settleCall } from '../back-office-client/settle-call.ts'
import { toKnownOutcome, toOffline } from '../back-office-client/staff-calls.ts'
import type { Catalogue } from '../locations/locations-service.ts'
import { checkAnswers } from '../safety/check-answers.ts'
import type { RecordKeeper } from '../sync/record-keeper.ts'
import { skuNotSupported, supportsSku } from './calendar-reader.ts'
import { toOpenSlot } from './open-slots.ts'
import { createSlotHolds } from './slot-holds.ts'

export type SelfBookingServiceParts = {
  readonly client: BackOfficeClient
  readonly catalogue: Catalogue
  readonly keeper: RecordKeeper
  readonly watch: ConnectivityWatch
  now(): Instant
}

/** A member who has just signed up here; kept in memory, apart from any staff session. */
type SignedUp = { readonly token: string; readonly patientID: MemberID; readonly gender: Gender }
/** Sign-ups are remembered, so that a second press goes on where the first one stopped. */
const mostSignUps = 20

/** All that was typed, in one order. No key looks like it. */
const toTyped = (draft: MemberDraft): string => JSON.stringify(Object.entries(draft).sort())

/** The appointment of a slot that a member holds, as the back office takes it. */
const heldAppointment = (place: Pick<AppointmentInput, 'locationID' | 'skuID'>, hold: SlotHold) =>
  appointmentToWire({
    ...place,
    machineID: hold.machineID,
    utcStart: hold.utcStart,
    slotSelectionType: 'slot',
    hold,
    override: null,
  })

/** The member's own pages: public calls, and the token of a member who has just signed up. */
export const createSelfBookingService = (parts: SelfBookingServiceParts): SelfServiceBridge => {
  const { client, catalogue, keeper, watch, now } = parts
  /** By the key of the booking, and until it stands also by what was typed: after a refusal the next try has another key. */
  const signedUp = new Map<string, SignedUp>()
  let latest: SignedUp | null = null
  const booked = new Map<string, { readonly study: Study; readonly location: Location }>()

  const findOpen = async (locationID: Location['locationID']): Promise<Reply<Location>> => {
    const found = await catalogue.find(locationID)
    if (!found.ok) return found
    const isOpen = found.value.active && found.value.selfServiceBooking
    return isOpen ? found : fail('location-not-bookable', 'This clinic cannot be booked online.')
  }

  const refuse = (location: Location): Reply<never> | null =>
    watch.doZoneRulesDiffer(location.timezone)
      ? fail('zone-rules-differ', 'Booking for this clinic is closed for the moment. Please call us.')
      : null

  const holds = createSlotHolds({
    create: async (body) => toKnownOutcome(await client.call('createHoldEvent', { body })),
    renew: async (hold) => toKnownOutcome(await client.call('renewHold', { params: { eventId: hold.eventID } })),
    remove: async (hold) => {
      const params = { calendarId: hold.calendarID, eventId: hold.eventID }
      return toKnownOutcome(await client.call('deleteCalendarEvent', { params }))
    },
    isFree: async () => null,
    findLocation: findOpen,
    refuse,
    onPlaced: (hold) => keeper.keepHold(hold, null),
    onGone: keeper.dropHold,
    onTaken: () => {},
  })

  const remember = (name: string, person: SignedUp): void => {
    signedUp.delete(name)
    if (signedUp.size >= mostSignUps) signedUp.delete(signedUp.keys().next().value ?? '')
    signedUp.set(name, person)
  }

  const signUp = async (draft: MemberDraft, idempotencyKey: string): Promise<Reply<SignedUp>> => {
    const typed = toTyped(draft)
    const known = signedUp.get(idempotencyKey) ?? signedUp.get(typed)
    if (known !== undefined) {
      remember(idempotencyKey, known)
      return ok(known)
    }
    // The two calls must not share a key: the same key with another body is refused.
    const reply = await client.call('createMember', { body: draft }, { idempotencyKey: `${idempotencyKey}-member` })
    if (!reply.ok) return reply
    const { member, token } = reply.value
    if (token === undefined) return fail('unexpected', 'The account was made, but it cannot book. Please call us.')
    const person = { token, patientID: member.patientID, gender: member.gender }
    remember(idempotencyKey, person)
    remember(typed, person)
    return ok(person)
  }

  type Own = SignedUp & { readonly study: Study; readonly location: Location }
  /** A study that the member who is at this screen has just booked. */
  const findOwn = (studyID: Study['studyID']): Reply<Own> => {
    if (latest === null) return fail('signed-out', 'Please book first: nobody is known here.')
    const known = booked.get(studyID)
    return known === undefined ? fail('not-found', 'There is no such booking here.') : ok({ ...latest, ...known })
  }

  return {
    readWeek: async ({ locationID, skuID, monday }) => {
      const found = await findOpen(locationID)
      if (!found.ok) return found
      const location = found.value
      if (!supportsSku(location, skuID)) return skuNotSupported()
      const query = { skuID: String(skuID), startDate: monday, span: '7' }
      const reply = toOffline(await client.call('readCalendar', { params: { locationID }, query }))
      if (!reply.ok) return reply
      const moment = now()
      const grid = buildSlotDays({
        location,
        skuID,
        dates: weekDates(monday),
        machineTimes: [],
        now: moment,
        userID: null,
      })
      // The public calendar says what is open and nothing about who has the rest.
      const offered = new Map(
        reply.value.days.flatMap((day) => day.slots.map((slot) => [slot.utcStart, slot] as const)),
      )
      const days = grid.map((day) => ({
        ...day,
        slots: day.slots.map((slot) => toOpenSlot(slot, offered.get(slot.utcStart))),
      }))
      return ok({ locationID, skuID, monday, days, asOf: moment, source: 'back-office' })
    },

    findFirstFree: async ({ locationID, skuID }) => {
      const found = await findOpen(locationID)
      if (!found.ok) return found
      if (!supportsSku(found.value, skuID)) return skuNotSupported()
      const start = today(now(), found.value.timezone)
      let searchedTo: PlainDate | null = null
      for (const { first, days } of firstFreeSteps(start)) {
        const query = { skuID: String(skuID), startDate: first, span: String(days) }
        const reply = toOffline(await client.call('readCalendar', { params: { locationID }, query }))
        if (!reply.ok) return searchedTo === null ? reply : ok({ opening: null, searchedTo })
        // The public calendar lists only what can be booked, day by day.
        const open = reply.value.days.find((day) => day.slots.length > 0)
        const [slot] = open?.slots ?? []
        if (open !== undefined && slot !== undefined) {
          return ok({ opening: { monday: startOfWeek(open.date), utcStart: slot.utcStart }, searchedTo: open.date })
        }
        searchedTo = addDays(first, days - 1)
      }
      return ok({ opening: null, searchedTo: searchedTo ?? start })
    },

    catalogue: async () => {
      const reply = toOffline(await client.call('readBookingCatalogue', {}))
      if (!reply.ok) return reply
      const { locations, skus } = reply.value
      return ok({ locations: locations.filter((one) => one.active && one.selfServiceBooking), skus })
    },

    ...holds,

    signUpAndBook: async ({ draft, locationID, skuID, hold, referral, safetyDraftID, idempotencyKey }) => {
      const found = await findOpen(locationID)
      if (!found.ok) return found
      const refusal = refuse(found.value)
      if (refusal !== null) return refusal
      const person = await signUp(draft, idempotencyKey)
      if (!person.ok) return toKnownOutcome(person)
      const { token, patientID } = person.value
      const body = {
        ...heldAppointment({ locationID, skuID }, hold),
        patientID,
        memberType: null,
        referralType: referral === undefined ? ('self' as const) : ('physician' as const),
        referrer: referral?.referrer ?? '',
        sedativeTaken: null,
        opportunityID: null,
        ...(referral?.safetyAnswers
          ? { SafetyQuestions: referral.safetyAnswers }
          : referral?.safetyDraft && { safetyDraft: referral.safetyDraft }),
        ...(safetyDraftID !== undefined && { safetyDraftID }),
      }
      const send = () => client.call('createBooking', { body }, { token, idempotencyKey: `${idempotencyKey}-booking` })
      const reply = toKnownOutcome(await settleCall(send))
      if (!reply.ok) return reply
      // From here on nobody books in this member's name by typing the same again.
      signedUp.delete(toTyped(draft))
      // The next member at this screen has no business with the one before.
      if (latest?.patientID !== patientID) booked.clear()
      latest = person.value
      booked.set(reply.value.studyID, { study: reply.value, location: found.value })
      keeper.keepStudy(reply.value, hold)
      return reply
    },

    shareAnswers: async ({ draft, locationID, answers, safetyDraftID }) => {
      const person = signedUp.get(toTyped(draft))
      if (person === undefined) return ok({ isShared: false })
      const body = { draftID: safetyDraftID, patientID: person.patientID, locationID, SafetyQuestions: answers }
      const reply = toKnownOutcome(await client.call('saveBookingSafetyDraft', { body }, { token: person.token }))
      return reply.ok ? ok({ isShared: true }) : reply
    },

    readStudy: async ({ studyID }) => {
      const known = booked.get(studyID)
      if (known === undefined || latest === null) return fail('not-found', 'There is no such booking here.')
      const reply = await client.call('readStudy', { params: { studyId: studyID } }, { token: latest.token })
      if (reply.ok) return ok({ study: reply.value, location: known.location })
      // What was answered when it was booked is still the best there is while the back office does not answer.
      return isOutOfReach(reply.failure.code) ? ok(known) : reply
    },

    readSafety: async ({ studyID }) => {
      const own = findOwn(studyID)
      if (!own.ok) return own
      const { token, gender, location } = own.value
      const [study, record] = await Promise.all([
        client.call('readStudy', { params: { studyId: studyID } }, { token }),
        client.call('readSafetyQuestions', { query: { studyID } }, { token }),
      ])
      if (!study.ok) return toOffline(study)
      if (!record.ok) return toOffline(record)
      return ok({ record: record.value, study: study.value, location, gender })
    },

    shareSafety: async ({ studyID, answers, base }) => {
      const own = findOwn(studyID)
      if (!own.ok) return own
      const body = { studyID, SafetyQuestions: answers, base }
      const reply = toKnownOutcome(await client.call('saveSafetyDraft', { body }, { token: own.value.token }))
      return reply.ok ? ok({}) : reply
    },

    saveSafety: async ({ studyID, answers, version }) => {
      const own = findOwn(studyID)
      if (!own.ok) return own
      const { token, gender, location, study } = own.value
      const checked = checkAnswers(answers, { study, gender, zone: location.timezone, now: now() })
      if (!checked.ok) return checked
      const body = { studyID, SafetyQuestions: answers, version }
      const reply = toKnownOutcome(await client.call('saveSafetyQuestions', { body }, { token }))
      if (!reply.ok) return reply
      booked.set(studyID, { study: reply.value.study, location })
      // Not the record: a member gets theirs without what is the clinic's own, and staff read this cache.
      keeper.keepStudy(reply.value.study)
      return reply
    },
  }
}
