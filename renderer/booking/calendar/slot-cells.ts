import type { Instant } from '#domain/values/instant.ts'
import type { SlotSection } from './slot-rows.ts'

/** Returns the focusable cell that contains an event's target; null if there is none. */
export const cellOf = (target: EventTarget): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[role=gridcell][aria-label]') : null

/** Returns the cell of a start; null if the table has no such cell. */
export const cellAt = (grid: HTMLElement, sections: readonly SlotSection[], utcStart: Instant): HTMLElement | null => {
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

/** The cell that Tab reaches; null for none. It is stored, so that a redraw need not search all cells for it. */
export type TabStop = { current: HTMLElement | null }

/** Makes one cell the only one that Tab reaches. A previous cell without a slot has no tab index, and gets none. */
export const moveTabStop = (stop: TabStop, to: HTMLElement): void => {
  if (stop.current !== to && stop.current?.tabIndex === 0) stop.current.tabIndex = -1
  stop.current = to
  to.tabIndex = 0
}

/**
 * Returns the cell that an arrow key, Home or End moves to; null for another key or at the edge. With `isFar`, Home and
 * End move within the whole table instead of the row.
 */
export const neighbour = (grid: HTMLElement, cell: HTMLElement, key: string, isFar: boolean): HTMLElement | null => {
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
