import type { RouteAnswer } from '#contract/back-office.ts'
import type { Location, Machine } from '#domain/locations/location.ts'
import { checkMachineFields, type MachineFields } from '#domain/locations/location-draft.ts'
import { type LocationID, type MachineID, machineIDSchema, toCalendarID } from '#domain/values/location-id.ts'
import type { HandlerInput } from '../kernel/handler.ts'
import { Refusal } from '../kernel/refusal.ts'
import { findStudiesByID } from '../repositories/changes-repository.ts'
import { findBookedAfter } from '../repositories/closures-repository.ts'
import { type AdministrationContext, bookingsAhead, changeAdministered, refuseFieldProblems } from './administered.ts'
import { backOfficeLocationWords as words } from './location-words.ts'

const maxMachines = 99

const toMachine = (machineID: MachineID, { name, scans, active }: MachineFields): Machine => ({
  machineID,
  name,
  availableSKUs: scans.map(({ skuID }) => skuID),
  calendar: toCalendarID(machineID),
  defaultTimes: Object.fromEntries(
    scans.flatMap(({ skuID, minutes }) => (minutes === null ? [] : [[String(skuID), minutes]])),
  ),
  active,
})

/** Returns the id with the number after the location's highest. */
const nextMachineID = ({ locationID, machines }: Location): MachineID => {
  const numbers = machines.map(({ machineID }) => Number(machineID.slice(machineID.lastIndexOf('-m') + 2)))
  const number = Math.max(0, ...numbers) + 1
  if (number > maxMachines) throw new Refusal('invalid-input', words.machinesFull)
  return machineIDSchema.parse(`${locationID}-m${number}`)
}

/**
 * Adds a machine to a location. Throws 404 for an unknown location; 409 `stale` with the saved location; 400 with
 * fields.
 */
export const addMachine = async (
  locationID: LocationID,
  { version, machine }: HandlerInput<'addMachine'>['body'],
  context: AdministrationContext,
): Promise<RouteAnswer<'addMachine'>> => {
  refuseFieldProblems(checkMachineFields(machine))
  return changeAdministered(locationID, version, context, async (_db, before) => {
    const machineID = nextMachineID(before)
    const location = { ...before, machines: [...before.machines, toMachine(machineID, machine)] }
    return { location, what: machineID }
  })
}

/**
 * Changes a machine's name, scan types, minutes, or whether it takes bookings. Booked studies keep their times. Throws
 * 404 for an unknown machine; 409 `stale` with the saved location; 409 `bookings-ahead` with the booked studies of a
 * machine that is deactivated, or of a scan type that is removed from the machine; 400 with fields.
 */
export const changeMachine = async (
  { locationID, machineID }: HandlerInput<'changeMachine'>['params'],
  { version, machine }: HandlerInput<'changeMachine'>['body'],
  context: AdministrationContext,
): Promise<RouteAnswer<'changeMachine'>> => {
  refuseFieldProblems(checkMachineFields(machine))
  return changeAdministered(locationID, version, context, async (db, before) => {
    const old = before.machines.find((each) => each.machineID === machineID)
    if (old === undefined) throw new Refusal('not-found', words.machineNotFound)
    const changed = toMachine(machineID, machine)
    const lost = old.availableSKUs.filter((skuID) => !machine.active || !changed.availableSKUs.includes(skuID))
    if (lost.length > 0 || (!machine.active && old.active !== false)) {
      const booked = (await findBookedAfter(db, locationID, context.now)).filter((each) => each.machineID === machineID)
      const studies = await findStudiesByID(
        db,
        booked.map(({ studyID }) => studyID),
      )
      const skuOf = new Map<string, number>(studies.map((study) => [study.study_id, study.sku_id]))
      const inTheWay = booked.filter(
        ({ studyID }) => !machine.active || lost.some((skuID) => skuID === skuOf.get(studyID)),
      )
      if (inTheWay.length > 0) throw bookingsAhead(words.machineBooked(old.name), inTheWay)
    }
    const machines = before.machines.map((each) => (each.machineID === machineID ? changed : each))
    return { location: { ...before, machines }, what: machineID }
  })
}
