import { useStore } from 'zustand'
import type { DayEntry } from '#contract/booking/bridge.ts'
import type { Bridge } from '#contract/bridge.ts'
import type { ChosenTime } from '#domain/booking/appointment.ts'
import { appointmentEnd } from '#domain/booking/appointment-end.ts'
import { formatTimeAt } from '#domain/format/format-time.ts'
import type { Location } from '#domain/locations/location.ts'
import type { Instant } from '#domain/values/instant.ts'
import { toWallTime } from '#domain/values/location-clock.ts'
import type { MachineID, SkuID } from '#domain/values/location-id.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import type { ClockStore } from '../../kit/clock-store.ts'
import { useDayEntries } from '../../study/use-day-entries.ts'
import { calendarWords } from './calendar-words.ts'
import { describeOccupant } from './describe-occupant.ts'

const words = calendarWords.inTheWay

type Props = {
  readonly location: Location
  readonly chosen: ChosenTime
  readonly readDay: Bridge['booking']['readDay']
  readonly clock: ClockStore
  /** The study that is being moved; its own time is no conflict. */
  readonly movingStudyID?: StudyID | undefined
}

/**
 * Returns the entries of a machine that overlap a time, in order of time. The times include cleaning, so two studies
 * can conflict even if their scans do not overlap.
 * @internal Tests check its cases directly.
 */
export const findConflictingEntries = (
  entries: readonly DayEntry[],
  machineID: MachineID,
  utcStart: Instant,
  utcEnd: Instant,
): readonly DayEntry[] =>
  entries
    .filter(({ machineTime: { machineID: on, utcStart: from, utcEnd: to } }) => {
      return on === machineID && from < utcEnd && utcStart < to
    })
    .sort((a, b) => (a.machineTime.utcStart < b.machineTime.utcStart ? -1 : 1))

/** Shows the appointments and holds that conflict with a refused manual time, each with its own start and end. */
export function ConflictingEntries({ location, chosen, readDay, clock, movingStudyID }: Props) {
  const { locationID, timezone } = location
  const { utcStart, skuID } = chosen
  const [machineID] = chosen.candidates
  const date = toWallTime(utcStart, timezone).date
  const now = useStore(clock, (state) => state.minute)
  const entries = useDayEntries(readDay, locationID, date)

  const utcEnd = endOf(location, machineID, skuID, utcStart)
  if (entries === null || machineID === undefined || utcEnd === undefined) return null
  const found = findConflictingEntries(entries, machineID, utcStart, utcEnd).filter(
    ({ machineTime: { expiresAt, studyID } }) =>
      (expiresAt === null || expiresAt > now) && (studyID === null || studyID !== movingStudyID),
  )
  if (found.length === 0) return null
  const timeOf = (instant: Instant): string => formatTimeAt(instant, timezone)
  return (
    <div className="mt__taken" role="status">
      <p>{words.title(timeOf(utcStart), timeOf(utcEnd))}</p>
      <ul>
        {found.map((entry) => (
          <li key={entry.machineTime.eventID} className="tabular">
            {timeOf(entry.machineTime.utcStart)} – {timeOf(entry.machineTime.utcEnd)} {describeOccupant(entry)}
          </li>
        ))}
      </ul>
    </div>
  )
}

const endOf = (
  location: Location,
  machineID: MachineID | undefined,
  skuID: SkuID,
  utcStart: Instant,
): Instant | undefined => {
  const machine = location.machines.find((each) => each.machineID === machineID)
  return machine && appointmentEnd(location, machine, skuID, utcStart)
}
