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

/**
 * Returns the end of a dragged appointment, from the scan's minutes on that machine. At a refused place, the
 * appointment keeps its current length.
 */
const endOf = ({ machineTime }: DayEntry, utcStart: Instant, drop: Drop<DayEntry>): Instant =>
  drop.kind === 'allowed' ? drop.utcEnd : addMinutes(utcStart, minutesBetween(machineTime.utcStart, machineTime.utcEnd))

/**
 * Returns the dragged appointment's new time and whether it can be dropped there, in words for the block and the screen
 * reader.
 */
const describeDrag = (drag: DayDrag, location: Location): { times: string; state: string } | null => {
  const { dragged, drop } = drag
  if (dragged === null || drop === null) return null
  const { utcStart } = dragged.place
  const end = endOf(dragged.entry, utcStart, drop)
  const state =
    drop.kind === 'allowed'
      ? words.allowed
      : drop.kind === 'same'
        ? words.same
        : whyRefused(drop, location, dragged.place)
  return {
    times: `${formatTimeAt(utcStart, location.timezone)} – ${formatTimeAt(end, location.timezone)}`,
    state,
  }
}

/** Shows, in a machine's column, the dragged appointment at its new time, and why it cannot be dropped there. */
export function DragPreview({ drag, location, placed, machineID }: Props & { readonly machineID: MachineID }) {
  const { dragged, drop } = drag
  const description = describeDrag(drag, location)
  if (dragged === null || drop === null || description === null || dragged.place.machineID !== machineID) return null
  const { utcStart } = dragged.place
  const { member } = dragged.entry
  return (
    <div
      className={drop.kind === 'refused' ? 'dp__ghost dp__ghost--refused' : 'dp__ghost'}
      style={placed(utcStart, endOf(dragged.entry, utcStart, drop))}
      aria-hidden="true"
    >
      <strong className="tabular">{description.times}</strong>
      <span>{member === null ? calendarWords.day.unknownName : fullName(member)}</span>
      <span>{description.state}</span>
    </div>
  )
}

/** Announces each place to which the user moves an appointment with keys. */
export function DragAnnouncement({ drag, location }: Pick<Props, 'drag' | 'location'>) {
  const description = drag.dragged?.by === 'keyboard' ? describeDrag(drag, location) : null
  const machine = location.machines.find(({ machineID }) => machineID === drag.dragged?.place.machineID)
  return (
    <p className="w-visually-hidden" role="status">
      {description === null ? '' : words.spoken(machine?.name ?? '', description.times, description.state)}
    </p>
  )
}
