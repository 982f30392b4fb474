/** Puts the focus in the member search of the booking page, where there is one. */
export const focusMemberSearch = (): void => {
  document.querySelector<HTMLElement>('.mp input[type=search]')?.focus()
}

/** A window in front has the keys to itself. */
const isBehindWindow = (): boolean => document.querySelector('[role=dialog], [role=alertdialog]') !== null

/**
 * Puts the focus on the calendar of the page: on the time that Tab would reach, which is the chosen or the first free one.
 * Returns whether there is a calendar.
 */
const focusCalendar = (): boolean => {
  const time = document.querySelector<HTMLElement>('.wk [role=gridcell][tabindex="0"]')
  time?.focus()
  time?.scrollIntoView({ block: 'nearest' })
  return time !== null
}

/** Alt and C, by the key's place: to the calendar. */
export const takeCalendarKey = (event: KeyboardEvent): void => {
  if (!event.altKey || event.ctrlKey || event.metaKey || event.code !== 'KeyC' || isBehindWindow()) return
  if (focusCalendar()) event.preventDefault()
}
