import type { DayEntry } from '#contract/booking/bridge.ts'
import type { Drop, DropPlace } from '#domain/booking/move-drop.ts'
import type { OutsideHours } from '#domain/booking/outside-hours.ts'
import { formatTime, formatTimeAt } from '#domain/format/format-time.ts'
import type { Location } from '#domain/locations/location.ts'
import { closedMessageShort } from '#domain/locations/location-words.ts'
import { calendarWords } from './calendar-words.ts'
import { describeOccupant } from './describe-occupant.ts'

const words = calendarWords.drop

type Refused = Extract<Drop<DayEntry>, { kind: 'refused' }>

const whyClosed = ({ hours, closed }: OutsideHours, location: Location): string => {
  if (closed !== undefined) return closedMessageShort(closed.closure.reason)
  if (hours === null) return calendarWords.manual.closed(location.address.name)
  return calendarWords.manual.outsideHours(formatTime(hours.open), formatTime(hours.close))
}

/** Returns why an appointment cannot be dropped at a place. */
export const whyRefused = (drop: Refused, location: Location, place: DropPlace): string => {
  const machine = location.machines.find(({ machineID }) => machineID === place.machineID)?.name ?? place.machineID
  switch (drop.reason) {
    case 'past':
      return calendarWords.slots.past
    case 'unable':
      return words.unable(machine)
    case 'closed':
      return whyClosed(drop.outside, location)
    case 'taken': {
      const { utcStart, utcEnd } = drop.by.machineTime
      const times = `${formatTimeAt(utcStart, location.timezone)} – ${formatTimeAt(utcEnd, location.timezone)}`
      return words.taken(machine, times, describeOccupant(drop.by))
    }
  }
}
