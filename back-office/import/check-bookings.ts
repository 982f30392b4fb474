import { findMachineNamed, type ImportedBooking, readStart } from '#domain/import/read-booking.ts'
import type { RowProblem } from '#domain/import/read-row.ts'
import type { Location } from '#domain/locations/location.ts'
import type { Gender } from '#domain/members/member.ts'
import { decidePayment } from '#domain/payments/payment-form.ts'
import { toMoney } from '#domain/values/money.ts'
import { planAppointment } from '../booking/appointment.ts'
import { checkBookable } from '../booking/permissions.ts'
import type { Database } from '../database/database.ts'
import { Refusal } from '../kernel/refusal.ts'
import { findExternalIDs, findSexOfMembers, findTimesOfMachines } from '../repositories/external-ids-repository.ts'
import type { ImportRecord, PlannedBooking } from './import-plan.ts'
import { backOfficeImportWords as words } from './import-words.ts'
import { MachineCalendar } from './machine-calendar.ts'

/** The facts about a member that a booking needs. */
type BookedMember = { readonly id: string; readonly gender: Gender }

/** Returns the members that bookings name: those of the same file, and those of the database. */
export const findBookedMembers = async (
  db: Database,
  drafts: readonly ImportedBooking[],
  added: ReadonlyMap<string, BookedMember>,
): Promise<ReadonlyMap<string, BookedMember>> => {
  const named = [...new Set(drafts.map(({ member }) => member))].filter((member) => !added.has(member))
  const imported = await findExternalIDs(db, 'members', named)
  const idOf = (member: string): string => imported.get(member) ?? member
  const sexes = await findSexOfMembers(db, named.map(idOf))
  const found = named.flatMap((member): (readonly [string, BookedMember])[] => {
    const gender = sexes.get(idOf(member))
    return gender === undefined ? [] : [[member, { id: idOf(member), gender: gender as Gender }]]
  })
  return new Map([...added, ...found])
}

/** Returns the times that are taken on the machines of these locations. */
export const readMachineCalendar = async (
  db: Database,
  locations: readonly Location[],
  now: number,
): Promise<MachineCalendar> => {
  const calendar = new MachineCalendar()
  const machineIDs = locations.flatMap(({ machines }) => machines.map(({ machineID }) => machineID))
  for (const { machine_id, starts_at, ends_at } of await findTimesOfMachines(db, machineIDs, now)) {
    calendar.add(machine_id, { from: starts_at, to: ends_at })
  }
  return calendar
}

/** Maps the field or code with which the booking rules refuse a booking to the column of the file. */
const columns: Readonly<Record<string, string>> = {
  utcStart: 'start',
  'slot-in-past': 'start',
  machineID: 'machine',
  'machine-does-not-support-sku': 'machine',
  'location-not-bookable': 'location_id',
}

const toProblem = (error: unknown): RowProblem => {
  if (!(error instanceof Refusal)) throw error
  const [field] = Object.keys(error.details?.fields ?? {})
  return { field: columns[field ?? error.code] ?? 'row', problem: error.message }
}

/** Plans a booking by the rules of the booking screen and reserves its time in the calendar, or returns a problem. */
export const planBooking = (
  { value: draft, ...record }: ImportRecord<ImportedBooking>,
  known: {
    readonly members: ReadonlyMap<string, BookedMember>
    readonly locations: ReadonlyMap<string, Location>
    readonly calendar: MachineCalendar
    readonly now: number
  },
): ImportRecord<PlannedBooking> | RowProblem => {
  const member = known.members.get(draft.member)
  if (member === undefined) return { field: 'member', problem: words.unknownMember }
  const location = known.locations.get(draft.locationID)
  if (location === undefined) return { field: 'location_id', problem: words.unknownLocation }
  if (!location.catalog.primary.some(({ skuID }) => skuID === draft.skuID)) {
    return { field: 'sku_id', problem: words.notSold }
  }
  const machine = findMachineNamed(location, draft.machine)
  if (machine === undefined) return { field: 'machine', problem: words.unknownMachine }
  const start = readStart(draft.start, location.timezone)
  if (!start.ok) return { field: 'start', problem: start.problem }
  try {
    checkBookable(location, true)
    const wish = {
      skuID: draft.skuID,
      machineID: machine.machineID,
      utcStart: start.instant,
      slotSelectionType: 'manual',
    } as const
    const plan = planAppointment(location, wish, known.now)
    if (known.calendar.isTaken(machine.machineID, plan)) return { field: 'start', problem: words.overlaps }
    if (draft.prepaid > 0) {
      const decision = decidePayment({
        paymentType: 'prepaid',
        amount: draft.prepaid,
        referenceID: '',
        giftCardNumber: '',
        balance: plan.price,
        isForcedTotal: false,
        availableCredits: toMoney(0),
        isExternalLenderOffered: false,
        hasLocationAndTime: true,
      })
      if (!decision.ok) return { field: 'prepaid', problem: decision.message }
    }
    known.calendar.add(machine.machineID, plan)
    return { ...record, value: { draft, patientID: member.id, gender: member.gender, location, plan } }
  } catch (error) {
    return toProblem(error)
  }
}
