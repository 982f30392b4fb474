import { checkStart } from '#back-office/booking/appointment.ts'
import { Refusal } from '#back-office/kernel/refusal.ts'
import type { BookingBridge, SelfServiceBridge, WeekView } from '#contract/booking/bridge.ts'
import { fail, ok, type Reply } from '#contract/reply.ts'
import { appointmentEnd } from '#domain/booking/appointment-end.ts'
import { slotHoldMinutes } from '#domain/booking/hold-times.ts'
import { eventIDSchema, type MachineTime, type SlotHold } from '#domain/booking/machine-time.ts'
import { findNextBookedDay, nextDaySearch } from '#domain/booking/next-booked-day.ts'
import { findOpeningWeek } from '#domain/booking/opening-week.ts'
import { buildSlotDays } from '#domain/booking/slot-grid.ts'
import type { Location } from '#domain/locations/location.ts'
import { isLocationAllowed } from '#domain/locations/location-rules.ts'
import { hasRole } from '#domain/session/role.ts'
import { addMinutes, type Instant, toEpochMs } from '#domain/values/instant.ts'
import { dayBounds, todayAt } from '#domain/values/location-clock.ts'
import { locationOfMachine, type MachineID, type SkuID } from '#domain/values/location-id.ts'
import { addDays, type PlainDate, startOfWeek, weekDates } from '#domain/values/plain-date.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import type { FakeWorld } from './fake-members.ts'

type HoldInput = Parameters<BookingBridge['holdSlot']>[0]
type WeekInput = {
  locationID: Location['locationID']
  skuID: SkuID
  monday: PlainDate
  movingStudyID?: StudyID | undefined
}

export const offline = () => fail('offline', 'The back office cannot be reached.')
export const unknown = () => fail('not-found', 'There is no such record.')
export const slotTaken = () =>
  fail('slot-taken', 'Unfortunately the time slot you selected is unavailable. Please select a different time slot.')
const locationForbidden = () => fail('location-forbidden', 'This location is not one of yours.')
export const holdOfSomeoneElse = () => fail('hold-of-someone-else', 'This time slot is held by someone else.')
const skuNotSupported = () =>
  fail('machine-does-not-support-sku', 'No machine at this location supports this scan type.')

/** Runs a rule of the back office, and returns its refusals as failures. */
export const orRefusal = <Value>(run: () => Value): Reply<Value> => {
  try {
    return ok(run())
  } catch (thrown) {
    if (!(thrown instanceof Refusal)) throw thrown
    return fail(thrown.code, thrown.message, thrown.details)
  }
}

type Calendar = Pick<
  BookingBridge,
  'readWeek' | 'findFirstFree' | 'readDay' | 'findNextDay' | 'holdSlot' | 'releaseHold' | 'renewHold'
>

type FakeCalendar = {
  readonly staff: Calendar
  readonly members: Pick<SelfServiceBridge, 'readWeek' | 'findFirstFree' | 'holdSlot' | 'releaseHold' | 'renewHold'>
  readonly find: (locationID: string) => Location | undefined
  /** Returns the location if the signed-in user may work there. */
  readonly findAllowed: (locationID: string) => Reply<Location>
  readonly sweep: () => void
  readonly remove: (eventID: string | undefined) => void
  /** Removes the given hold and the user's own overlapping holds. Fails if the given hold belongs to another user. */
  readonly consume: (hold: SlotHold | null, machineID: MachineID, from: Instant, to: Instant) => Reply<null>
  readonly isFree: (machineID: MachineID, from: Instant, to: Instant, studyID?: string) => boolean
  readonly changed: (location: Location, utcStart: Instant) => void
}

/** Creates the weeks, days and holds of the fake bridge. Applies the domain's rules to a list in memory. */
export const createFakeCalendar = (world: FakeWorld): FakeCalendar => {
  const { clinic, now } = world
  let nextNumber = 0

  const find = (locationID: string) => clinic.locations.find((location) => location.locationID === locationID)
  const findAllowed = (locationID: string): Reply<Location> => {
    const user = world.user()
    const location = find(locationID)
    if (user !== null && !isLocationAllowed(user, locationID as Location['locationID'])) return locationForbidden()
    return location === undefined ? unknown() : ok(location)
  }
  const findOpen = (locationID: string): Reply<Location> => {
    const location = find(locationID)
    if (location === undefined) return unknown()
    const isOpen = location.active && location.selfServiceBooking
    return isOpen ? ok(location) : fail('location-not-bookable', "This clinic can't be booked online.")
  }
  const sells = (location: Location, skuID: SkuID): boolean =>
    location.machines.some((machine) => machine.availableSKUs.includes(skuID)) &&
    location.catalog.primary.some((scan) => scan.skuID === skuID)
  const isLapsed = (entry: MachineTime): boolean => entry.expiresAt !== null && entry.expiresAt <= now()
  const sweep = (): void => {
    for (let index = clinic.machineTimes.length - 1; index >= 0; index -= 1) {
      const entry = clinic.machineTimes[index]
      if (entry !== undefined && isLapsed(entry)) clinic.machineTimes.splice(index, 1)
    }
  }
  const entryOf = (eventID: string | undefined) => clinic.machineTimes.find((entry) => entry.eventID === eventID)
  const remove = (eventID: string | undefined): void => {
    const index = clinic.machineTimes.findIndex((entry) => entry.eventID === eventID)
    if (index >= 0) clinic.machineTimes.splice(index, 1)
  }
  const overlapping = (machineID: MachineID, from: Instant, to: Instant): readonly MachineTime[] =>
    clinic.machineTimes.filter(
      (entry) => entry.machineID === machineID && entry.utcStart < to && from < entry.utcEnd && !isLapsed(entry),
    )
  const isFree = (machineID: MachineID, from: Instant, to: Instant, studyID?: string): boolean =>
    overlapping(machineID, from, to).every((entry) => studyID !== undefined && entry.studyID === studyID)
  const changed = (location: Location, utcStart: Instant): void =>
    world.emit('booking.calendarChanged', {
      locationID: location.locationID,
      dates: [todayAt(utcStart, location.timezone)],
    })

  /** Creates the calendar of staff, or of members on their own pages, for whom `userOf` returns null. */
  const calendarOf = (
    locate: (locationID: string) => Reply<Location>,
    userOf: () => { readonly userID: string; readonly name: string } | null,
  ): Omit<Calendar, 'readDay' | 'findNextDay' | 'readWeek'> & {
    readWeek: (input: WeekInput) => Promise<Reply<WeekView>>
  } => {
    const isOwn = ({ owner }: MachineTime): boolean => owner === null || owner.userID === userOf()?.userID
    const isHoldOfUser = (entry: MachineTime): boolean =>
      entry.kind === 'slot-hold' && entry.owner !== null && entry.owner.userID === userOf()?.userID
    const readWeek = async (input: WeekInput): Promise<Reply<WeekView>> => {
      const found = locate(input.locationID)
      if (!found.ok) return found
      const location = found.value
      if (!sells(location, input.skuID)) return skuNotSupported()
      sweep()
      const { locationID, skuID, monday, movingStudyID } = input
      // A workstation's copy also ends 60 days ahead (main/sync/location-feed.ts).
      const lastCopied = addDays(todayAt(now(), location.timezone), 60)
      if (!world.isOnline() && addDays(monday, 7) > lastCopied) return offline()
      const here = clinic.machineTimes.filter((entry) => entry.locationID === locationID)
      const own = here.find((entry) => movingStudyID !== undefined && entry.studyID === movingStudyID)
      const days = buildSlotDays({
        location,
        skuID,
        dates: weekDates(monday),
        machineTimes: here.filter((entry) => entry !== own),
        now: now(),
        userID: userOf()?.userID ?? null,
      }).map((day) => ({
        ...day,
        slots: day.slots.map((slot) => {
          // The study being moved blocks its machine only at its present start time, which is therefore not offered.
          const machines = slot.machines.filter((id) => id !== own?.machineID || slot.utcStart !== own.utcStart)
          if (machines.length === slot.machines.length || slot.state === 'past') return slot
          return { ...slot, machines, state: machines.length === 0 ? ('taken' as const) : slot.state }
        }),
      }))
      return ok({ locationID, skuID, monday, days, asOf: now(), source: world.isOnline() ? 'back-office' : 'cache' })
    }
    const release = (hold: SlotHold): Reply<Record<string, never>> => {
      const entry = entryOf(hold.eventID)
      if (entry === undefined || entry.kind !== 'slot-hold') return ok({})
      const mayRemove = isOwn(entry) || hasRole(world.user()?.roles ?? [], 'admin')
      if (!mayRemove) return holdOfSomeoneElse()
      remove(hold.eventID)
      const location = find(locationOfMachine(hold.machineID))
      if (location !== undefined) changed(location, hold.utcStart)
      return ok({})
    }
    const holdOn = (location: Location, machineID: MachineID, input: HoldInput): SlotHold | null => {
      const machine = location.machines.find((candidate) => candidate.machineID === machineID)
      const utcEnd = machine && appointmentEnd(location, machine, input.skuID, input.utcStart)
      if (machine === undefined || utcEnd === undefined) return null
      const { utcStart, movingStudyID } = input
      const others = overlapping(machineID, utcStart, utcEnd).filter(
        ({ studyID }) => movingStudyID === undefined || studyID !== movingStudyID,
      )
      const [same] = others
      const isSame =
        others.length === 1 &&
        same !== undefined &&
        isHoldOfUser(same) &&
        toEpochMs(same.utcStart) === toEpochMs(utcStart)
      if (!isSame && others.some((entry) => !isHoldOfUser(entry))) return null
      const expiresAt = (isSame ? same.expiresAt : null) ?? addMinutes(now(), slotHoldMinutes)
      nextNumber += isSame ? 0 : 1
      const eventID = isSame ? same.eventID : eventIDSchema.parse(`h-${nextNumber}`)
      const hold = { eventID, calendarID: machine.calendar, machineID, utcStart, utcEnd, expiresAt }
      if (isSame) return hold
      for (const entry of others) remove(entry.eventID)
      clinic.machineTimes.push({
        ...hold,
        locationID: location.locationID,
        kind: 'slot-hold',
        studyID: null,
        owner: userOf(),
      })
      return hold
    }
    return {
      readWeek,
      findFirstFree: async ({ locationID, skuID, from }) => {
        const found = locate(locationID)
        if (!found.ok) return found
        const location = found.value
        const current = todayAt(now(), location.timezone)
        const first = from !== undefined && from > current ? from : current
        for (let week = 0; week < 12; week += 1) {
          const view = await readWeek({ locationID, skuID, monday: startOfWeek(addDays(first, week * 7)) })
          if (!view.ok) return view
          const slots = view.value.days.flatMap((day) => (day.date < first ? [] : day.slots))
          const opening = findOpeningWeek(slots, now(), location.timezone)
          if (opening !== null) return ok({ opening, searchedTo: addDays(view.value.monday, 6) })
        }
        return ok({ opening: null, searchedTo: addDays(first, 83) })
      },
      holdSlot: async (input) => {
        const found = locate(input.locationID)
        if (!found.ok) return found
        const location = found.value
        const supported = location.machines.filter(
          (machine) =>
            input.candidates.includes(machine.machineID) &&
            appointmentEnd(location, machine, input.skuID, input.utcStart) !== undefined,
        )
        if (supported.length === 0) return skuNotSupported()
        if (!world.isOnline()) return offline()
        if (input.previousHold !== null) {
          const released = release(input.previousHold)
          if (!released.ok && released.failure.code !== 'hold-of-someone-else') return released
        }
        const start = orRefusal(() => checkStart(location, input.utcStart, toEpochMs(now()) / 1000))
        if (!start.ok) return start
        sweep()
        for (const machineID of input.candidates) {
          const hold = holdOn(location, machineID, input)
          if (hold === null) continue
          changed(location, input.utcStart)
          return ok(hold)
        }
        const { previousHold } = input
        const previousSlotFree =
          previousHold !== null &&
          userOf() !== null &&
          isFree(previousHold.machineID, previousHold.utcStart, previousHold.utcEnd)
        return fail('slot-taken', slotTaken().failure.message, { previousSlotFree })
      },
      releaseHold: async ({ hold }) => (world.isOnline() ? release(hold) : offline()),
      renewHold: async ({ hold }) => {
        if (!world.isOnline()) return offline()
        sweep()
        const entry = entryOf(hold.eventID)
        if (entry === undefined || entry.kind !== 'slot-hold') return fail('hold-lapsed', 'The hold has lapsed.')
        if (!isOwn(entry)) return holdOfSomeoneElse()
        const expiresAt = addMinutes(now(), slotHoldMinutes)
        clinic.machineTimes[clinic.machineTimes.indexOf(entry)] = { ...entry, expiresAt }
        return ok({ ...hold, expiresAt })
      },
    }
  }

  const owner = () => {
    const user = world.user()
    return user === null ? null : { userID: user.user_id, name: user.fullname }
  }
  const ownPages = calendarOf(findOpen, () => null)
  return {
    staff: {
      ...calendarOf(findAllowed, owner),
      readDay: async ({ locationID, date }) => {
        const found = findAllowed(locationID)
        if (!found.ok) return found
        sweep()
        const { from, to } = dayBounds(date, found.value.timezone)
        const entries = clinic.machineTimes
          .filter((entry) => entry.locationID === locationID && entry.utcStart < to && from < entry.utcEnd)
          .map((machineTime) => {
            const study = clinic.studies.find((candidate) => candidate.studyID === machineTime.studyID) ?? null
            const member = clinic.members.find((candidate) => candidate.patientID === study?.patientID) ?? null
            const mine = machineTime.owner !== null && machineTime.owner.userID === world.user()?.user_id
            return { machineTime, study, member, mine }
          })
        return ok({ locationID, date, entries, asOf: now(), source: world.isOnline() ? 'back-office' : 'cache' })
      },
      findNextDay: async ({ locationID, from }) => {
        const found = findAllowed(locationID)
        if (!found.ok) return found
        const times = clinic.machineTimes.filter((entry) => entry.locationID === locationID)
        const date = findNextBookedDay(times, from, found.value.timezone, now())
        return ok({ date, searchedTo: addDays(from, nextDaySearch - 1) })
      },
    },
    members: {
      ...ownPages,
      // The public calendar shows which slots are open, but no holds.
      readWeek: async (input) => {
        const reply = world.isOnline() ? await ownPages.readWeek(input) : offline()
        if (!reply.ok) return reply
        const days = reply.value.days.map((day) => ({
          ...day,
          slots: day.slots.map((slot) => ({ ...slot, holds: [] })),
        }))
        return ok({ ...reply.value, days, source: 'back-office' })
      },
    },
    find,
    findAllowed,
    sweep,
    remove,
    consume: (hold, machineID, from, to) => {
      const entry = entryOf(hold?.eventID)
      const userID = world.user()?.user_id
      if (entry?.kind === 'slot-hold') {
        if (entry.owner !== null && entry.owner.userID !== userID) return holdOfSomeoneElse()
        remove(entry.eventID)
      }
      for (const own of overlapping(machineID, from, to)) {
        if (own.kind === 'slot-hold' && own.owner !== null && own.owner.userID === userID) remove(own.eventID)
      }
      return ok(null)
    },
    isFree,
    changed,
  }
}
