import type { AppointmentInput, SelfServiceBridge } from '#contract/booking/bridge.ts'
import { appointmentToWire } from '#contract/booking/wire.ts'
import { fail, ok, type Reply } from '#contract/reply.ts'
import type { SlotHold } from '#domain/booking/machine-time.ts'
import type { Location } from '#domain/locations/location.ts'
import type { Instant } from '#domain/values/instant.ts'
import type { BackOfficeClient } from '../back-office-client/back-office-client.ts'
import { completeCall } from '../back-office-client/complete-call.ts'
import type { ConnectivityWatch } from '../back-office-client/connectivity-service.ts'
import { toKnownOutcome, toOffline } from '../back-office-client/staff-calls.ts'
import type { LocationsService } from '../locations/locations-service.ts'
import type { RecordKeeper } from '../sync/record-keeper.ts'
import { createOwnStudies } from './own-studies.ts'
import { createPublicCalendar } from './public-calendar.ts'
import { createSignUps } from './sign-ups.ts'
import { createSlotHolds } from './slot-holds.ts'

export type SelfBookingServiceParts = {
  readonly client: BackOfficeClient
  readonly catalogue: LocationsService
  readonly keeper: RecordKeeper
  readonly watch: ConnectivityWatch
  now(): Instant
}

/** Converts the slot that a member holds into the back office's appointment fields. */
const heldAppointment = (place: Pick<AppointmentInput, 'locationID' | 'skuID'>, hold: SlotHold) =>
  appointmentToWire({
    ...place,
    machineID: hold.machineID,
    utcStart: hold.utcStart,
    slotSelectionType: 'slot',
    hold,
    override: null,
  })

/**
 * Creates the service of the member's own pages. It makes public calls, and calls with the token of a member who has
 * just signed up.
 */
export const createSelfBookingService = (parts: SelfBookingServiceParts): SelfServiceBridge => {
  const { client, catalogue, keeper, watch, now } = parts
  const signUps = createSignUps(client)
  const own = createOwnStudies({ client, keeper, now })

  const findOpen = async (locationID: Location['locationID']): Promise<Reply<Location>> => {
    const found = await catalogue.find(locationID)
    if (!found.ok) return found
    const isOpen = found.value.active && found.value.selfServiceBooking
    return isOpen ? found : fail('location-not-bookable', "This clinic can't be booked online.")
  }

  const refuse = (location: Location): Reply<never> | null =>
    watch.doZoneRulesDiffer(location.timezone)
      ? fail('zone-rules-differ', 'Online booking for this clinic is closed right now. Please call us.')
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

  return {
    ...createPublicCalendar({ client, findOpen, now }),
    ...own.pages,
    ...holds,

    catalogue: async () => {
      const reply = toOffline(await client.call('readBookingCatalogue', {}))
      if (!reply.ok) return reply
      const { locations, skus } = reply.value
      return ok({ locations: locations.filter((one) => one.active && one.selfServiceBooking), skus })
    },

    signUpAndBook: async ({ draft, locationID, skuID, hold, referral, safetyDraftID, idempotencyKey }) => {
      const found = await findOpen(locationID)
      if (!found.ok) return found
      const refusal = refuse(found.value)
      if (refusal !== null) return refusal
      const person = await signUps.signUp(draft, idempotencyKey)
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
      const reply = toKnownOutcome(await completeCall(send))
      if (!reply.ok) return reply
      signUps.end(draft)
      own.add(person.value, { study: reply.value, location: found.value })
      keeper.keepStudy(reply.value, hold)
      return reply
    },

    shareAnswers: async ({ draft, locationID, answers, safetyDraftID }) => {
      const person = signUps.find(draft)
      if (person === null) return ok({ isShared: false })
      const body = { draftID: safetyDraftID, patientID: person.patientID, locationID, SafetyQuestions: answers }
      const reply = toKnownOutcome(await client.call('saveBookingSafetyDraft', { body }, { token: person.token }))
      return reply.ok ? ok({ isShared: true }) : reply
    },
  }
}
