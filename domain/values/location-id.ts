import { z } from 'zod'

/** A clinic's id: country-state-number, such as `ca-bc-1` (booking spec §9). */
export const locationIDSchema = z
  .string()
  .regex(/^[a-z]{2}-[a-z]{2}-\d{1,3}$/, 'must be a location id such as ca-bc-1')
  .brand<'LocationID'>()
export type LocationID = z.infer<typeof locationIDSchema>

/** A scan machine's id, unique over all locations: location id, `-m`, number, such as `ca-bc-1-m2`. */
export const machineIDSchema = z
  .string()
  .regex(/^[a-z]{2}-[a-z]{2}-\d{1,3}-m\d{1,2}$/, 'must be a machine id such as ca-bc-1-m1')
  .brand<'MachineID'>()
export type MachineID = z.infer<typeof machineIDSchema>

/** The id of a calendar: `cal-` and the id of its machine. Each machine has one calendar. */
export const calendarIDSchema = z
  .string()
  .regex(/^cal-[a-z]{2}-[a-z]{2}-\d{1,3}-m\d{1,2}$/, 'must be a calendar id such as cal-ca-bc-1-m1')
  .brand<'CalendarID'>()
export type CalendarID = z.infer<typeof calendarIDSchema>

/** A scan type's number, such as 300 (the default, booking spec §9). */
export const skuIDSchema = z.number().int().min(1).max(99_999).brand<'SkuID'>()
export type SkuID = z.infer<typeof skuIDSchema>

/** The scan type that is selected by default (booking spec §2, §9). */
export const defaultSkuID = skuIDSchema.parse(300)

export const toCalendarID = (machineID: MachineID): CalendarID => `cal-${machineID}` as CalendarID
export const toMachineID = (calendarID: CalendarID): MachineID => calendarID.slice('cal-'.length) as MachineID
/** Returns the location part of a machine id. */
export const locationOfMachine = (machineID: MachineID): LocationID =>
  machineID.slice(0, machineID.lastIndexOf('-m')) as LocationID
