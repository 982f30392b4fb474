import { formatDate } from '../format/format-date.ts'
import { formatPhone } from '../format/format-phone.ts'
import { formatTimeAt } from '../format/format-time.ts'
import type { Location } from '../locations/location.ts'
import { fullName, type Member } from '../members/member.ts'
import type { ZoneId } from '../values/location-clock.ts'
import { type BoardChip, toBoardChips } from './board-chips.ts'
import { packageName } from './package-name.ts'
import type { Study } from './study.ts'

/** One appointment on the printed day. */
export type DaySheetRow = {
  readonly time: string
  readonly name: string
  readonly born: string
  readonly phone: string
  readonly scan: string
  /** The points that are open or need attention before the scan, in words. */
  readonly alerts: readonly string[]
  readonly note: string
}

/** The appointments of one machine, by time. */
export type DaySheetMachine = { readonly name: string; readonly rows: readonly DaySheetRow[] }

type Appointment = { readonly study: Study; readonly member: Member | null }

const needsAct = ({ weight }: BoardChip): boolean => weight === 'stop' || weight === 'attention'

/**
 * Returns the alerts of a study. On screen only the color distinguishes a signed-off stop from an open one; paper has
 * no color, so the sign-off is an alert too.
 */
const alertsOf = (study: Study, location: Location): readonly string[] => {
  const chips = toBoardChips(study, location)
  const hasStops = chips.some((chip) => chip.kind === 'safety' && needsAct(chip))
  return chips
    .filter((chip) => needsAct(chip) || (hasStops && chip.kind === 'safety' && chip.weight === 'done'))
    .map(({ kind, short, text }) => (kind === 'balance' ? text : short))
}

/**
 * Returns the day of a location for its printed sheet: each machine with appointments, in the order of the location,
 * and what staff must know about each member. Cancelled studies are omitted.
 */
export const toDaySheet = (
  appointments: readonly Appointment[],
  location: Location,
  zone: ZoneId,
): readonly DaySheetMachine[] => {
  const booked = appointments.flatMap(({ study, member }) =>
    study.booking === null || study.status.cancelled ? [] : [{ study, member, booking: study.booking }],
  )
  const known = location.machines.map(({ machineID, name }) => ({ machineID, name }))
  // A machine that the location no longer has may still have appointments.
  const others = [...new Set(booked.map(({ booking }) => booking.machineID))]
    .filter((machineID) => !known.some((machine) => machine.machineID === machineID))
    .map((machineID) => ({ machineID, name: String(machineID) }))
  return [...known, ...others].flatMap(({ machineID, name }) => {
    const rows = booked
      .filter(({ booking }) => booking.machineID === machineID)
      .toSorted((one, other) => (one.booking.utcStart < other.booking.utcStart ? -1 : 1))
      .map(
        ({ study, member, booking }): DaySheetRow => ({
          time: `${formatTimeAt(booking.utcStart, zone)} – ${formatTimeAt(booking.utcEnd, zone)}`,
          name: member === null ? study.studyID : fullName(member),
          born: member === null ? '' : formatDate(member.dob),
          phone: member === null ? '' : formatPhone(member.phone_number),
          scan: packageName(study.skuID, location),
          alerts: alertsOf(study, location),
          note: study.details.frontDeskNote,
        }),
      )
    return rows.length === 0 ? [] : [{ name, rows }]
  })
}
