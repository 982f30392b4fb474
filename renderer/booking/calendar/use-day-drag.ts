import { type RefObject, useEffect, useRef, useState } from 'react'
import type { DayEntry } from '#contract/booking/bridge.ts'
import { type Drop, type DropPlace, decideDrop, nudgeDrop, snapStart } from '#domain/booking/move-drop.ts'
import type { Location } from '#domain/locations/location.ts'
import type { Study } from '#domain/study/study.ts'
import { type Instant, minutesBetween } from '#domain/values/instant.ts'
import type { MachineID } from '#domain/values/location-id.ts'
import type { DayRange } from './day-lanes.ts'
import { whyRefused } from './drop-words.ts'

/** An appointment of the day view that can be moved. */
export type MovableEntry = DayEntry & { readonly study: Study }

/** Returns the appointment if it can be moved: it is not cancelled, and the member has not been scanned. */
export const toMovable = (entry: DayEntry): MovableEntry | null =>
  entry.study === null || entry.study.status.cancelled || entry.study.status.scanned
    ? null
    : { ...entry, study: entry.study }

/** The appointment that is being carried, and the place where it would be dropped. */
type Carried = { readonly entry: MovableEntry; readonly place: DropPlace; readonly by: 'pointer' | 'keyboard' }

/**
 * Returns whether a carried appointment can still be dropped: appointments can be moved now, and the day still has it as
 * it was picked up. Its block is drawn again otherwise, and the end of the press no longer reaches it.
 * @internal Tests check its cases directly.
 */
export const isStillCarried = (
  { entry: { machineTime } }: Pick<Carried, 'entry'>,
  entries: readonly DayEntry[],
  canMove: boolean,
): boolean =>
  canMove &&
  entries.some(
    (entry) =>
      entry.machineTime.eventID === machineTime.eventID &&
      entry.machineTime.machineID === machineTime.machineID &&
      entry.machineTime.utcStart === machineTime.utcStart &&
      toMovable(entry) !== null,
  )

type Input = {
  /** Whether appointments can be moved now. */
  readonly canMove: boolean
  readonly location: Location
  readonly range: DayRange
  readonly machines: readonly MachineID[]
  readonly entries: readonly DayEntry[]
  readonly now: Instant
  /** The element whose children with `data-machine` are the machines' columns. */
  readonly day: RefObject<HTMLElement | null>
  /** Called after a drop at an allowed place. Nothing has moved yet: the caller asks to confirm. */
  readonly onDrop: (entry: MovableEntry, place: DropPlace) => void
}

export type DayDrag = {
  readonly carried: Carried | null
  /** What a drop at the present place would do; null while nothing is carried. */
  readonly drop: Drop<DayEntry> | null
  /** Why the last drop was refused; null for none. */
  readonly refusal: { readonly entry: MovableEntry; readonly reason: string } | null
  readonly dismiss: () => void
  /** Carries the appointment so that its upper edge is at `top` and its column is the one at `x`, in window pixels. */
  readonly carryTo: (entry: MovableEntry, x: number, top: number) => void
  /**
   * Carries the appointment one key press further; Enter lifts it at its own place. Returns false if the key has no
   * meaning.
   */
  readonly carryByKey: (entry: MovableEntry, key: string) => boolean
  /** Drops the carried appointment. A refused drop by keyboard keeps carrying it, so that the next key corrects it. */
  readonly release: () => void
  readonly cancel: () => void
  /** Returns whether an appointment is carried, also between two renders. */
  readonly isCarrying: () => boolean
}

const placeOf = ({ machineTime: { machineID, utcStart } }: DayEntry): DropPlace => ({ machineID, utcStart })

/**
 * Follows an appointment that is carried over the day view, by pointer or by keys. Escape cancels, and so does the
 * system when it takes over the pointer, such as for a scroll.
 */
export function useDayDrag(input: Input): DayDrag {
  const { canMove, location, range, machines, entries, now, day, onDrop } = input
  const [carried, setCarried] = useState<Carried | null>(null)
  const [refusal, setRefusal] = useState<DayDrag['refusal']>(null)
  // A pointer can move and rise between two renders.
  const latest = useRef<Carried | null>(null)
  const carry = (next: Carried | null): void => {
    latest.current = next
    setCarried(next)
    if (next !== null) setRefusal(null)
  }
  const decide = ({ entry, place }: Carried): Drop<DayEntry> =>
    decideDrop({ location, skuID: entry.study.skuID, moving: entry.machineTime, place, entries, now })
  const isByPointer = carried?.by === 'pointer'
  useEffect(() => {
    if (!isByPointer) return
    const giveUp = (): void => {
      latest.current = null
      setCarried(null)
    }
    const listen = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      event.stopPropagation()
      giveUp()
    }
    window.addEventListener('keydown', listen, { capture: true })
    // React Aria ends a move the same way after a cancelled pointer as after a raised one. This listener is called first.
    window.addEventListener('pointercancel', giveUp, { capture: true })
    return () => {
      window.removeEventListener('keydown', listen, { capture: true })
      window.removeEventListener('pointercancel', giveUp, { capture: true })
    }
  }, [isByPointer])
  const isLost = carried !== null && !isStillCarried(carried, entries, canMove)
  useEffect(() => {
    if (!isLost) return
    latest.current = null
    setCarried(null)
  }, [isLost])
  return {
    carried,
    drop: carried === null ? null : decide(carried),
    refusal,
    dismiss: () => setRefusal(null),
    carryTo: (entry, x, top) => {
      const at = day.current === null ? null : findColumn(day.current, x)
      if (at === null) return
      const box = at.column.getBoundingClientRect()
      const minutes = ((top - box.top) / box.height) * minutesBetween(range.from, range.to)
      carry({ entry, place: { machineID: at.machineID, utcStart: snapStart(range, minutes) }, by: 'pointer' })
    },
    carryByKey: (entry, key) => {
      const from = latest.current?.entry.machineTime.eventID === entry.machineTime.eventID ? latest.current : null
      const present = from?.place ?? placeOf(entry)
      const place = key === 'Enter' ? present : nudgeDrop(present, key, machines, range)
      if (place === null) return false
      carry({ entry, place, by: 'keyboard' })
      return true
    },
    release: () => {
      const held = latest.current
      if (held === null) return
      const drop = decide(held)
      if (drop.kind !== 'refused' || held.by === 'pointer') carry(null)
      if (drop.kind === 'refused') {
        setRefusal({ entry: held.entry, reason: whyRefused(drop, location, held.place) })
      } else if (drop.kind === 'allowed') onDrop(held.entry, held.place)
    },
    cancel: () => {
      if (latest.current !== null) carry(null)
    },
    isCarrying: () => latest.current !== null,
  }
}

type Column = { readonly column: HTMLElement; readonly machineID: MachineID }

/** Returns the machine's column at a window position, or the nearest one beside it. */
const findColumn = (day: HTMLElement, x: number): Column | null => {
  let nearest: { readonly at: Column; readonly distance: number } | null = null
  for (const column of day.querySelectorAll<HTMLElement>('[data-machine]')) {
    const { left, right } = column.getBoundingClientRect()
    const distance = x < left ? left - x : x > right ? x - right : 0
    const machineID = column.dataset.machine as MachineID
    if (nearest === null || distance < nearest.distance) nearest = { at: { column, machineID }, distance }
  }
  return nearest?.at ?? null
}
