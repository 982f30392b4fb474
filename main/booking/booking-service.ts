import type { BookingBridge } from '#contract/booking/bridge.ts'
import { bookToWire, holdAgainToWire, moveToWire } from '#contract/booking/wire.ts'
import { fail, ok, type Reply } from '#contract/reply.ts'
import type { Location } from '#domain/locations/location.ts'
import { hasRole } from '#domain/session/role.ts'
import type { Study } from '#domain/study/study.ts'
import type { ConnectivityWatch } from '../back-office-client/connectivity-service.ts'
import type { BookingSafetySender } from '../safety/booking-draft-sender.ts'
import type { StudyReader } from '../study-access/study-reader.ts'
import type { BookingAttempts } from './attempts.ts'
import { type CalendarReaderParts, createCalendarReader } from './calendar-reader.ts'
import { createSlotHolds } from './slot-holds.ts'

export type BookingServiceParts = CalendarReaderParts & {
  readonly attempts: BookingAttempts
  /** Shares the safety answers of booking pages. The booking call moves these answers to the study. */
  readonly answers: Pick<BookingSafetySender, 'recordID' | 'finish' | 'noteBooked'>
  readonly watch: ConnectivityWatch
  readonly reader: StudyReader
}

const holdFirstMessage = 'Select the time slot again, then hold it for 48 hours.'

/** Creates the calls that record a choice about a booking without moving the appointment. */
const createStudyChoices = ({
  calls,
  session,
  kept,
}: Pick<BookingServiceParts, 'calls' | 'session'> & {
  readonly kept: (answer: Promise<Reply<Study>>) => Promise<Reply<Study>>
}): Pick<BookingBridge, 'setSedative' | 'setProactive'> => ({
  setSedative: async ({ studyID, version, sedativeTaken }) => {
    // The spec shows this choice to the front desk only (booking spec §2); the back office refuses other roles too.
    if (!hasRole(session.user()?.roles ?? [], 'frontdesk')) {
      return fail('insufficient-permissions', 'Only the front desk can record whether a sedative was taken.')
    }
    return await kept(calls.call('updateStudy', { params: { studyId: studyID }, body: { version, sedativeTaken } }))
  },

  setProactive: async ({ studyID, version, proactiveBooking }) => {
    const body = { version, config: { proactiveBooking } }
    return await kept(calls.call('updateStudy', { params: { studyId: studyID }, body }))
  },
})

/** Creates the service for everything that staff do with appointments. */
export const createBookingService = (parts: BookingServiceParts): BookingBridge => {
  const { calls, catalogue, keeper, session, sync, attempts, answers, watch, reader } = parts

  /** Refuses a booking while the processes disagree about the clock rules of its zone (decisions §5 location clock). */
  const refuseByZone = (location: Location): Reply<never> | null =>
    watch.doZoneRulesDiffer(location.timezone)
      ? fail(
          'zone-rules-differ',
          `This computer and the server have different time-zone rules for ${location.timezone}. Update Atrium before you book at this location.`,
        )
      : null

  const checkLocation = async (locationID: Location['locationID']): Promise<Reply<never> | null> => {
    const found = await catalogue.findAllowed(locationID)
    return found.ok ? refuseByZone(found.value) : found
  }

  const holds = createSlotHolds({
    create: (body) => calls.call('createHoldAssisted', { body }),
    renew: (hold) => calls.call('renewHold', { params: { eventId: hold.eventID } }),
    remove: (hold) =>
      calls.call('deleteCalendarEvent', { params: { calendarId: hold.calendarID, eventId: hold.eventID } }),
    isFree: async ({ calendarID, utcStart, utcEnd }) => {
      const query = { calendarId: calendarID, utcStart, utcEnd }
      const reply = await calls.call('checkAvailableCalendarSlot', { query })
      return reply.ok ? reply.value.available : null
    },
    findLocation: catalogue.findAllowed,
    refuse: refuseByZone,
    onPlaced: (hold) => keeper.keepHold(hold, session.user()),
    onGone: keeper.dropHold,
    onTaken: (location) => sync.hurry(location.locationID),
  })

  /** Caches the study from a call's answer. */
  const kept = async (answer: Promise<Reply<Study>>): Promise<Reply<Study>> => {
    const reply = await answer
    if (reply.ok) keeper.keepStudy(reply.value)
    return reply
  }

  /** Reads the location's changes at once after a clash, so that the screen stops offering the taken slot. */
  const hurryAfterClash = (locationID: Location['locationID'], reply: Reply<Study>): Reply<Study> => {
    if (!reply.ok && reply.failure.code === 'slot-taken') sync.hurry(locationID)
    return reply
  }

  return {
    ...createCalendarReader(parts),
    ...holds,

    book: async (input) => {
      const refusal = await checkLocation(input.locationID)
      if (refusal !== null) return refusal
      // Answers that are being sent must arrive before the booking call, which moves them to the study.
      await answers.finish(input.draftID)
      const safetyDraftID = answers.recordID(input.draftID)
      const reply = await attempts.attempt({
        kind: input.temporaryHold ? 'book-temporary-hold' : 'book',
        idempotencyKey: input.idempotencyKey,
        draftID: input.draftID,
        studyID: null,
        hold: input.hold,
        body: bookToWire(input, safetyDraftID),
      })
      if (reply.ok) answers.noteBooked(input.draftID, input.patientID)
      return hurryAfterClash(input.locationID, reply)
    },

    reschedule: async (input) => {
      const refusal = await checkLocation(input.locationID)
      if (refusal !== null) return refusal
      const { idempotencyKey, draftID, hold } = input
      const made = { idempotencyKey, draftID, studyID: null, hold }
      if (input.temporaryHold === true && hold === null) return fail('hold-lapsed', holdFirstMessage)
      const reply = await attempts.attempt(
        input.temporaryHold === true && hold !== null
          ? { ...made, kind: 'hold-again', body: holdAgainToWire(input, hold) }
          : { ...made, kind: 'reschedule', body: moveToWire(input) },
      )
      return hurryAfterClash(input.locationID, reply)
    },

    cancel: async ({ studyID, idempotencyKey, cancellationReason, cancellationDetail }) =>
      await attempts.attempt({
        kind: 'cancel',
        idempotencyKey,
        draftID: null,
        studyID,
        hold: null,
        body: { cancellationReason, cancellationDetail },
      }),

    convertTemporaryHold: async ({ studyID, idempotencyKey, settleReason }) =>
      await attempts.attempt({
        kind: 'convert',
        idempotencyKey,
        draftID: null,
        studyID: null,
        hold: null,
        body: { studyId: studyID, ...(settleReason !== null && { settleReason }) },
      }),

    ...createStudyChoices({ calls, session, kept }),

    readStudy: async ({ studyID }) => {
      const reply = await reader.read(studyID)
      if (!reply.ok) return reply
      const { practitioners: _notAsked, ...view } = reply.value
      return ok(view)
    },

    settled: async () => ok(attempts.settled()),
    acknowledgeSettled: async ({ idempotencyKey }) => {
      attempts.acknowledge(idempotencyKey)
      return ok({})
    },
  }
}
