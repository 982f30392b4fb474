import type { BookingBridge, SelfServiceBridge, WeekView } from '#contract/booking/bridge.ts'
import type { MembersBridge } from '#contract/members/bridge.ts'
import { fail, ok, type Reply } from '#contract/reply.ts'
import { appointmentEnd } from '#domain/booking/appointment-end.ts'
import { slotHoldMinutes } from '#domain/booking/hold-times.ts'
import { eventIDSchema, type MachineTime, type SlotHold } from '#domain/booking/machine-time.ts'
import { findOpeningWeek } from '#domain/booking/opening-week.ts'
import { buildSlotDays } from '#domain/booking/slot-grid.ts'
import type { Location } from '#domain/locations/location.ts'
import { selectableLocations } from '#domain/locations/location-rules.ts'
import type { Study } from '#domain/study/study.ts'
import { addMinutes, type Instant } from '#domain/values/instant.ts'
import { dayBounds, today } from '#domain/values/location-clock.ts'
import { locationOfMachine, type MachineID, type SkuID } from '#domain/values/location-id.ts'
import { addDays, type PlainDate, startOfWeek, weekDates } from '#domain/values/plain-date.ts'
import { toBookedStudy } from './fake-clinic.ts'
import type { FakeWorld } from './fake-members.ts'
import { type FakeSafety, replaceStudy } from './fake-safety.ts'

type HoldInput = Parameters<BookingBridge['holdSlot']>[0]
type Place = { locationID: Location['locationID']; skuID: SkuID; machineID: MachineID; utcStart: Instant }

const offline = () => fail('offline', 'The back office cannot be reached.')
const taken = () =>
  fail('slot-taken', 'Unfortunately the time slot you selected is unavailable. Please select a different time slot.')
const unknown = () => fail('not-found', 'There is no such record.')

/** The booking subject of the fake bridge and the member's own: the rules of the domain over a list in memory. */
export const createFakeBooking = (
  world: FakeWorld,
  createMember: MembersBridge['create'],
  safety: FakeSafety,
): { readonly booking: BookingBridge; readonly selfService: SelfServiceBridge } => {
  const { clinic, now, logs } = world
  const done = new Map<string, Study>()
  let nextNumber = 900_000

  const findLocation = (locationID: string) => clinic.locations.find((location) => location.locationID === locationID)
  const sweep = (): void => {
    const lapsed = (entry: MachineTime) => entry.expiresAt !== null && entry.expiresAt <= now()
    for (let index = clinic.machineTimes.length - 1; index >= 0; index -= 1) {
      const entry = clinic.machineTimes[index]
      if (entry !== undefined && lapsed(entry)) clinic.machineTimes.splice(index, 1)
    }
  }
  const remove = (eventID: string | undefined): void => {
    const index = clinic.machineTimes.findIndex((entry) => entry.eventID === eventID)
    if (index >= 0) clinic.machineTimes.splice(index, 1)
  }
  const isFree = (machineID: MachineID, from: Instant, to: Instant, except: readonly (string | undefined)[]): boolean =>
    !clinic.machineTimes.some(
      (entry) =>
        entry.machineID === machineID && entry.utcStart < to && from < entry.utcEnd && !except.includes(entry.eventID),
    )
  const changed = (location: Location, utcStart: Instant): void =>
    world.emit('booking.calendarChanged', {
      locationID: location.locationID,
      dates: [today(utcStart, location.timezone)],
    })
  const note = (study: Study, content: string): void => {
    const entry = { category: 'booking', time: now(), content, by: world.user()?.fullname ?? 'Member' }
    logs.set(study.studyID, [...(logs.get(study.studyID) ?? []), entry])
  }
  const replace = (study: Study): Study => replaceStudy(world, study)

  const readWeek = async (input: {
    locationID: Location['locationID']
    skuID: SkuID
    monday: PlainDate
  }): Promise<Reply<WeekView>> => {
    const location = findLocation(input.locationID)
    if (location === undefined) return unknown()
    sweep()
    const days = buildSlotDays({
      location,
      skuID: input.skuID,
      dates: weekDates(input.monday),
      machineTimes: clinic.machineTimes.filter((entry) => entry.locationID === location.locationID),
      now: now(),
      userID: world.user()?.user_id ?? null,
    })
    const { locationID, skuID, monday } = input
    return ok({ locationID, skuID, monday, days, asOf: now(), source: world.isOnline() ? 'back-office' : 'cache' })
  }

  const findFirstFree: BookingBridge['findFirstFree'] = async ({ locationID, skuID, from }) => {
    const location = findLocation(locationID)
    if (location === undefined) return unknown()
    const current = today(now(), location.timezone)
    const first = from !== undefined && from > current ? from : current
    for (let week = 0; week < 12; week += 1) {
      const view = await readWeek({ locationID, skuID, monday: startOfWeek(addDays(first, week * 7)) })
      if (!view.ok) return view
      const slots = view.value.days.flatMap((day) => (day.date < first ? [] : day.slots))
      const opening = findOpeningWeek(slots, now(), location.timezone)
      if (opening !== null) return ok({ opening, searchedTo: addDays(view.value.monday, 6) })
    }
    return ok({ opening: null, searchedTo: addDays(first, 83) })
  }

  const holdSlot = async (input: HoldInput): Promise<Reply<SlotHold>> => {
    if (!world.isOnline()) return offline()
    const location = findLocation(input.locationID)
    if (location === undefined) return unknown()
    if (input.utcStart <= now()) return fail('slot-in-past', 'This time has gone by.')
    sweep()
    remove(input.previousHold?.eventID)
    for (const machineID of input.candidates) {
      const machine = location.machines.find((candidate) => candidate.machineID === machineID)
      const utcEnd = machine && appointmentEnd(location, machine, input.skuID, input.utcStart)
      if (machine === undefined || utcEnd === undefined || !isFree(machineID, input.utcStart, utcEnd, [])) continue
      nextNumber += 1
      const user = world.user()
      const expiresAt = addMinutes(now(), slotHoldMinutes)
      const eventID = eventIDSchema.parse(`h-${nextNumber}`)
      const hold = { eventID, calendarID: machine.calendar, machineID, utcStart: input.utcStart, utcEnd, expiresAt }
      clinic.machineTimes.push({
        ...hold,
        locationID: location.locationID,
        kind: 'slot-hold',
        studyID: null,
        owner: user === null ? null : { userID: user.user_id, name: user.fullname },
      })
      changed(location, input.utcStart)
      return ok(hold)
    }
    return fail('slot-taken', taken().failure.message, { previousSlotFree: input.previousHold !== null })
  }
  const releaseHold = async ({ hold }: { hold: SlotHold }): Promise<Reply<Record<string, never>>> => {
    remove(hold.eventID)
    const location = findLocation(locationOfMachine(hold.machineID))
    if (location !== undefined) changed(location, hold.utcStart)
    return ok({})
  }
  const renewHold = async ({ hold }: { hold: SlotHold }): Promise<Reply<SlotHold>> => {
    if (!world.isOnline()) return offline()
    sweep()
    const index = clinic.machineTimes.findIndex((entry) => entry.eventID === hold.eventID)
    const entry = clinic.machineTimes[index]
    if (entry === undefined) return fail('hold-lapsed', 'The hold has lapsed.')
    const expiresAt = addMinutes(now(), slotHoldMinutes)
    clinic.machineTimes[index] = { ...entry, expiresAt }
    return ok({ ...hold, expiresAt })
  }

  const place = (
    input: Place,
    patientID: string,
    hold: SlotHold | null,
    except: string | undefined,
    temporaryHold: boolean,
  ): Reply<ReturnType<typeof toBookedStudy>> => {
    const location = findLocation(input.locationID)
    const machine = location?.machines.find((candidate) => candidate.machineID === input.machineID)
    const member = clinic.members.find((candidate) => candidate.patientID === patientID)
    if (location === undefined || machine === undefined || member === undefined) return unknown()
    const utcEnd = appointmentEnd(location, machine, input.skuID, input.utcStart)
    if (utcEnd === undefined) return fail('machine-does-not-support-sku', 'This machine does not do this scan.')
    sweep()
    if (!isFree(input.machineID, input.utcStart, utcEnd, [hold?.eventID, except])) return taken()
    nextNumber += 1
    return ok(
      toBookedStudy({
        number: nextNumber,
        member,
        location,
        machine,
        skuID: input.skuID,
        utcStart: input.utcStart,
        temporaryHold,
        now: now(),
      }),
    )
  }

  const findStudy = (studyID: string) => clinic.studies.find((study) => study.studyID === studyID)

  const booking: BookingBridge = {
    readWeek,
    findFirstFree,
    readDay: async ({ locationID, date }) => {
      const location = findLocation(locationID)
      if (location === undefined) return unknown()
      sweep()
      const { from, to } = dayBounds(date, location.timezone)
      const entries = clinic.machineTimes
        .filter((entry) => entry.locationID === locationID && entry.utcStart < to && from < entry.utcEnd)
        .map((machineTime) => {
          const study = clinic.studies.find((candidate) => candidate.studyID === machineTime.studyID) ?? null
          const member = clinic.members.find((candidate) => candidate.patientID === study?.patientID) ?? null
          return { machineTime, study, member, mine: machineTime.owner?.userID === world.user()?.user_id }
        })
      return ok({ locationID, date, entries, asOf: now(), source: world.isOnline() ? 'back-office' : 'cache' })
    },
    holdSlot,
    releaseHold,
    renewHold,
    book: async (input) => {
      if (!world.isOnline()) return offline()
      const before = done.get(input.idempotencyKey)
      if (before !== undefined) return ok(before)
      const prohibition = safety.findProhibition(input.safetyAnswers, input.patientID)
      if (prohibition !== null) return fail('scan-prohibited', prohibition)
      if (input.settleReason === null && safety.hasSettleNotice(input)) {
        return fail('settle-reason-required', 'Give a reason to book before this is settled.')
      }
      const placed = place(input, input.patientID, input.hold, undefined, input.temporaryHold)
      if (!placed.ok) return placed
      remove(input.hold?.eventID)
      clinic.machineTimes.push(placed.value.machineTime)
      const { memberType, referralType, referrer, sedativeTaken, opportunityID, slotSelectionType } = input
      const booked = replace({
        ...placed.value.study,
        memberType,
        referralType,
        referrer,
        sedativeTaken,
        opportunityID,
        slotSelectionType,
      })
      if (input.safetyAnswers !== null) {
        safety.saveAs(world.user()?.fullname ?? 'Member', booked.studyID, input.safetyAnswers)
        if (input.settleReason !== null) safety.keepReason(booked.studyID, input.settleReason)
      }
      const study = findStudy(booked.studyID) ?? booked
      note(study, 'Booked')
      done.set(input.idempotencyKey, study)
      const location = findLocation(input.locationID)
      if (location !== undefined) changed(location, input.utcStart)
      return ok(study)
    },
    reschedule: async (input) => {
      if (!world.isOnline()) return offline()
      const before = findStudy(input.studyID)
      if (before === undefined) return unknown()
      if (before.status.cancelled) return fail('already-cancelled', 'This appointment is cancelled already.')
      if (before.version !== input.version) {
        return fail('stale', 'Somebody else changed this appointment.', { currentVersion: before.version })
      }
      const placed = place(input, before.patientID, input.hold, before.booking?.eventID, before.temporaryHold)
      if (!placed.ok) return placed
      remove(input.hold?.eventID)
      remove(before.booking?.eventID)
      const { machineTime, study: moved } = placed.value
      clinic.machineTimes.push({ ...machineTime, studyID: before.studyID })
      const { locationID, skuID, slotSelectionType } = input
      replace({
        ...before,
        booking: moved.booking,
        price: moved.price,
        locationID,
        skuID,
        slotSelectionType,
      })
      const study = safety.refresh(before.studyID)
      if (study === null) return unknown()
      note(study, 'Rescheduled')
      const location = findLocation(input.locationID)
      if (location !== undefined) changed(location, input.utcStart)
      return ok(study)
    },
    cancel: async ({ studyID, cancellationReason, cancellationDetail }) => {
      if (!world.isOnline()) return offline()
      const before = findStudy(studyID)
      if (before === undefined) return unknown()
      if (before.status.cancelled) return fail('already-cancelled', 'This appointment is cancelled already.')
      remove(before.booking?.eventID)
      const cancelledBy = world.user()?.fullname ?? null
      const study = replace({
        ...before,
        booking: null,
        status: { ...before.status, booked: false, cancelled: true, cancelledTime: now(), cancelledBy },
        cancellation: { cancellationReason, cancellationDetail },
        version: before.version + 1,
      })
      note(study, 'Cancelled')
      return ok(study)
    },
    convertTemporaryHold: async ({ studyID }) => {
      const before = findStudy(studyID)
      if (before === undefined) return unknown()
      if (!before.temporaryHold) return fail('not-a-temporary-hold', 'This is not a temporary hold.')
      if (before.paymentAmount < before.price) return fail('balance-due', 'There is a balance to be paid first.')
      return ok(replace({ ...before, temporaryHold: false, temporaryHoldUntil: null, version: before.version + 1 }))
    },
    setSedative: async ({ studyID, sedativeTaken }) => {
      const before = findStudy(studyID)
      if (before === undefined) return unknown()
      return ok(replace({ ...before, sedativeTaken, version: before.version + 1 }))
    },
    readStudy: async ({ studyID }) => {
      const study = findStudy(studyID)
      const member = clinic.members.find((candidate) => candidate.patientID === study?.patientID)
      const location = study && findLocation(study.locationID)
      if (study === undefined || member === undefined || location === undefined) return unknown()
      return ok({ study, member, location, source: world.isOnline() ? 'back-office' : 'cache', asOf: now() })
    },
    settled: async () => ok([]),
    acknowledgeSettled: async () => ok({}),
  }

  const selfService: SelfServiceBridge = {
    readWeek,
    findFirstFree,
    catalogue: async () =>
      ok({ locations: selectableLocations(clinic.locations, null, 'self-service'), skus: clinic.skus }),
    holdSlot,
    releaseHold,
    renewHold,
    signUpAndBook: async ({ draft, locationID, skuID, hold, referral, idempotencyKey }) => {
      const member = await createMember({ draft, idempotencyKey: `${idempotencyKey}-m` })
      if (!member.ok) return member
      return booking.book({
        patientID: member.value.patientID,
        locationID,
        skuID,
        machineID: hold.machineID,
        utcStart: hold.utcStart,
        slotSelectionType: 'slot',
        hold,
        memberType: null,
        referralType: referral === undefined ? 'self' : 'provider',
        referrer: referral?.referrer ?? '',
        sedativeTaken: null,
        opportunityID: null,
        temporaryHold: false,
        override: null,
        safetyAnswers: referral?.safetyAnswers ?? null,
        safetyDraft: referral?.safetyDraft ?? null,
        settleReason: null,
        idempotencyKey,
        draftID: 'self',
      })
    },
    readStudy: async ({ studyID }) => {
      const study = findStudy(studyID)
      const location = study && findLocation(study.locationID)
      return study === undefined || location === undefined ? unknown() : ok({ study, location })
    },
    ...safety.selfService,
  }
  return { booking, selfService }
}
