import { findRoot } from './bench-page.ts'
import { dayCount, dayLabel, machineCount, rowLabel, type WorkSlot, type WorkWeek, weekAt } from './work.ts'

type FloorLayout = {
  readonly container: 'div' | 'table'
  readonly cell: 'div' | 'td'
  /** Starts a line of cells and returns their container. */
  startLine(container: HTMLElement): HTMLElement
  /** Whether each cell has a role and an accessible name with its date and is focusable, as in the app's table. */
  readonly spoken: boolean
}

const speak = (cell: HTMLElement, week: WorkWeek, slot: WorkSlot): void => {
  const day = dayLabel(week, Math.floor(slot.column / machineCount))
  cell.setAttribute('aria-label', `${day} ${rowLabel(slot.row)}, ${slot.booked ? 'taken, not available' : 'free'}`)
  if (slot.booked) cell.setAttribute('aria-disabled', 'true')
  else cell.removeAttribute('aria-disabled')
}

const stateOf = (booked: boolean): string => (booked ? 'taken' : 'free')

/**
 * The least work that shows a week, lets the user choose a free slot and draws another week. The elements are made by
 * hand and have one listener, and a switch to another week touches only the differences.
 */
export const startFloorPage = (layout: FloorLayout): void => {
  let cells: HTMLElement[] = []
  let days: HTMLElement[] = []
  let shown: WorkWeek | undefined
  let chosen: HTMLElement | undefined

  const unmount = (): void => {
    findRoot().replaceChildren()
    cells = []
    days = []
    chosen = undefined
    shown = undefined
  }

  const mount = (number: number): void => {
    const week = weekAt(number)
    const container = document.createElement(layout.container)
    container.className = 'week'
    const add = (line: HTMLElement, text: string, className: string): HTMLElement => {
      const element = document.createElement(layout.cell)
      element.className = className
      element.textContent = text
      line.append(element)
      return element
    }
    let line = layout.startLine(container)
    add(line, '', '')
    for (let day = 0; day < dayCount; day += 1) {
      const head = add(line, dayLabel(week, day), 'day')
      if (head instanceof HTMLTableCellElement) head.colSpan = machineCount
      days.push(head)
    }
    let row = -1
    for (const slot of week.slots) {
      if (slot.row !== row) {
        row = slot.row
        line = layout.startLine(container)
        add(line, rowLabel(row), '')
      }
      const cell = add(line, rowLabel(row), stateOf(slot.booked))
      cell.dataset.index = String(slot.index)
      if (layout.spoken) {
        cell.setAttribute('role', 'gridcell')
        cell.tabIndex = -1
        speak(cell, week, slot)
      }
      cells.push(cell)
    }
    container.addEventListener('click', (event) => {
      const cell = event.target
      if (!(cell instanceof HTMLElement) || cell.className !== 'free') return
      if (chosen !== undefined) chosen.className = 'free'
      cell.className = 'free chosen'
      chosen = cell
    })
    findRoot().append(container)
    shown = week
  }

  const show = (number: number): void => {
    const week = weekAt(number)
    if (chosen !== undefined) chosen.className = 'free'
    chosen = undefined
    days.forEach((element, day) => {
      element.textContent = dayLabel(week, day)
    })
    week.slots.forEach((slot, index) => {
      const cell = cells[index]
      if (cell === undefined) return
      if (shown?.slots[index]?.booked !== slot.booked) cell.className = stateOf(slot.booked)
      if (layout.spoken) speak(cell, week, slot)
    })
    shown = week
  }

  globalThis.benchPage = {
    mount,
    unmount,
    show,
    slotSelector: '.free, .taken',
    freeSelector: '.free:not(.chosen)',
    chosenSelector: '.chosen',
  }
}
