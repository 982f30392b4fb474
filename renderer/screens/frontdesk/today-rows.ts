import type { DayEntry } from '#domain/contract/bridge.ts'
import type { Location } from '#domain/locations/location.ts'
import { areNamesSimilar } from '#domain/members/duplicates.ts'
import type { Instant } from '#domain/time/instant.ts'

/** One appointment of the day, as the front desk reads it. */
export type TodayRow = {
  readonly key: string
  readonly utcStart: Instant
  readonly utcEnd: Instant
  readonly machine: string
  readonly scanType: string
  readonly study: NonNullable<DayEntry['study']>
  readonly member: DayEntry['member']
  /** Somebody else of that day has a name easily taken for this one. */
  readonly hasSimilarName: boolean
}

/**
 * The appointments of a day by time, then machine: booked studies and temporary holds. Slot holds are nobody's
 * appointment yet and cancelled studies are nobody's any more, so neither is listed.
 */
export const toTodayRows = (entries: readonly DayEntry[], location: Location): readonly TodayRow[] => {
  const shown = entries.filter((entry) => entry.study !== null && !entry.study.status.cancelled)
  const rows = shown.flatMap((entry): TodayRow[] => {
    const { study, member, machineTime } = entry
    if (study === null) return []
    const others = shown.flatMap((other) => (other.member === null ? [] : [other.member]))
    return [
      {
        key: machineTime.eventID,
        utcStart: machineTime.utcStart,
        utcEnd: machineTime.utcEnd,
        machine:
          location.machines.find((each) => each.machineID === machineTime.machineID)?.name ?? machineTime.machineID,
        scanType: location.catalog.primary.find((sold) => sold.skuID === study.skuID)?.name ?? String(study.skuID),
        study,
        member,
        hasSimilarName:
          member !== null &&
          others.some((other) => other.patientID !== member.patientID && areNamesSimilar(other, member)),
      },
    ]
  })
  const order = (row: TodayRow): string => `${row.utcStart} ${row.machine}`
  return rows.sort((a, b) => (order(a) < order(b) ? -1 : 1))
}
