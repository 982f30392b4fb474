/** Focuses the member search of the booking page, if there is one. */
export const focusMemberSearch = (): void => {
  document.querySelector<HTMLElement>('.mp input[type=search]')?.focus()
}

/** Returns whether a dialog is open. While a dialog is open, the page's shortcuts do nothing. */
const isBehindWindow = (): boolean => document.querySelector('[role=dialog], [role=alertdialog]') !== null

/**
 * Focuses the calendar cell that Tab would reach: the chosen time or the first free one. Returns whether there is a
 * calendar.
 */
const focusCalendar = (): boolean => {
  const time = document.querySelector<HTMLElement>('.wk [role=gridcell][tabindex="0"]')
  time?.focus()
  time?.scrollIntoView({ block: 'nearest' })
  return time !== null
}

/** Moves the focus to the calendar on Alt+C. The position of the key counts, not its letter. */
export const takeCalendarKey = (event: KeyboardEvent): void => {
  if (!event.altKey || event.ctrlKey || event.metaKey || event.code !== 'KeyC' || isBehindWindow()) return
  if (focusCalendar()) event.preventDefault()
}
