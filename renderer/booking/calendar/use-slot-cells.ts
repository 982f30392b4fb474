import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { findFirstFreeSlot } from '#domain/booking/opening-week.ts'
import type { SlotDay } from '#domain/booking/slot.ts'
import { formatCountdown } from '#domain/format/format-time.ts'
import { type Instant, toEpochMs } from '#domain/values/instant.ts'
import type { PlainDate } from '#domain/values/plain-date.ts'
import { cellAt, moveTabStop, type TabStop } from './slot-cells.ts'
import type { SlotGridProps } from './slot-grid-props.ts'
import type { SlotSection } from './slot-rows.ts'

type Grid = RefObject<HTMLDivElement | null>

type TabStopInput = {
  readonly days: readonly SlotDay[]
  readonly sections: readonly SlotSection[]
  readonly now: Instant
  readonly notBefore: PlainDate | null
  readonly stop: TabStop
  /** True if the focus was in the table. The table takes the focus back if the focused cell disappears in a redraw. */
  readonly hasFocus: RefObject<boolean>
}

/**
 * Keeps one cell in the tab order: the cell that is already in it, else the chosen cell, the first free cell or the
 * first cell.
 */
export function useTabStop(grid: Grid, { days, sections, now, notBefore, stop, hasFocus }: TabStopInput): void {
  useLayoutEffect(() => {
    const element = grid.current
    if (element === null) return
    const at = stop.current
    // A cell that `notBefore` made too early leaves the tab order, unless it has the focus.
    const isStale = at?.classList.contains('sg-cell--early') === true && at !== document.activeElement
    if (at?.isConnected === true && at.tabIndex === 0 && !isStale) {
      if (hasFocus.current && document.activeElement === document.body) at.focus()
      return
    }
    const free = findFirstFreeSlot(
      days.flatMap(({ slots }) => slots),
      now,
      notBefore,
    )
    const first =
      element.querySelector<HTMLElement>('.sg-cell[aria-selected=true]') ??
      (free === null ? null : cellAt(element, sections, free.utcStart)) ??
      element.querySelector<HTMLElement>('.sg-cell--free') ??
      element.querySelector<HTMLElement>('.sg-cell[aria-label]')
    if (first === null) return
    moveTabStop(stop, first)
    if (hasFocus.current && document.activeElement === document.body) first.focus()
  })
}

/**
 * Scrolls once to the appointment to move, or to the time at which the calendar opens, unless a time is chosen. If
 * `isMove`, only a frame of the table scrolls, never the page. The top of the page has the member, the present time and
 * Cancel Appointment.
 */
export function useOpeningView(
  grid: Grid,
  sections: readonly SlotSection[],
  currentStart: Instant | null,
  openAt: Instant | null,
  isMove: boolean,
): void {
  // Scrolls only once, so that a later change does not move the table while the user reads it.
  const shown = useRef<string | null>(null)
  useLayoutEffect(() => {
    const wanted = currentStart ?? openAt
    if (wanted === null || shown.current === wanted) return
    const at =
      currentStart === null && openAt !== null && grid.current !== null
        ? cellAt(grid.current, sections, openAt)
        : grid.current?.querySelector<HTMLElement>('.sg-cell--current')
    const frame = grid.current?.parentElement
    if (at == null || frame == null) return
    shown.current = wanted
    if (grid.current?.querySelector('[aria-selected=true]') != null) return
    const place = at.getBoundingClientRect()
    const view = frame.getBoundingClientRect()
    if (scrolls(frame)) {
      frame.scrollTop += place.top - view.top - frame.clientHeight / (currentStart === null ? 4 : 2)
    } else if (!isMove) showInPage(at)
    // On a phone the week is wider than the screen: the day of the time and the next day become visible.
    if (place.right > view.right) frame.scrollLeft += place.right - view.right + place.width
  })
}

const scrolls = ({ scrollHeight, clientHeight }: HTMLElement): boolean => scrollHeight > clientHeight + 1

/**
 * Scrolls the page down until the cell is in the upper three quarters of the page, so that later times are in view too.
 * Scrolls no further than needed, so that the page's top stays in view if possible.
 */
const showInPage = (cell: HTMLElement): void => {
  const page = cell.closest('main')
  if (page === null) return
  const below = cell.getBoundingClientRect().bottom - page.getBoundingClientRect().top - page.clientHeight * 0.75
  if (below > 0) page.scrollTop += below
}

export function useCountdowns(
  grid: Grid,
  clock: SlotGridProps['clock'],
  sections: readonly SlotSection[],
  chosen: SlotGridProps['chosen'],
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: new cells may have new countdowns
  useEffect(() => {
    if (clock === undefined) return
    const tick = (): void => {
      const nowMs = toEpochMs(clock.getState().second)
      for (const element of grid.current?.querySelectorAll<HTMLElement>('[data-until]') ?? []) {
        const text = formatCountdown(Date.parse(element.dataset.until ?? '') - nowMs)
        // The style sheet draws the countdown: the accessible name has the end time and need not change each second.
        if (element.dataset.left !== text) element.dataset.left = text
      }
    }
    tick()
    return clock.subscribe(tick)
  }, [clock, sections, chosen])
}
