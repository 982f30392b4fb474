import { type FocusEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { storeBoardRow, takeStoredBoardRow } from './board-places.ts'
import type { TodayRow } from './today-rows.ts'

// Excludes the row of the table's head.
const bodyRow = 'tbody>tr'

type BoardFocus = {
  readonly board: RefObject<HTMLDivElement | null>
  readonly focusRow: (index: number, options?: FocusOptions) => void
  /** Returns the index of the row that contains an element; -1 for none. */
  readonly rowOf: (target: EventTarget | null) => number
  /** Focuses a row after its dialog has closed, because the button that opened the dialog may be gone. */
  readonly leaveDialogOf: (key: string) => void
  readonly onFocus: (event: FocusEvent<HTMLDivElement>) => void
  readonly onBlur: (event: FocusEvent<HTMLDivElement>) => void
}

/**
 * Keeps the focus on the board: after dialogs, after a change at any workstation, and on return from a study. `isWhole`
 * is false while a new board shows only its first rows.
 */
export const useBoardFocus = (shown: readonly TodayRow[], isWhole: boolean): BoardFocus => {
  const board = useRef<HTMLDivElement>(null)
  const current = useRef<string | null>(null)
  const [leftRow, setLeftRow] = useState<string | null>(null)
  const focusRow = (index: number, options?: FocusOptions): void => {
    board.current?.querySelectorAll<HTMLElement>('.fd__name').item(index)?.focus(options)
  }
  const rowOf = (target: EventTarget | null): number => {
    const row = target instanceof Element ? target.closest(bodyRow) : null
    return row === null ? -1 : Array.prototype.indexOf.call(row.parentElement?.children, row)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when a dialog of a row was closed
  useEffect(() => {
    if (leftRow === null) return
    focusRow(shown.findIndex((row) => row.key === leftRow))
    setLeftRow(null)
  }, [leftRow])
  // When any workstation has done the action of the focused button, the button disappears and its row takes the focus.
  useLayoutEffect(() => {
    if (current.current === null || document.activeElement !== document.body) return
    const index = shown.findIndex(({ key }) => key === current.current)
    if (index >= 0) focusRow(index, { preventScroll: true })
  })
  // On return from a study, the study's row takes the focus, unless another element has the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the board has all rows
  useEffect(() => {
    if (!isWhole) return
    const place = takeStoredBoardRow()
    const index = shown.findIndex(({ key }) => key === place)
    const isNowhere = document.activeElement === document.body || document.activeElement?.id === 'main'
    if (index >= 0 && isNowhere) focusRow(index)
    return () => storeBoardRow(current.current)
  }, [isWhole])
  return {
    board,
    focusRow,
    rowOf,
    leaveDialogOf: setLeftRow,
    onFocus: (event) => {
      current.current = shown[rowOf(event.target)]?.key ?? null
    },
    onBlur: (event) => {
      if (event.relatedTarget !== null) current.current = null
    },
  }
}
