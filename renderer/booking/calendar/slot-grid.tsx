// A table element with a sticky head lays out thousands of cells too slowly; the grid roles mean the same to a screen
// reader.
// biome-ignore-all lint/a11y/useSemanticElements: sticky heads and thousands of cells need a grid, not a table
// biome-ignore-all lint/a11y/useFocusableInteractive: one cell at a time takes the focus; headers never do
// biome-ignore-all lint/a11y/noNoninteractiveElementInteractions: the handlers of the grid serve its cells
// biome-ignore-all lint/suspicious/noArrayIndexKey: a column has no identity but its place in the row

import { type FocusEvent, type KeyboardEvent, type MouseEvent, useEffect, useMemo, useRef } from 'react'
import type { Slot, SlotDay } from '#domain/booking/slot.ts'
import { formatsIn } from '#domain/format/formats-in.ts'
import type { Instant } from '#domain/values/instant.ts'
import type { TextLanguage } from '#domain/values/language.ts'
import { dayBounds } from '#domain/values/location-clock.ts'
import { cellOf, moveTabStop, neighbour } from './slot-cells.ts'
import type { SlotGridProps } from './slot-grid-props.ts'
import { createSlotPointer } from './slot-pointer.ts'
import { SlotPart } from './slot-row-view.tsx'
import { findNowStart, markRunsWithoutRoom, toSlotSections } from './slot-rows.ts'
import { whyNotSlot } from './slot-words.ts'
import { useCountdowns, useOpeningView, useTabStop } from './use-slot-cells.ts'
import './slot-grid.css'
import { useLanguage } from '../text-language.ts'
import { weekWordsIn } from './week-words.ts'

/**
 * Shows the table of time slots (booking spec §2): a row for each start, a column for each day, grouped by part of day.
 * It is one flat grid with one handler for all cells and one focusable cell. Each row draws its cells without React
 * (decision 390).
 */
export function SlotGrid(props: SlotGridProps) {
  const {
    label,
    days,
    zone,
    now,
    today,
    chosen,
    currentStart = null,
    openAt = null,
    notBefore = null,
    onChoose,
    onStep,
    clock,
  } = props
  const { audience = 'desk', isLocked = false, able = null, autoFocus, onPeek } = props
  const language = useLanguage()
  const grid = useRef<HTMLDivElement>(null)
  const stop = useRef<HTMLElement>(null)
  const hasFocus = useRef(false)
  const current = useMemo(() => markPast(days, now), [days, now])
  const sections = useMemo(() => markRunsWithoutRoom(toSlotSections(current), currentStart), [current, currentStart])
  const nowStart = findNowStart(days, today, now)
  const rows = useMemo(
    () => new Map(sections.flatMap((section) => section.rows.map((row) => [row.key, row]))),
    [sections],
  )

  const slotOf = (cell: HTMLElement): Slot | null => {
    const row = cell.parentElement
    const slots = rows.get(row?.dataset.row ?? '')?.slots
    return slots?.[Array.prototype.indexOf.call(row?.children, cell) - 1] ?? null
  }

  const { peek, onPointerOver } = createSlotPointer(props, slotOf, language)

  const choose = (target: EventTarget): void => {
    const cell = cellOf(target)
    const slot = cell === null ? null : slotOf(cell)
    if (slot === null || isLocked) return
    if (slot.utcStart === chosen?.utcStart || whyNotSlot(slot, notBefore, audience) === null) onChoose(slot)
  }

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    const cell = cellOf(event.target)
    if (cell === null || grid.current === null || event.altKey || event.metaKey) return
    if (event.key === 'Enter' || event.key === ' ') {
      // Ctrl+Enter is left to the page, which moves the focus to the button that books or moves.
      if (event.ctrlKey) return
      event.preventDefault()
      choose(cell)
      return
    }
    if (event.key === 'PageUp' || event.key === 'PageDown') {
      if (onStep === undefined) return
      event.preventDefault()
      onStep(event.key === 'PageUp' ? -1 : 1)
      return
    }
    const target = neighbour(grid.current, cell, event.key, event.ctrlKey)
    if (target === null) return
    event.preventDefault()
    target.focus()
  }

  // Only the focused cell is in the tab order. A redraw keeps the tab index of a cell.
  const onFocus = (event: FocusEvent<HTMLDivElement>): void => {
    const cell = cellOf(event.target)
    if (cell === null) return
    hasFocus.current = true
    moveTabStop(stop, cell)
    peek(cell)
  }

  useTabStop(grid, { days: current, sections, now, notBefore, stop, hasFocus })

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the table mounts
  useEffect(() => {
    if (autoFocus === true) stop.current?.focus()
  }, [])

  useOpeningView(grid, sections, currentStart, openAt, props.currentStart !== undefined)
  useCountdowns(grid, clock, sections, chosen)

  return (
    <div
      ref={grid}
      role="grid"
      aria-label={label}
      aria-multiselectable="false"
      className={isLocked ? 'sg sg--locked' : 'sg'}
      aria-disabled={isLocked}
      style={{ '--sg-days': days.length } as React.CSSProperties}
      onClick={(event: MouseEvent) => choose(event.target)}
      onKeyDown={onKeyDown}
      onFocus={onFocus}
      onBlur={(event) => {
        if (event.relatedTarget !== null) hasFocus.current = false
        onPeek?.(null)
      }}
      onPointerLeave={() => peek(hasFocus.current ? cellOf(document.activeElement ?? document.body) : null)}
      onPointerOver={onPointerOver}
    >
      <div role="row" className="sg-row sg-row--head">
        <div role="columnheader" className="sg-corner" aria-label={weekWordsIn(language).slots.time} />
        {days.map((day, column) => (
          <DayHead key={column} day={day} isToday={day.date === today} zone={zone} machineName={props.machineName} />
        ))}
      </div>
      {sections.map((section) => (
        <SlotPart
          key={section.partOfDay}
          section={section}
          {...{ zone, audience, chosen, currentStart, nowStart, notBefore, isLocked }}
          able={audience === 'desk' ? able : null}
        />
      ))}
    </div>
  )
}

type DayHeadProps = Pick<SlotGridProps, 'machineName' | 'zone'> & {
  readonly day: SlotDay
  readonly isToday: boolean
}

/** Returns a day's closed times as lines: `Lunch · 12:00pm – 01:00pm`; without times if the whole day is closed. */
const closedLines = (
  { day, zone, machineName }: Omit<DayHeadProps, 'isToday'>,
  language: TextLanguage,
): readonly string[] => {
  const { slots: words } = weekWordsIn(language)
  const { timeAt } = formatsIn(language)
  return (day.closed ?? []).map(({ closure, from, to }) => {
    const bounds = dayBounds(day.date, zone)
    const isWhole = from <= bounds.from && to >= bounds.to
    const begins = timeAt(from < bounds.from ? bounds.from : from, zone)
    const ends = timeAt(to > bounds.to ? bounds.to : to, zone)
    const where = closure.machineID === null ? null : (machineName?.(closure.machineID) ?? null)
    return words.closedFor(closure.reason, isWhole ? null : `${begins} – ${ends}`, where)
  })
}

function DayHead({ day, isToday, zone, machineName }: DayHeadProps) {
  const language = useLanguage()
  const { slots: words } = weekWordsIn(language)
  const closed = closedLines({ day, zone, machineName }, language)
  const { spokenDate, weekday, date } = formatsIn(language)
  const spoken = spokenDate(day.date)
  return (
    <div
      role="columnheader"
      className={isToday ? 'sg-day sg-day--today' : 'sg-day'}
      aria-label={[words.spokenDay(spoken, isToday, day.open), ...closed].join(', ')}
    >
      <span className="sg-day__weekday">{weekday(day.date)}</span>
      <span className="sg-day__date">{date(day.date).replace(/^0| \d{4}$/g, '')}</span>
      {day.open ? null : <span className="sg-day__closed">{words.closed}</span>}
      {closed.map((line) => (
        <span key={line} className="sg-day__closed" title={line}>
          {line}
        </span>
      ))}
    </div>
  )
}

/**
 * Changes the state of slots to `past` if they have started since the reading, except the user's own slots. A day
 * without such a slot is returned as the same object.
 */
const markPast = (days: readonly SlotDay[], now: Instant): readonly SlotDay[] =>
  days.map((day) => {
    const isOver = (slot: Slot): boolean => slot.utcStart <= now && slot.state !== 'past' && slot.state !== 'mine'
    if (!day.slots.some(isOver)) return day
    return { ...day, slots: day.slots.map((slot): Slot => (isOver(slot) ? { ...slot, state: 'past' } : slot)) }
  })
