import '#renderer/kit/styles/styles.css'
import { useState } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import type { Slot, SlotDay } from '#domain/booking/slot.ts'
import type { Instant } from '#domain/values/instant.ts'
import type { ZoneId } from '#domain/values/location-clock.ts'
import type { MachineID } from '#domain/values/location-id.ts'
import { partOfDay } from '#domain/values/part-of-day.ts'
import type { PlainDate } from '#domain/values/plain-date.ts'
import { SlotGrid } from '#renderer/booking/calendar/slot-grid.tsx'
import type { SlotGridProps } from '#renderer/booking/calendar/slot-grid-props.ts'
import { findRoot } from './bench-page.ts'
import {
  columnCount,
  machineCount,
  rowLabel,
  slotStart,
  stepMinutes,
  type WorkSlot,
  type WorkWeek,
  weeks,
} from './work.ts'

/**
 * Runs for every week before anything is drawn. In the app too, the page's store has the days ready before the table is
 * drawn.
 */
const toDays = (week: WorkWeek): readonly SlotDay[] =>
  Array.from({ length: columnCount }, (_, column): SlotDay => {
    const slots = week.slots.filter((slot) => slot.column === column).map((slot) => toSlot(week, slot))
    return { date: slots[0]?.date ?? ('' as PlainDate), open: true, slots }
  })

const toSlot = (week: WorkWeek, slot: WorkSlot): Slot => {
  const start = slotStart(week, slot)
  const toInstant = (ms: number): Instant => `${new Date(ms).toISOString().slice(0, 19)}Z` as Instant
  const machine = slot.column % machineCount
  return {
    // The table identifies a slot by its start, so the five machines of one time start seconds apart.
    utcStart: toInstant(start.getTime() + machine * 1000),
    utcEnd: toInstant(start.getTime() + stepMinutes * 60_000),
    date: start.toISOString().slice(0, 10) as PlainDate,
    hour: start.getUTCHours(),
    min: start.getUTCMinutes(),
    label: rowLabel(slot.row),
    offsetNote: null,
    partOfDay: partOfDay(start.getUTCHours()),
    state: slot.booked ? 'taken' : 'free',
    machines: slot.booked ? [] : [`bench-m${machine}` as MachineID],
    holds: [],
  }
}

const zone = 'UTC' as ZoneId
const now = '2026-11-21T12:00:00Z' as Instant
const today = '2026-11-21' as PlainDate
/** A hold ends ten minutes after the click. */
const holdEnd = '2026-11-21T12:10:00Z' as Instant

const Week = ({ days }: { days: readonly SlotDay[] }) => {
  const [chosen, setChosen] = useState<SlotGridProps['chosen']>(null)
  return (
    <SlotGrid
      label="Week"
      days={days}
      zone={zone}
      now={now}
      today={today}
      chosen={chosen}
      onChoose={(slot) => setChosen({ utcStart: slot.utcStart, kind: 'held', until: holdEnd })}
    />
  )
}

const daysOfWeeks = weeks.map(toDays)
let root: Root | undefined
const draw = (week: number): void => {
  const days = daysOfWeeks[week]
  if (days === undefined) throw new RangeError(`There is no week ${week}`)
  root?.render(<Week days={days} />)
}
globalThis.benchPage = {
  mount: (week) => {
    root = createRoot(findRoot())
    draw(week)
  },
  unmount: () => root?.unmount(),
  show: draw,
  slotSelector: '.sg-cell',
  freeSelector: '.sg-cell--free',
  chosenSelector: '.sg-cell--mine',
}
