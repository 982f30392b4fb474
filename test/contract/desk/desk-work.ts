import { randomUUID } from 'node:crypto'
import type { BookInput, WeekView } from '#contract/booking/bridge.ts'
import { bridgeSchemas } from '#contract/bridge-schemas.ts'
import type { SlotHold } from '#domain/booking/machine-time.ts'
import type { Slot } from '#domain/booking/slot.ts'
import { type MemberID, memberDraftSchema } from '#domain/members/member.ts'
import type { Practitioner } from '#domain/people/practitioner.ts'
import { addressOf } from '#domain/release/recipient.ts'
import type { Answers } from '#domain/safety/question.ts'
import type { Study } from '#domain/study/study.ts'
import { toInstant } from '#domain/values/instant.ts'
import { toWallTime } from '#domain/values/location-clock.ts'
import { locationIDSchema, skuIDSchema } from '#domain/values/location-id.ts'
import { addDays, startOfWeek } from '#domain/values/plain-date.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import { nothingToReport } from '#test/fixtures/questionnaire/written-answers.ts'
import type { Desk } from './desk-under-test.ts'

export const locationID = locationIDSchema.parse('ca-bc-1')
export const skuID = skuIDSchema.parse(300)
/** The Monday of next week, when the demo and the fake clinic both have bookings and every slot is in the future. */
export const monday = addDays(startOfWeek(toWallTime(toInstant(Date.now()), 'America/Vancouver' as never).date), 7)

/** The number of weeks that the suites share, from `monday` on. Each suite books in one of these weeks. */
const suiteWeeks = 10

export const draftOf = (overrides: Record<string, unknown> = {}) =>
  memberDraftSchema.parse({
    firstname: 'Ingrid',
    lastname: 'Solheim',
    email: `ingrid.${randomUUID().slice(0, 8)}@mail.example`,
    dob: '1971-06-30',
    gender: 'female',
    phone_number: '+1 604 555 0177',
    address: '5 Fjord Road',
    city: 'Vancouver',
    state: 'BC',
    postalCode: 'V6B 3C3',
    country: 'Canada',
    ...overrides,
  })

/** Answers with one stop, which a nurse can sign off. */
export const eyes: Answers = {
  ...nothingToReport,
  'NonMedicalMetal.Eyes.Injury': 'yes',
  'NonMedicalMetal.Eyes.Removed': 'no',
  'NonMedicalMetal.Eyes.MRISince': 'no',
}

export const slotsOf = (view: WeekView): readonly Slot[] => view.days.flatMap((day) => day.slots)

export const readWeek = (desk: Desk, from = monday) =>
  desk.get('booking', 'readWeek', { locationID, skuID, monday: from, memberType: null })

/**
 * Returns the free slots of one week, and of two later weeks if that week is full. Returns each slot only once, because
 * a workstation's cache may not yet show the slots that another workstation has just taken.
 */
export const createSlotSource = (desk: () => Desk, week = monday) => {
  const used = new Set<string>()
  const freeSlot = async (machines = 1): Promise<Slot> => {
    const isFree = (slot: Slot) => slot.state === 'free' && slot.machines.length >= machines && !used.has(slot.utcStart)
    let free: Slot | undefined
    for (const weeks of [0, suiteWeeks, 2 * suiteWeeks]) {
      free ??= slotsOf(await readWeek(desk(), addDays(week, 7 * weeks))).find(isFree)
    }
    if (free === undefined) throw new Error(`No slot is free in the week of ${week}, nor in two later ones`)
    // Slots up to an hour before and after this one count as used too.
    const minutes = [-60, -40, -20, 0, 20, 40, 60]
    for (const offset of minutes) used.add(toInstant(Date.parse(free.utcStart) + offset * 60_000))
    return free
  }
  return { freeSlot }
}

export const holdInput = (slot: Pick<Slot, 'utcStart' | 'machines'>, previousHold: SlotHold | null = null) => ({
  locationID,
  skuID,
  utcStart: slot.utcStart,
  candidates: slot.machines,
  previousHold,
})

export const bookInput = (
  hold: Pick<SlotHold, 'machineID' | 'utcStart'>,
  patientID: MemberID,
  overrides: Record<string, unknown> = {},
): BookInput =>
  bridgeSchemas.booking.book.input.parse({
    patientID,
    locationID,
    skuID,
    machineID: hold.machineID,
    utcStart: hold.utcStart,
    slotSelectionType: 'slot',
    hold,
    memberType: null,
    referralType: 'provider',
    referrer: '',
    sedativeTaken: null,
    opportunityID: null,
    temporaryHold: false,
    override: null,
    safetyAnswers: null,
    settleReason: null,
    idempotencyKey: randomUUID(),
    draftID: 'booking',
    ...overrides,
  })

export const moveInput = (study: Study, hold: SlotHold, overrides: Record<string, unknown> = {}) =>
  bridgeSchemas.booking.reschedule.input.parse({
    studyID: study.studyID,
    version: study.version,
    locationID,
    skuID,
    machineID: hold.machineID,
    utcStart: hold.utcStart,
    slotSelectionType: 'slot',
    hold,
    override: null,
    settleReason: null,
    idempotencyKey: randomUUID(),
    draftID: 'move',
    ...overrides,
  })

export const newMember = async (desk: Desk, overrides: Record<string, unknown> = {}) =>
  await desk.get('members', 'create', { draft: draftOf(overrides), idempotencyKey: randomUUID() })

/** The code of a refusal, or `ok`. */
export const codeOf = (reply: { readonly ok: boolean; readonly failure?: { readonly code: string } }): string =>
  reply.ok ? 'ok' : (reply.failure?.code ?? 'no code')

/**
 * Books new members, each in a different slot. `week` is the week to book in: 1 is next week, 2 the week after. The
 * suites share one clinic, and one week has too few slots for all of them.
 */
export const createBookings = (desk: () => Desk, week: number, person: Record<string, unknown> = {}) => {
  const { freeSlot } = createSlotSource(desk, addDays(monday, 7 * (week - 1)))
  const booked = async (overrides: Record<string, unknown> = {}): Promise<Study> => {
    const hold = await desk().get('booking', 'holdSlot', holdInput(await freeSlot()))
    const { patientID } = await newMember(desk(), { gender: 'male', ...person })
    return await desk().get(
      'booking',
      'book',
      bookInput(hold, patientID, { safetyAnswers: nothingToReport, ...overrides }),
    )
  }
  return { booked, freeSlot }
}

/** Names a practitioner as the primary practitioner of a study. */
export const nameDoctor = async (
  desk: Desk,
  { studyID, version }: Pick<Study, 'studyID' | 'version'>,
  doctor: Practitioner,
): Promise<void> => {
  const primary = { practitionerID: doctor.id, locationID: null }
  const practitioners = { primary, referring: null, additional: [] }
  const input = bridgeSchemas.study.changePractitioners.input.parse({ studyID, version, practitioners })
  await desk.get('study', 'changePractitioners', input)
}

/** The details of each member that {@link createBookings} books, unless its `person` changes them. */
export const bookedMemberDetails = { firstname: 'Ingrid', lastname: 'Solheim', dob: '1971-06-30', sex: 'male' }

/** The input that sends a study's report to its doctor, by fax unless another channel is given. */
export const sendInput = (studyID: StudyID, doctor: Practitioner, overrides: Record<string, unknown> = {}) => {
  const channel = overrides.channel === 'email' ? 'email' : 'fax'
  const address = addressOf(doctor, null, channel)
  return bridgeSchemas.release.send.input.parse({
    studyID,
    channel,
    mode: 'automated',
    item: null,
    title: null,
    practitionerID: doctor.id,
    practiceLocationID: null,
    address,
    retyped: address,
    memberDetails: bookedMemberDetails,
    shouldEncryptPdf: false,
    shouldHideHIContent: true,
    isConfirmed: true,
    target: null,
    idempotencyKey: randomUUID(),
    ...overrides,
  })
}
