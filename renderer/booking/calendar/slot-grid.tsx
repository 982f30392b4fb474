// A table element cannot scroll under its own head and lay thousands of cells out as fast; the grid roles say the same.
// biome-ignore-all lint/a11y/useSemanticElements: cells that stick and thousands laid out fast need a grid, no table
// biome-ignore-all lint/a11y/useFocusableInteractive: the focus is on one cell at a time, heads are only read
// biome-ignore-all lint/a11y/noNoninteractiveElementInteractions: the handlers of the grid serve its cells
// biome-ignore-all lint/suspicious/noArrayIndexKey: a column is its place in the row, whichever week is shown
import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  memo,
  type PointerEvent,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
} from 'react'
import { findFirstFreeSlot } from '#domain/booking/opening-week.ts'
import type { Slot, SlotDay } from '#domain/booking/slot.ts'
import { formatCountdown, formatTime } from '#domain/values/format-time.ts'
import { type Instant, toEpochMs } from '#domain/values/instant.ts'
import { toWallTime, type ZoneId } from '#domain/values/location-clock.ts'
import type { PlainDate } from '#domain/values/plain-date.ts'
import type { ClockStore } from '../../kit/clock-store.ts'
import {
  type Audience,
  type SlotRow,
  type SlotSection,
  shortHolderName,
  spokenDate,
  spokenEarly,
  spokenSlot,
  tooEarly,
  toSlotSections,
  whyNotSelectable,
} from './slot-rows.ts'
import './slot-grid.css'

export type SlotGridProps = {
  /** The accessible name of the table. */
  readonly label: string
  /** The columns, in order. */
  readonly days: readonly SlotDay[]
  readonly zone: ZoneId
  /** Slots that start up to here are past, whatever the reading says. */
  readonly now: Instant
  readonly today: PlainDate
  /** The start that is chosen, and whether its hold stands or is still asked for; null for none. */
  readonly chosen: {
    readonly utcStart: Instant
    readonly kind: 'asking' | 'held'
    readonly until: Instant | null
  } | null
  /** Where the appointment stands that is to be moved: marked, and brought into view when the table first has it. */
  readonly standing?: Instant | null | undefined
  /** A start to bring into view when the table first has it: the first free time of the calendar. */
  readonly openAt?: Instant | null | undefined
  /** Free times before this day are shown as too early and cannot be chosen; null for no limit. */
  readonly notBefore?: PlainDate | null | undefined
  /** A free slot, or the chosen one once more. */
  readonly onChoose: (slot: Slot) => void
  /** Page Up and Page Down. */
  readonly onStep?: ((weeks: -1 | 1) => void) | undefined
  /** Ticks the countdowns; without one they stand still. */
  readonly clock?: Pick<ClockStore, 'getState' | 'subscribe'> | undefined
  readonly audience?: Audience | undefined
  /** No time can be held now: free ones are shown and cannot be chosen. The reason is above the table. */
  readonly isLocked?: boolean | undefined
  /** Puts the focus into the table when it appears. */
  readonly autoFocus?: boolean | undefined
}

const sectionNames = { morning: 'Morning', afternoon: 'Afternoon', evening: 'Evening' } as const

/**
 * The table of time slots (booking spec §2): a row for each start, a column for each day, grouped by part of day. One flat
 * grid with one handler for all cells and the focus on one of them at a time; a cell has no component of its own, so that
 * thousands cost little more than plain elements.
 */
export function SlotGrid(props: SlotGridProps) {
  const {
    label,
    days,
    zone,
    now,
    today,
    chosen,
    standing = null,
    openAt = null,
    notBefore = null,
    onChoose,
    onStep,
    clock,
    autoFocus,
  } = props
  const { audience = 'desk', isLocked = false } = props
  const grid = useRef<HTMLDivElement>(null)
  const hasFocus = useRef(false)
  const current = useMemo(() => markPast(days, now), [days, now])
  const sections = useMemo(() => toSlotSections(current), [current])
  const rows = useMemo(
    () => new Map(sections.flatMap((section) => section.rows.map((row) => [row.key, row]))),
    [sections],
  )

  const slotOf = (cell: HTMLElement): Slot | null => {
    const row = cell.parentElement
    const slots = rows.get(row?.dataset.row ?? '')?.slots
    return slots?.[Array.prototype.indexOf.call(row?.children, cell) - 1] ?? null
  }

  const choose = (target: EventTarget): void => {
    const cell = cellOf(target)
    const slot = cell === null ? null : slotOf(cell)
    if (slot === null || isLocked) return
    if (slot.utcStart === chosen?.utcStart || whyNot(slot, notBefore, audience) === null) onChoose(slot)
  }

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    const cell = cellOf(event.target)
    if (cell === null || grid.current === null || event.altKey || event.metaKey) return
    if (event.key === 'Enter' || event.key === ' ') {
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

  // The one cell that Tab reaches follows the focus; React draws all of them alike and never touches it.
  const onFocus = (event: FocusEvent<HTMLDivElement>): void => {
    const cell = cellOf(event.target)
    if (cell === null || grid.current === null) return
    hasFocus.current = true
    moveTabStop(grid.current, cell)
  }

  // Why a cell cannot be chosen is worked out when somebody points at it, not for every cell beforehand.
  const onPointerOver = (event: PointerEvent<HTMLDivElement>): void => {
    const cell = cellOf(event.target)
    const slot = cell === null ? null : slotOf(cell)
    if (cell === null || slot === null) return
    const reason = whyNot(slot, notBefore, audience)
    const until = slot.state === 'held' && audience === 'desk' ? lastUntil(slot) : null
    if (reason === null) cell.removeAttribute('title')
    else cell.title = until === null ? reason : `${reason} Until ${timeAt(until, zone)}.`
  }

  useLayoutEffect(() => {
    const element = grid.current
    if (element === null) return
    const stop = element.querySelector<HTMLElement>('[role=gridcell][tabindex="0"]')
    // A cell that the limit has made too early is no place to begin; the focus itself is never moved.
    const isStale = stop?.classList.contains('sg-cell--early') === true && stop !== document.activeElement
    if (stop !== null && stop.getAttribute('aria-label') !== null && !isStale) {
      if (hasFocus.current && document.activeElement === document.body) stop.focus()
      return
    }
    const free = findFirstFreeSlot(
      current.flatMap(({ slots }) => slots),
      now,
      notBefore,
    )
    const first =
      element.querySelector<HTMLElement>('.sg-cell[aria-selected=true]') ??
      (free === null ? null : cellAt(element, sections, free.utcStart)) ??
      element.querySelector<HTMLElement>('.sg-cell--free') ??
      element.querySelector<HTMLElement>('.sg-cell[aria-label]')
    if (first === null) return
    moveTabStop(element, first)
    if (hasFocus.current && document.activeElement === document.body) first.focus()
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the table appears
  useEffect(() => {
    if (autoFocus === true) grid.current?.querySelector<HTMLElement>('[role=gridcell][tabindex="0"]')?.focus()
  }, [])

  // Only what the table stands in is scrolled, and once: nobody is led away from where they look by then.
  const shown = useRef<string | null>(null)
  useLayoutEffect(() => {
    const at =
      standing === null && openAt !== null && grid.current !== null
        ? cellAt(grid.current, sections, openAt)
        : grid.current?.querySelector<HTMLElement>('.sg-cell--standing')
    const frame = grid.current?.parentElement
    const wanted = standing ?? openAt
    if (at == null || frame == null || wanted === null || shown.current === wanted) return
    shown.current = wanted
    if (grid.current?.querySelector('[aria-selected=true]') != null) return
    const place = at.getBoundingClientRect()
    const view = frame.getBoundingClientRect()
    frame.scrollTop += place.top - view.top - frame.clientHeight / (standing === null ? 4 : 2)
    // On a phone the week is wider than the screen: the time lies on it with the day that follows.
    if (place.right > view.right) frame.scrollLeft += place.right - view.right + place.width
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: new cells may have new countdowns
  useEffect(() => {
    if (clock === undefined) return
    const tick = (): void => {
      const nowMs = toEpochMs(clock.getState().second)
      for (const element of grid.current?.querySelectorAll<HTMLElement>('[data-until]') ?? []) {
        const text = formatCountdown(Date.parse(element.dataset.until ?? '') - nowMs)
        // Drawn by the style sheet: the name of the cell says until when, and need not say it anew each second.
        if (element.dataset.left !== text) element.dataset.left = text
      }
    }
    tick()
    return clock.subscribe(tick)
  }, [clock, sections, chosen])

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
      }}
      onPointerOver={onPointerOver}
    >
      <div role="row" className="sg-row sg-row--head">
        <div role="columnheader" className="sg-corner" aria-label="Time" />
        {days.map((day, column) => (
          <DayHead key={column} day={day} isToday={day.date === today} />
        ))}
      </div>
      {sections.map(({ partOfDay, rows: inPart }) => (
        <div key={partOfDay} role="rowgroup" className="sg-part">
          <div role="row" className="sg-part__name">
            <div role="rowheader">{sectionNames[partOfDay]}</div>
          </div>
          {inPart.map((row) => {
            const isHere = chosen !== null && row.slots.some((slot) => slot?.utcStart === chosen.utcStart)
            const stands = standing !== null && row.slots.some((slot) => slot?.utcStart === standing)
            return (
              <SlotRowView
                key={row.key}
                row={row}
                zone={zone}
                audience={audience}
                chosen={isHere ? chosen : null}
                standing={stands ? standing : null}
                notBefore={notBefore}
                isLocked={isLocked}
              />
            )
          })}
        </div>
      ))}
    </div>
  )
}

function DayHead({ day, isToday }: { readonly day: SlotDay; readonly isToday: boolean }) {
  const spoken = spokenDate(day.date)
  const [weekday = '', number = '', month = ''] = spoken.split(' ')
  return (
    <div
      role="columnheader"
      className={isToday ? 'sg-day sg-day--today' : 'sg-day'}
      aria-label={`${spoken}${isToday ? ', today' : ''}${day.open ? '' : ', closed'}`}
    >
      <span className="sg-day__weekday">{weekday.slice(0, 3)}</span>
      <span className="sg-day__date">
        {number} {month.slice(0, 3)}
      </span>
      {day.open ? null : <span className="sg-day__closed">Closed</span>}
    </div>
  )
}

type RowProps = {
  readonly row: SlotRow
  readonly audience: Audience
  readonly zone: ZoneId
  readonly chosen: SlotGridProps['chosen']
  readonly standing: Instant | null
  readonly notBefore: PlainDate | null
  readonly isLocked: boolean
}

const SlotRowView = memo(
  function SlotRowView({ row, zone, audience, chosen, standing, notBefore, isLocked }: RowProps) {
    return (
      <div role="row" className="sg-row" data-row={row.key}>
        <div role="rowheader" className="sg-time">
          {row.label}
          {row.offsetNote === null ? null : <span className="sg-time__note">{row.offsetNote}</span>}
        </div>
        {row.slots.map((slot, column) => cell(slot, column, { zone, audience, chosen, standing, notBefore, isLocked }))}
      </div>
    )
  },
  (a, b) =>
    a.chosen === b.chosen &&
    a.standing === b.standing &&
    a.zone === b.zone &&
    a.notBefore === b.notBefore &&
    a.isLocked === b.isLocked &&
    isSameRow(a.row, b.row),
)

const isSameRow = (a: SlotRow, b: SlotRow): boolean =>
  a === b ||
  (a.key === b.key &&
    a.offsetNote === b.offsetNote &&
    a.slots.length === b.slots.length &&
    a.slots.every((slot, column) => slot === b.slots[column]))

/** One cell as a plain element: no component and no hook, since there may be thousands. */
function cell(slot: Slot | null, column: number, row: Omit<RowProps, 'row'>) {
  const { zone, audience, chosen, standing, notBefore, isLocked } = row
  if (slot === null) return <div key={column} role="gridcell" className="sg-cell sg-cell--none" />
  if (chosen !== null && slot.utcStart === chosen.utcStart) {
    const isHeld = chosen.kind === 'held'
    const until = chosen.until === null ? null : timeAt(chosen.until, zone)
    const state = isHeld
      ? spokenSlot({ ...slot, state: 'mine' }, until, audience)
      : `${spokenSlot({ ...slot, state: 'free' }, null, audience)}, being held`
    return (
      <div
        key={column}
        role="gridcell"
        tabIndex={-1}
        aria-selected="true"
        aria-label={state}
        className={isHeld ? 'sg-cell sg-cell--mine' : 'sg-cell sg-cell--asking'}
      >
        {slot.label}
        {isHeld && chosen.until !== null ? <span className="sg-cell__left" data-until={chosen.until} /> : null}
      </div>
    )
  }
  if (slot.state === 'held' && audience === 'desk') {
    const until = lastUntil(slot)
    return (
      <div
        key={column}
        role="gridcell"
        tabIndex={-1}
        aria-disabled="true"
        aria-label={spokenSlot(slot, until === null ? null : timeAt(until, zone))}
        className="sg-cell sg-cell--held"
      >
        <span className="sg-cell__who">{shortHolderName(slot)}</span>
        {until === null ? null : <span className="sg-cell__left" data-until={until} />}
      </div>
    )
  }
  // A hold of one's own that this page did not place does not stand in one's way.
  const state = slot.state === 'mine' ? 'free' : slot.state === 'held' ? 'taken' : slot.state
  const early = state === 'free' ? tooEarly(slot, notBefore) : null
  const isFree = state === 'free' && early === null
  const isStanding = slot.utcStart === standing
  // The time stands in every cell and the style sheet shows it in the free ones: a week switch then lays out no text.
  return (
    <div
      key={column}
      role="gridcell"
      tabIndex={-1}
      aria-disabled={isFree && !isLocked ? undefined : 'true'}
      aria-label={`${early === null ? spokenSlot(state === slot.state ? slot : { ...slot, state }, null, audience) : spokenEarly(slot, early)}${isStanding ? ', the appointment stands here' : ''}`}
      className={`sg-cell sg-cell--${early === null ? state : 'early'}${isStanding ? ' sg-cell--standing' : ''}`}
    >
      {slot.label}
    </div>
  )
}

/** The slots that have started since they were read are past; days without such a slot stay the same object. */
const markPast = (days: readonly SlotDay[], now: Instant): readonly SlotDay[] =>
  days.map((day) => {
    const isOver = (slot: Slot): boolean => slot.utcStart <= now && slot.state !== 'past' && slot.state !== 'mine'
    if (!day.slots.some(isOver)) return day
    return { ...day, slots: day.slots.map((slot): Slot => (isOver(slot) ? { ...slot, state: 'past' } : slot)) }
  })

/** Why a slot cannot be chosen; null when it can. */
const whyNot = (slot: Slot, notBefore: PlainDate | null, audience: Audience): string | null =>
  whyNotSelectable(slot, audience) ?? tooEarly(slot, notBefore)

const lastUntil = (slot: Slot): Instant | null => {
  let last: Instant | null = null
  for (const hold of slot.holds) if (!hold.mine && (last === null || hold.expiresAt > last)) last = hold.expiresAt
  return last
}

const timeAt = (instant: Instant, zone: ZoneId): string => formatTime(toWallTime(instant, zone).time)

const cellOf = (target: EventTarget): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[role=gridcell][aria-label]') : null

/** The cell of a start; null where the table has none. */
const cellAt = (grid: HTMLElement, sections: readonly SlotSection[], utcStart: Instant): HTMLElement | null => {
  for (const { rows } of sections) {
    for (const row of rows) {
      const column = row.slots.findIndex((slot) => slot?.utcStart === utcStart)
      if (column < 0) continue
      const cell = grid.querySelector(`.sg-row[data-row="${row.key}"]`)?.children[column + 1]
      return cell instanceof HTMLElement ? cell : null
    }
  }
  return null
}

const moveTabStop = (grid: HTMLElement, to: HTMLElement): void => {
  for (const old of grid.querySelectorAll<HTMLElement>('[role=gridcell][tabindex="0"]')) {
    if (old !== to) old.tabIndex = -1
  }
  to.tabIndex = 0
}

/** The cell an arrow key, Home or End leads to; null when the key is none of these or there is no further cell. */
const neighbour = (grid: HTMLElement, cell: HTMLElement, key: string, isFar: boolean): HTMLElement | null => {
  const row = cell.parentElement
  const index = Array.prototype.indexOf.call(row?.children, cell)
  const inRow = (element: Element | null | undefined): HTMLElement[] => [
    ...(element?.querySelectorAll<HTMLElement>('[role=gridcell][aria-label]') ?? []),
  ]
  const allRows = [...grid.querySelectorAll<HTMLElement>('.sg-row[data-row]')]
  const at = row === null ? -1 : allRows.indexOf(row)
  const upOrDown = (step: -1 | 1): HTMLElement | null => {
    for (let next = at + step; next >= 0 && next < allRows.length; next += step) {
      const found = allRows[next]?.children[index]
      if (found instanceof HTMLElement && found.hasAttribute('aria-label')) return found
    }
    return null
  }
  switch (key) {
    case 'ArrowUp':
      return upOrDown(-1)
    case 'ArrowDown':
      return upOrDown(1)
    case 'ArrowLeft':
    case 'ArrowRight': {
      const cells = inRow(row)
      return cells[cells.indexOf(cell) + (key === 'ArrowLeft' ? -1 : 1)] ?? null
    }
    case 'Home':
      return inRow(isFar ? allRows[0] : row)[0] ?? null
    case 'End':
      return inRow(isFar ? allRows.at(-1) : row).at(-1) ?? null
    default:
      return null
  }
}
