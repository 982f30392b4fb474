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

/** The appointment that is being dragged, by pointer or with keys, and the place where it would be dropped. */
type DragState = { readonly entry: MovableEntry; readonly place: DropPlace; readonly by: 'pointer' | 'keyboard' }

/**
 * Returns whether a dragged appointment can still be dropped: appointments can be moved now, and its time and machine
 * have not changed since the drag began. After a change, its block is drawn again and does not receive the end of the
 * press.
 * @internal Tests check its cases directly.
 */
export const canStillDrop = (
  { entry: { machineTime } }: Pick<DragState, 'entry'>,
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
  /** Called after a drop at an allowed place. Nothing has moved yet: the caller asks for confirmation. */
  readonly onDrop: (entry: MovableEntry, place: DropPlace) => void
}

export type DayDrag = {
  readonly dragged: DragState | null
  /** What a drop at the current place would do; null while no appointment is dragged. */
  readonly drop: Drop<DayEntry> | null
  /** Why the last drop was refused; null for none. */
  readonly refusal: { readonly entry: MovableEntry; readonly reason: string } | null
  readonly dismiss: () => void
  /** Drags the appointment to the column at `x`, with its upper edge at `top`, in window pixels. */
  readonly dragTo: (entry: MovableEntry, x: number, top: number) => void
  /**
   * Moves the appointment by one key press; Enter starts at its own place. Returns false for a key without an effect.
   */
  readonly dragByKey: (entry: MovableEntry, key: string) => boolean
  /**
   * Drops the dragged appointment. After a refused drop by keyboard the drag continues, so that the next key can
   * correct the place.
   */
  readonly release: () => void
  readonly cancel: () => void
  /** Returns whether an appointment is being dragged; correct even between two renders. */
  readonly isDragging: () => boolean
}

const placeOf = ({ machineTime: { machineID, utcStart } }: DayEntry): DropPlace => ({ machineID, utcStart })

/**
 * Follows an appointment that the user drags over the day view, by pointer or with keys. Escape cancels the drag. The
 * system also cancels it when it takes over the pointer, for example to scroll.
 */
export function useDayDrag(input: Input): DayDrag {
  const { canMove, location, range, machines, entries, now, day, onDrop } = input
  const [dragged, setDrag] = useState<DragState | null>(null)
  const [refusal, setRefusal] = useState<DayDrag['refusal']>(null)
  // A pointer can move and be released between two renders.
  const latest = useRef<DragState | null>(null)
  const startDrag = (next: DragState | null): void => {
    latest.current = next
    setDrag(next)
    if (next !== null) setRefusal(null)
  }
  const decide = ({ entry, place }: DragState): Drop<DayEntry> =>
    decideDrop({ location, skuID: entry.study.skuID, moving: entry.machineTime, place, entries, now })
  const isByPointer = dragged?.by === 'pointer'
  useEffect(() => {
    if (!isByPointer) return
    const giveUp = (): void => {
      latest.current = null
      setDrag(null)
    }
    const listen = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      event.stopPropagation()
      giveUp()
    }
    window.addEventListener('keydown', listen, { capture: true })
    // React Aria ends a move in the same way after a cancelled pointer and after a released one. This listener runs
    // first.
    window.addEventListener('pointercancel', giveUp, { capture: true })
    return () => {
      window.removeEventListener('keydown', listen, { capture: true })
      window.removeEventListener('pointercancel', giveUp, { capture: true })
    }
  }, [isByPointer])
  const isLost = dragged !== null && !canStillDrop(dragged, entries, canMove)
  useEffect(() => {
    if (!isLost) return
    latest.current = null
    setDrag(null)
  }, [isLost])
  return {
    dragged,
    drop: dragged === null ? null : decide(dragged),
    refusal,
    dismiss: () => setRefusal(null),
    dragTo: (entry, x, top) => {
      const at = day.current === null ? null : findColumn(day.current, x)
      if (at === null) return
      const box = at.column.getBoundingClientRect()
      const minutes = ((top - box.top) / box.height) * minutesBetween(range.from, range.to)
      startDrag({ entry, place: { machineID: at.machineID, utcStart: snapStart(range, minutes) }, by: 'pointer' })
    },
    dragByKey: (entry, key) => {
      const from = latest.current?.entry.machineTime.eventID === entry.machineTime.eventID ? latest.current : null
      const present = from?.place ?? placeOf(entry)
      const place = key === 'Enter' ? present : nudgeDrop(present, key, machines, range)
      if (place === null) return false
      startDrag({ entry, place, by: 'keyboard' })
      return true
    },
    release: () => {
      const held = latest.current
      if (held === null) return
      const drop = decide(held)
      if (drop.kind !== 'refused' || held.by === 'pointer') startDrag(null)
      if (drop.kind === 'refused') {
        setRefusal({ entry: held.entry, reason: whyRefused(drop, location, held.place) })
      } else if (drop.kind === 'allowed') onDrop(held.entry, held.place)
    },
    cancel: () => {
      if (latest.current !== null) startDrag(null)
    },
    isDragging: () => latest.current !== null,
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
