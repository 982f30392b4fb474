import type { KeyboardEvent } from 'react'

const moveTo = (event: KeyboardEvent<HTMLElement>, target: HTMLElement | null | undefined): void => {
  if (target === null || target === undefined) return
  event.preventDefault()
  target.focus()
}

/** The fields of the table in which the user types counts, and the button that records them. */
const stopsSelector = '.s-finance__count input, .s-finance__drawer input, .s-finance__record'

/**
 * Handles the keys of a count field and of the notes and coins below its row. Tab and Enter go to the next of these
 * fields, and after the last one to the button that records the counts; Shift+Tab goes back. The Down arrow goes from
 * a count to the buttons of its row. From a button, Tab stops at each control of the table, so that the keyboard
 * reaches the controls that Tab skips between counts.
 */
export const moveBetweenCounts = (event: KeyboardEvent<HTMLElement>): void => {
  if (event.altKey || event.ctrlKey || event.metaKey) return
  const field = event.currentTarget
  if (event.key === 'ArrowDown' && !event.shiftKey) {
    moveTo(event, field.closest('tr')?.querySelector<HTMLElement>('button:not(:disabled)'))
    return
  }
  if (event.key !== 'Tab' && event.key !== 'Enter') return
  // Enter never leaves a count otherwise, and must not submit anything.
  if (event.key === 'Enter') event.preventDefault()
  const stops = [...(field.closest('.s-finance__counting')?.querySelectorAll<HTMLElement>(stopsSelector) ?? [])]
  moveTo(event, stops[stops.indexOf(field) + (event.shiftKey ? -1 : 1)])
}
