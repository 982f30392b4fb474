import { z } from 'zod'
import { chosenTimeSchema, scanPlaceSchema } from '#domain/booking/appointment.ts'
import { memberTypes, sedativeOptions, settleReasonSchema } from '#domain/booking/booking-request.ts'
import { cancellationSchema } from '#domain/booking/cancellation.ts'
import { type MachineTime, type SlotHold, slotHoldSchema } from '#domain/booking/machine-time.ts'
import type { FirstFree } from '#domain/booking/opening-week.ts'
import type { SlotDay } from '#domain/booking/slot.ts'
import type { Sku } from '#domain/catalogue/sku.ts'
import type { Location } from '#domain/locations/location.ts'
import { type Gender, type Member, memberDraftSchema } from '#domain/members/member.ts'
import { bookingSafetyDraftIDSchema } from '#domain/safety/booking-safety-draft.ts'
import type { SafetyRecord } from '#domain/safety/safety-record.ts'
import type { Study } from '#domain/study/study.ts'
import type { Instant } from '#domain/values/instant.ts'
import type { Language } from '#domain/values/language.ts'
import { type LocationID, locationIDSchema, machineIDSchema, type SkuID } from '#domain/values/location-id.ts'
import type { PlainDate } from '#domain/values/plain-date.ts'
import { optionalLineOfText } from '#domain/values/plain-text.ts'
import { studyIDSchema } from '#domain/values/study-id.ts'
import { plainDateSchema } from '#domain/values/time-schemas.ts'
import { type Accepted, answers, anyone, draftID, idempotencyKey, noInput, ofStudy, staffCommand } from '../command.ts'
import type { Nothing, Reply } from '../reply.ts'
import type { StudyView } from '../study/bridge.ts'
import { appointmentFields, bookingFields, moveFields } from './fields.ts'

const holdInput = z.strictObject({
  ...chosenTimeSchema.omit({ slotSelectionType: true }).shape,
  candidates: z.array(machineIDSchema).min(1).max(10),
  previousHold: slotHoldSchema.nullable(),
})

const weekInput = { ...scanPlaceSchema.shape, monday: plainDateSchema }

const appointmentInput = z.object({ ...appointmentFields, hold: slotHoldSchema.nullable() })

export type WeekView = {
  readonly locationID: LocationID
  readonly skuID: SkuID
  readonly monday: PlainDate
  readonly days: readonly SlotDay[]
  readonly asOf: Instant
  readonly source: 'cache' | 'back-office'
}

/**
 * One entry of the day view. `member` is null on holds without a study, and if the cache does not have the member.
 */
export type DayEntry = {
  readonly machineTime: MachineTime
  readonly study: Study | null
  readonly member: Pick<
    Member,
    | 'patientID'
    | 'firstname'
    | 'middlename'
    | 'lastname'
    | 'preferredName'
    | 'dob'
    | 'email'
    | 'phone_number'
    | 'country'
  > | null
  readonly mine: boolean
}

export type DayView = {
  readonly locationID: LocationID
  readonly date: PlainDate
  readonly entries: readonly DayEntry[]
  readonly asOf: Instant
  readonly source: 'cache' | 'back-office'
}

/** The next day with an appointment. */
export type NextDay = { readonly date: PlainDate | null; readonly searchedTo: PlainDate }

/**
 * The current outcome of a booking or move that no window has displayed, for example because the window or Atrium was
 * closed before the answer arrived.
 */
export type UnseenBooking = {
  readonly draftID: string
  readonly idempotencyKey: string
  readonly outcome:
    | { readonly kind: 'booked'; readonly study: Study }
    | { readonly kind: 'refused'; readonly message: string }
    | { readonly kind: 'pending' }
}

export const bookingCommands = {
  readWeek: staffCommand(
    z.strictObject({
      ...weekInput,
      memberType: z.enum(memberTypes).nullable(),
      movingStudyID: studyIDSchema.optional(),
    }),
  ),
  findFirstFree: staffCommand(z.strictObject({ ...scanPlaceSchema.shape, from: plainDateSchema.optional() })),
  readDay: staffCommand(z.strictObject({ locationID: locationIDSchema, date: plainDateSchema })),
  findNextDay: staffCommand(z.strictObject({ locationID: locationIDSchema, from: plainDateSchema })),
  holdSlot: staffCommand(holdInput.extend({ movingStudyID: studyIDSchema.optional() })),
  releaseHold: staffCommand(z.strictObject({ hold: slotHoldSchema })),
  renewHold: staffCommand(z.strictObject({ hold: slotHoldSchema })),
  book: staffCommand(
    appointmentInput.extend({
      ...bookingFields,
      /** Whether to book a temporary hold: the time is held for 48 hours without payment (decisions §5). */
      temporaryHold: z.boolean(),
      /** Completed safety answers, stored in the same write; null if there are none yet. */
      safetyAnswers: answers.nullable(),
      /** Answers that are not completed, stored as the study's draft in the same write; null if there are none. */
      safetyDraft: answers.nullable().optional(),
      /** Why the study is booked before a stop is settled; null if no reason is needed. */
      settleReason: settleReasonSchema.nullable(),
      idempotencyKey,
      /** The page's draft that this booking was made from; deleted once the booking is stored. */
      draftID,
    }),
  ),
  reschedule: staffCommand(
    appointmentInput.extend({
      ...moveFields,
      /** Why the study is moved although a stop is open at the new time; null if no stop is open. */
      settleReason: settleReasonSchema.nullable(),
      /**
       * Holds the time for 48 hours instead of booking it. Only for a study without a time, at its own location and for
       * its own scan type, and only with a slot hold.
       */
      temporaryHold: z.boolean().optional(),
      idempotencyKey,
      draftID,
    }),
  ),
  cancel: staffCommand(cancellationSchema.extend({ studyID: studyIDSchema, idempotencyKey })),
  convertTemporaryHold: staffCommand(
    ofStudy.extend({
      idempotencyKey,
      /** Why the temporary hold becomes a booking before a stop is settled; null if no reason is needed. */
      settleReason: settleReasonSchema.nullable(),
    }),
  ),
  setSedative: staffCommand(
    ofStudy.extend({
      version: z.number().int().min(0),
      sedativeTaken: z.enum(sedativeOptions).nullable(),
    }),
  ),
  setProactive: staffCommand(ofStudy.extend({ version: z.number().int().min(0), proactiveBooking: z.boolean() })),
  readStudy: staffCommand(ofStudy),
  settled: staffCommand(noInput),
  acknowledgeSettled: staffCommand(z.strictObject({ idempotencyKey })),
}

export const selfServiceCommands = {
  readWeek: anyone(z.strictObject(weekInput)),
  findFirstFree: anyone(z.strictObject(scanPlaceSchema.shape)),
  catalogue: anyone(noInput),
  holdSlot: anyone(holdInput),
  releaseHold: anyone(z.strictObject({ hold: slotHoldSchema })),
  renewHold: anyone(z.strictObject({ hold: slotHoldSchema })),
  signUpAndBook: anyone(
    z.strictObject({
      draft: memberDraftSchema,
      ...scanPlaceSchema.shape,
      hold: slotHoldSchema,
      /** Entered on the referral page: the referrer, and the safety answers, complete or not. */
      referral: z
        .strictObject({
          referrer: optionalLineOfText(200),
          safetyAnswers: answers.nullable(),
          safetyDraft: answers.optional(),
        })
        .optional(),
      /** The id that this page chose, and under which the back office stores the page's answers. */
      safetyDraftID: bookingSafetyDraftIDSchema.optional(),
      idempotencyKey,
    }),
  ),
  readStudy: anyone(ofStudy),
  shareAnswers: anyone(
    z.strictObject({
      draft: memberDraftSchema,
      locationID: locationIDSchema,
      answers,
      safetyDraftID: bookingSafetyDraftIDSchema,
    }),
  ),
  readSafety: anyone(ofStudy),
  shareSafety: anyone(ofStudy.extend({ answers, base: answers })),
  saveSafety: anyone(ofStudy.extend({ answers, version: z.number().int().min(0) })),
}

/** A booking as confirmed on the screen. Repeated with the same `idempotencyKey` it books once, even after a crash. */
export type BookInput = Accepted<typeof bookingCommands.book>
export type RescheduleInput = Accepted<typeof bookingCommands.reschedule>
/** The place and time, which a booking and a move share. */
export type AppointmentInput = Pick<BookInput, keyof typeof appointmentInput.shape | 'override'>

export interface BookingBridge {
  /**
   * Returns the seven days from `monday` for one location and scan type: immediately from the cache if it covers them,
   * else from the back office. With `movingStudyID`, that study's own appointment makes just one slot taken: the slot
   * with the same start and end. Slots that merely overlap it stay available for the move, unless something else takes
   * them. Failures: `location-forbidden`, `not-found`, `machine-does-not-support-sku`, `offline` (outside the cache).
   */
  readWeek(input: Accepted<typeof bookingCommands.readWeek>): Promise<Reply<WeekView>>
  /**
   * Finds the first week with a free time, in at most two steps of 42 days. The search starts today at the location, or
   * on `from` if that is later. If the second step cannot be read, the answer covers only the first step, up to
   * `searchedTo`. Fails like {@link readWeek}.
   */
  findFirstFree(input: Accepted<typeof bookingCommands.findFirstFree>): Promise<Reply<FirstFree>>
  /**
   * Returns the machine times of all machines of a location on one day, without expired holds, in the order of their
   * starts. Fails like {@link readWeek}.
   */
  readDay(input: Accepted<typeof bookingCommands.readDay>): Promise<Reply<DayView>>
  /**
   * Finds the first day from `from` on with an appointment, within 42 days; `date` is null if there is none up to
   * `searchedTo`. Fails like {@link readWeek}.
   */
  findNextDay(input: Accepted<typeof bookingCommands.findNextDay>): Promise<Reply<NextDay>>
  /**
   * Places a slot hold (booking spec §4): deletes `previousHold` first, then tries each candidate in order until one
   * succeeds. It tries the next candidate only after `slot-taken`. With `movingStudyID` the hold may overlap that
   * study's own time. Failures: `slot-taken` with `details.previousSlotFree`, `slot-in-past`,
   * `machine-does-not-support-sku`, `offline`.
   */
  holdSlot(input: Accepted<typeof bookingCommands.holdSlot>): Promise<Reply<SlotHold>>
  /** Releases a hold; a hold that has already expired is no failure. */
  releaseHold(input: Accepted<typeof bookingCommands.releaseHold>): Promise<Reply<Nothing>>
  /** Renews a hold for another 10 minutes. Failures: `hold-lapsed`, `hold-of-someone-else`, `offline`. */
  renewHold(input: Accepted<typeof bookingCommands.renewHold>): Promise<Reply<SlotHold>>
  /**
   * Books a study, or a temporary hold. Failures: `scan-prohibited` (safety answers), `slot-taken`, `slot-in-past`,
   * `hold-of-someone-else`, `location-not-bookable`, `offline`, `outcome-unknown`...
   */
  book(input: BookInput): Promise<Reply<Study>>
  /**
   * Moves a booked study; the old slot is kept until the new one is stored. Fails like {@link book}, and with `stale`,
   * `already-cancelled`, `location-locked-by-payment`.
   */
  reschedule(input: RescheduleInput): Promise<Reply<Study>>
  /** Cancels a booked study. Failures: `already-cancelled`, `invalid-input`, `offline`. */
  cancel(input: Accepted<typeof bookingCommands.cancel>): Promise<Reply<Study>>
  /** Turns a temporary-hold booking into a real one. Failures: `not-a-temporary-hold`, `balance-due`. */
  convertTemporaryHold(input: Accepted<typeof bookingCommands.convertTemporaryHold>): Promise<Reply<Study>>
  /** Sets the sedative choice (frontdesk role only). */
  setSedative(input: Accepted<typeof bookingCommands.setSedative>): Promise<Reply<Study>>
  /** Marks a booking as proactive, or removes that mark (booking spec §3, §5). Failures: `stale`, `offline`. */
  setProactive(input: Accepted<typeof bookingCommands.setProactive>): Promise<Reply<Study>>
  /**
   * Returns a study with its member and location; from the cache when offline. Failures: `not-found`,
   * `location-forbidden`.
   */
  readStudy(
    input: Accepted<typeof bookingCommands.readStudy>,
  ): Promise<Reply<StudyView & { source: 'cache' | 'back-office'; asOf: Instant }>>
  /**
   * Returns the signed-in user's bookings and moves that no window has acknowledged, whether resolved or still pending.
   * A window acknowledges each answer of {@link book} and {@link reschedule} once it displays the answer. If no window
   * acknowledges an answer in time, every window receives it as `booking.settled`.
   */
  settled(input: Nothing): Promise<Reply<readonly UnseenBooking[]>>
  /**
   * Acknowledges the outcome of a booking; the other windows receive `booking.acknowledged`. A pending booking stays
   * unacknowledged.
   */
  acknowledgeSettled(input: Accepted<typeof bookingCommands.acknowledgeSettled>): Promise<Reply<Nothing>>
}

/** The member's own pages: no staff session. A member's token, if there is one, is separate from the staff session. */
export interface SelfServiceBridge {
  readWeek(input: Accepted<typeof selfServiceCommands.readWeek>): Promise<Reply<WeekView>>
  /** Does the same as {@link BookingBridge.findFirstFree}, with the public calendar. */
  findFirstFree(input: Accepted<typeof selfServiceCommands.findFirstFree>): Promise<Reply<FirstFree>>
  catalogue(input: Nothing): Promise<Reply<{ locations: readonly Location[]; skus: readonly Sku[] }>>
  holdSlot(input: Accepted<typeof selfServiceCommands.holdSlot>): Promise<Reply<SlotHold>>
  releaseHold(input: Accepted<typeof selfServiceCommands.releaseHold>): Promise<Reply<Nothing>>
  renewHold(input: Accepted<typeof selfServiceCommands.renewHold>): Promise<Reply<SlotHold>>
  /**
   * Signs a member up and books the held slot for them. Failures: `member-exists`, `slot-taken`, `invalid-input`,
   * `offline`.
   */
  signUpAndBook(input: Accepted<typeof selfServiceCommands.signUpAndBook>): Promise<Reply<Study>>
  /**
   * Shares with the clinic the safety answers of a person who has signed up on this workstation's self-service pages
   * and has no booking, for example because the booking was refused. `isShared` is false before the sign-up, because
   * there is no member yet. Failures: those of the route `saveBookingSafetyDraft`.
   */
  shareAnswers(input: Accepted<typeof selfServiceCommands.shareAnswers>): Promise<Reply<{ isShared: boolean }>>
  /**
   * Returns a study that a member just booked on this workstation's self-service pages, and the member's language.
   * Failures: `not-found`.
   */
  readStudy(
    input: Accepted<typeof selfServiceCommands.readStudy>,
  ): Promise<Reply<{ study: Study; location: Location; language: Language }>>
  /** Returns the member's own safety answers. Failures: `not-found`, `signed-out`, `offline`. */
  readSafety(
    input: Accepted<typeof selfServiceCommands.readSafety>,
  ): Promise<Reply<{ record: SafetyRecord; study: Study; location: Location; gender: Gender; language: Language }>>
  /**
   * Shares answers that are not completed. `base` is the last shared set of answers. Fails like {@link
   * SafetyBridge.save}.
   */
  shareSafety(input: Accepted<typeof selfServiceCommands.shareSafety>): Promise<Reply<Nothing>>
  /** Fails like {@link SafetyBridge.save}. */
  saveSafety(
    input: Accepted<typeof selfServiceCommands.saveSafety>,
  ): Promise<Reply<{ record: SafetyRecord; study: Study; cleared: readonly string[] }>>
}
