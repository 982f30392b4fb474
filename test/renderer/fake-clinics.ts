import type { ClinicsBridge } from '#contract/locations/administration-bridge.ts'
import { fail, ok, type Reply } from '#contract/reply.ts'
import { findClosedTime } from '#domain/locations/closed-times.ts'
import type { ClosureFields } from '#domain/locations/closure.ts'
import { type Location, locationSchema, type Machine } from '#domain/locations/location.ts'
import {
  type AdministeredClosure,
  type AdministeredLocation,
  type BookedStudy,
  clinicCountries,
  type LocationFields,
  type MachineFields,
  withLocationFields,
} from '#domain/locations/location-draft.ts'
import { fullName } from '#domain/members/member.ts'
import { type LocationID, machineIDSchema, toCalendarID } from '#domain/values/location-id.ts'
import type { FakeWorld } from './fake-members.ts'

export type FakeClinics = {
  readonly clinics: ClinicsBridge
  /** Saves a change of a location, as another administrator would. */
  readonly changeAs: (locationID: string, change: Partial<Location>) => void
  readonly changeMachineAs: (machineID: string, change: Partial<Machine>) => void
  /** Saves a change of the closure whose reason is `reason`, as another administrator would. */
  readonly changeClosureAs: (reason: string, change: Partial<AdministeredClosure>) => void
  /** Adds a booked study that conflicts with every closure until that closure keeps the study. */
  readonly bookInside: (study: BookedStudy) => void
  /** Removes all locations, as in a new installation. */
  readonly empty: () => void
}

const machineOf = (machineID: Machine['machineID'], { name, active, scans }: MachineFields): Machine => ({
  machineID,
  name,
  active,
  calendar: toCalendarID(machineID),
  availableSKUs: scans.map(({ skuID }) => skuID),
  defaultTimes: Object.fromEntries(scans.flatMap(({ skuID, minutes }) => (minutes ? [[String(skuID), minutes]] : []))),
})

/** Creates locations, machines and closures in memory, with versions for optimistic locks. */
export const createFakeClinics = (world: FakeWorld): FakeClinics => {
  const locations = world.clinic.locations as Location[]
  const versions = new Map<string, number>()
  const closures: AdministeredClosure[] = []
  const booked: BookedStudy[] = []
  const versionOf = (locationID: string): number => versions.get(locationID) ?? 1
  const record = (location: Location): AdministeredLocation => ({ location, version: versionOf(location.locationID) })
  const offline = () => fail('offline', "You're offline. The server can't be reached right now.")

  const put = (location: Location): AdministeredLocation => {
    const at = locations.findIndex(({ locationID }) => locationID === location.locationID)
    versions.set(location.locationID, at < 0 ? 1 : versionOf(location.locationID) + 1)
    if (at < 0) locations.push(location)
    else locations[at] = location
    return record(location)
  }
  const change = (
    locationID: LocationID,
    version: number,
    make: (location: Location) => Location,
  ): Reply<AdministeredLocation> => {
    if (!world.isOnline()) return offline()
    const location = locations.find((each) => each.locationID === locationID)
    if (location === undefined) return fail('not-found', 'Location not found.')
    if (version !== versionOf(locationID)) {
      return fail('stale', 'Someone else saved this location.', { current: record(location) })
    }
    return ok(put(make(location)))
  }
  /** Returns the clinic's studies inside a closure. */
  const bookedInside = (closure: AdministeredClosure): readonly BookedStudy[] => {
    const timezone = locations.find(({ locationID }) => locationID === closure.locationID)?.timezone
    if (timezone === undefined) return []
    const place = { timezone, closures: [closure] }
    return world.clinic.machineTimes.flatMap(({ locationID, machineID, utcStart, utcEnd, studyID }) => {
      const member = world.clinic.studies.find((study) => study.studyID === studyID)?.patientID
      const person = world.clinic.members.find(({ patientID }) => patientID === member)
      if (person === undefined || studyID === null || locationID !== closure.locationID) return []
      if (utcEnd <= world.now() || findClosedTime(place, machineID, utcStart, utcEnd) === null) return []
      return [{ studyID, name: fullName(person), dob: person.dob ?? '', machineID, utcStart, utcEnd }]
    })
  }
  const withBooked = (closure: AdministeredClosure): AdministeredClosure => {
    const inside = [...booked, ...bookedInside(closure)]
    const conflicts = inside.filter(({ studyID }) => closure.kept.every(({ study }) => study.studyID !== studyID))
    const isOpen = closure.state === 'pending' || closure.state === 'in-force'
    return isOpen ? { ...closure, conflicts, state: conflicts.length > 0 ? 'pending' : 'in-force' } : closure
  }
  const putClosure = (closure: AdministeredClosure): AdministeredClosure => {
    const at = closures.findIndex(({ closureID }) => closureID === closure.closureID)
    if (at < 0) closures.push(closure)
    else closures[at] = closure
    return withBooked(closure)
  }
  const newLocation = (country: 'ca' | 'us', state: string, fields: LocationFields): Location => {
    const prefix = `${country}-${state.toLowerCase()}-`
    const number = locations.filter(({ locationID }) => locationID.startsWith(prefix)).length + 1
    const blank = locations[0]
    return locationSchema.parse({
      ...(blank === undefined ? {} : withLocationFields(blank, fields)),
      locationID: `${prefix}${number}`,
      address: { ...fields.address, state, country: clinicCountries[country] },
      machines: [],
      closures: [],
    })
  }
  const closureOf = (fields: ClosureFields, locationID: LocationID): AdministeredClosure => ({
    ...fields,
    closureID: `closure-${closures.length + 1}`,
    locationID,
    version: 1,
    state: 'in-force',
    createdBy: 'Ada Min',
    conflicts: [],
    kept: [],
  })

  return {
    changeAs: (locationID, changed) => {
      const location = locations.find((each) => each.locationID === locationID)
      if (location !== undefined) put({ ...location, ...changed })
    },
    changeMachineAs: (machineID, changed) => {
      const isOf = (each: Machine): boolean => each.machineID === machineID
      const location = locations.find(({ machines }) => machines.some(isOf))
      if (location === undefined) return
      put({ ...location, machines: location.machines.map((each) => (isOf(each) ? { ...each, ...changed } : each)) })
    },
    changeClosureAs: (reason, changed) => {
      const closure = closures.find((each) => each.reason === reason)
      if (closure !== undefined) putClosure({ ...closure, ...changed, version: closure.version + 1 })
    },
    bookInside: (study) => void booked.push(study),
    empty: () => void locations.splice(0),
    clinics: {
      readAll: async () => (world.isOnline() ? ok(locations.map(record)) : offline()),
      create: async ({ country, state, fields }) =>
        world.isOnline() ? ok(put(newLocation(country, state, fields as LocationFields))) : offline(),
      change: async ({ locationID, version, fields }) =>
        change(locationID, version, (location) => withLocationFields(location, fields as LocationFields)),
      addMachine: async ({ locationID, version, machine }) =>
        change(locationID, version, (location) => {
          const machineID = machineIDSchema.parse(`${locationID}-m${location.machines.length + 1}`)
          return { ...location, machines: [...location.machines, machineOf(machineID, machine as MachineFields)] }
        }),
      changeMachine: async ({ locationID, machineID, version, machine }) => {
        const inTheWay = machine.active ? [] : booked.filter((study) => study.machineID === machineID)
        if (inTheWay.length > 0) {
          return fail('bookings-ahead', 'Studies are booked on this machine. Move or cancel them, then save again.', {
            bookings: inTheWay,
          })
        }
        return change(locationID, version, (location) => ({
          ...location,
          machines: location.machines.map((each) =>
            each.machineID === machineID ? machineOf(machineID, machine as MachineFields) : each,
          ),
        }))
      },
      readClosures: async ({ locationID }) =>
        world.isOnline() ? ok(closures.filter((each) => each.locationID === locationID).map(withBooked)) : offline(),
      createClosure: async ({ locationID, closure }) =>
        world.isOnline() ? ok(putClosure(closureOf(closure, locationID))) : offline(),
      changeClosure: async ({ closureID, version, closure, isActive }) => {
        const before = closures.find((each) => each.closureID === closureID)
        if (before === undefined) return fail('not-found', 'Closure not found.')
        if (before.version !== version) return fail('stale', 'Someone else saved this closure.', { current: before })
        const state = isActive ? before.state : ('withdrawn' as const)
        return ok(putClosure({ ...before, ...closure, state, version: version + 1, conflicts: [] }))
      },
      keepInClosure: async ({ closureID, studyID, reason }) => {
        const before = closures.find((each) => each.closureID === closureID)
        const inside = before === undefined ? [] : [...booked, ...bookedInside(before)]
        const study = inside.find((each) => each.studyID === studyID)
        if (before === undefined || study === undefined) return fail('not-found', 'Closure not found.')
        return ok(putClosure({ ...before, kept: [...before.kept, { study, reason, by: 'Ada Min' }] }))
      },
    },
  }
}
