import { useEffect } from 'react'
import { letterOfKey } from '../../kit/letter-of-key.ts'

/** Focuses the member search of the booking page, if there is one. */
export const focusMemberSearch = (): void => {
  document.querySelector<HTMLElement>('.mp input[type=search]')?.focus()
}

/** Returns whether a dialog is open. While a dialog is open, the page's shortcuts do nothing. */
const isDialogOpen = (): boolean => document.querySelector('[role=dialog], [role=alertdialog]') !== null

/** The week's cell that Tab would reach (the chosen time or the first free one), or the first free time of a day. */
const calendarEntry = '.wk [role=gridcell][tabindex="0"], .dp__free:not(:disabled)'

const isFree = (cell: Element): boolean => cell.matches('[role=gridcell][aria-label]:not([aria-disabled=true])')

/** Returns the first free time of the shown week, by day and then by time; null if the week has none. */
const findFirstFree = (): HTMLElement | null => {
  const rows = [...document.querySelectorAll('.wk .sg-row[data-row]')].map((row) => [...row.children])
  const width = Math.max(0, ...rows.map((cells) => cells.length))
  for (let column = 0; column < width; column += 1) {
    const cell = rows.map((cells) => cells[column]).find((each) => each !== undefined && isFree(each))
    if (cell instanceof HTMLElement) return cell
  }
  return null
}

/**
 * Focuses the calendar: its chosen or first free time. Returns whether there is a calendar. After a change of week the
 * cell that Tab reaches may be a taken time. In that case this function focuses the first free time of the week.
 */
const focusCalendar = (): boolean => {
  const entry = document.querySelector<HTMLElement>(calendarEntry)
  const time = entry === null || isFree(entry) || entry.ariaSelected === 'true' ? entry : (findFirstFree() ?? entry)
  time?.focus()
  time?.scrollIntoView({ block: 'nearest' })
  return time !== null
}

/** Focuses the button that books or moves; its accessible name has the member and the time. Returns whether it exists. */
const focusCommit = (): boolean => {
  const button = document.querySelector<HTMLElement>('.sp__commit, .mv__commit, .ss__commit')
  button?.focus()
  return button !== null
}

/**
 * Moves the focus to the calendar on Alt+C. On Ctrl+Enter, moves it from the calendar to the button that books or
 * moves.
 */
const handleCalendarKey = (event: KeyboardEvent): void => {
  if (isDialogOpen()) return
  const isCommand = event.ctrlKey || event.metaKey
  if (event.altKey && !isCommand && letterOfKey(event) === 'c') {
    if (focusCalendar()) event.preventDefault()
    return
  }
  if (!isCommand || event.altKey || event.key !== 'Enter') return
  if (event.target instanceof Element && event.target.closest('.wk') !== null && focusCommit()) event.preventDefault()
}

/** Listens for the calendar's shortcuts while it is shown. */
export function useCalendarKeys(): void {
  useEffect(() => {
    window.addEventListener('keydown', handleCalendarKey)
    return () => window.removeEventListener('keydown', handleCalendarKey)
  }, [])
}
