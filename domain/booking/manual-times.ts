import { formatTime } from '../format/format-time.ts'
import { addMinutes, type Instant, minutesBetween } from '../values/instant.ts'
import { dayBounds, findInstants, type ZoneId, zoneAbbreviation } from '../values/location-clock.ts'
import type { PlainDate } from '../values/plain-date.ts'
import { toTimeOfDay } from '../values/time-of-day.ts'

/** One line of the list behind "Add a Manual Time". */
type ManualTimeChoice = {
  /** hh:mma, such as `09:40am`. */
  readonly label: string
  /** The same time as `HH:mm`. */
  readonly time: string
  /** Only in a repeated hour: `PDT (first)`, `PST (second)`. */
  readonly offsetNote?: string
  readonly instant: Instant
}

const MINUTES_A_DAY = 1440

/**
 * Returns the clock times of a day at intervals of `stepMinutes`, in the order of their instants (booking spec, Add a
 * Manual Time: 5-minute steps). With a step of 5, an ordinary day has 288 times. A skipped hour is absent. The times of
 * a repeated hour occur twice, each with its `offsetNote`. Throws RangeError unless the step is a whole number from 1
 * to 1440.
 */
export function manualTimeChoices(date: PlainDate, zone: ZoneId, stepMinutes = 5): readonly ManualTimeChoice[] {
  if (!Number.isInteger(stepMinutes) || stepMinutes < 1 || stepMinutes > MINUTES_A_DAY) {
    throw new RangeError(`Not a step of 1 to ${MINUTES_A_DAY} minutes: ${stepMinutes}`)
  }
  const { from, to } = dayBounds(date, zone)
  const isOrdinary = minutesBetween(from, to) === MINUTES_A_DAY
  const choices: ManualTimeChoice[] = []
  for (let minuteOfDay = 0; minuteOfDay < MINUTES_A_DAY; minuteOfDay += stepMinutes) {
    const time = toTimeOfDay(minuteOfDay)
    const label = formatTime(time)
    if (isOrdinary) {
      choices.push({ label, time, instant: addMinutes(from, minuteOfDay) })
      continue
    }
    const found = findInstants(date, time, zone)
    if (found.kind === 'once') choices.push({ label, time, instant: found.instant })
    if (found.kind === 'twice') {
      choices.push({ label, time, offsetNote: note(found.earlier, zone, 'first'), instant: found.earlier })
      choices.push({ label, time, offsetNote: note(found.later, zone, 'second'), instant: found.later })
    }
  }
  return isOrdinary ? choices : choices.sort((a, b) => minutesBetween(b.instant, a.instant))
}

function note(instant: Instant, zone: ZoneId, which: 'first' | 'second'): string {
  return `${zoneAbbreviation(instant, zone)} (${which})`
}
