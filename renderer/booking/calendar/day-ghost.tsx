import type { CSSProperties } from 'react'
import type { DayEntry } from '#contract/booking/bridge.ts'
import type { Drop } from '#domain/booking/move-drop.ts'
import { formatTimeAt } from '#domain/format/format-time.ts'
import type { Location } from '#domain/locations/location.ts'
import { fullName } from '#domain/members/member.ts'
import { addMinutes, type Instant, minutesBetween } from '#domain/values/instant.ts'
import type { MachineID } from '#domain/values/location-id.ts'
import { calendarWords } from './calendar-words.ts'
import { whyRefused } from './drop-words.ts'
import type { DayDrag } from './use-day-drag.ts'

const words = calendarWords.drop

type Props = {
  readonly drag: DayDrag
  readonly location: Location
  readonly placed: (from: Instant, to: Instant) => CSSProperties
}

/** Returns the end of a carried appointment: the scan's on that machine or, where it cannot be, its present length. */
const endOf = ({ machineTime }: DayEntry, utcStart: Instant, drop: Drop<DayEntry>): Instant =>
  drop.kind === 'allowed' ? drop.utcEnd : addMinutes(utcStart, minutesBetween(machineTime.utcStart, machineTime.utcEnd))

/** Returns the carried appointment's new time and whether it can be there, as the block and a screen reader have it. */
const describeCarried = (drag: DayDrag, location: Location): { times: string; state: string } | null => {
  const { carried, drop } = drag
  if (carried === null || drop === null) return null
  const { utcStart } = carried.place
  const end = endOf(carried.entry, utcStart, drop)
  const state =
    drop.kind === 'allowed'
      ? words.allowed
      : drop.kind === 'same'
        ? words.same
        : whyRefused(drop, location, carried.place)
  return {
    times: `${formatTimeAt(utcStart, location.timezone)} – ${formatTimeAt(end, location.timezone)}`,
    state,
  }
}

/** Shows in a machine's column where the carried appointment would be, with its new time, and why it cannot be there. */
export function Ghost({ drag, location, placed, machineID }: Props & { readonly machineID: MachineID }) {
  const { carried, drop } = drag
  const said = describeCarried(drag, location)
  if (carried === null || drop === null || said === null || carried.place.machineID !== machineID) return null
  const { utcStart } = carried.place
  const { member } = carried.entry
  return (
    <div
      className={drop.kind === 'refused' ? 'dp__ghost dp__ghost--refused' : 'dp__ghost'}
      style={placed(utcStart, endOf(carried.entry, utcStart, drop))}
      aria-hidden="true"
    >
      <strong className="tabular">{said.times}</strong>
      <span>{member === null ? calendarWords.day.unknownName : fullName(member)}</span>
      <span>{said.state}</span>
    </div>
  )
}

/** Announces each place to which keys carry an appointment. */
export function CarriedPlace({ drag, location }: Pick<Props, 'drag' | 'location'>) {
  const said = drag.carried?.by === 'keyboard' ? describeCarried(drag, location) : null
  const machine = location.machines.find(({ machineID }) => machineID === drag.carried?.place.machineID)
  return (
    <p className="w-visually-hidden" role="status">
      {said === null ? '' : words.spoken(machine?.name ?? '', said.times, said.state)}
    </p>
  )
}
