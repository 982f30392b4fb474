import { type KeyboardEvent, useDeferredValue, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { formatDate } from '#domain/format/format-date.ts'
import type { Location } from '#domain/locations/location.ts'
import type { BoardDay } from '#domain/study/board-day.ts'
import { decideMarkUndo } from '#domain/study/mark-undo.ts'
import { findNextArrivals } from '#domain/study/next-arrivals.ts'
import { findScanQuestions } from '#domain/study/scan-questions.ts'
import { whyNoCheckIn } from '#domain/study/today-board.ts'
import type { Instant } from '#domain/values/instant.ts'
import type { PlainDate } from '#domain/values/plain-date.ts'
import { Table } from '../../kit/controls/table.tsx'
import { isTextTarget, letterKeys } from '../../kit/letter-keys.ts'
import type { ScreenProps } from '../../session/screen-props.ts'
import { describeStudyFailure } from '../../study/study-failures.ts'
import { boardColumns } from './board-columns.tsx'
import { type BoardDialog, BoardDialogs } from './board-dialogs.tsx'
import { BoardFilterBar, rowsInView, wholeBoard } from './board-filter-bar.tsx'
import { type BoardKey, decideBoardKey, rowAfter } from './board-keys.ts'
import { placeOfAction } from './board-places.ts'
import { EmptyDay } from './empty-day.tsx'
import { frontDeskWords } from './front-desk-words.ts'
import { whyNotNow, whyNoUndo } from './next-button.tsx'
import type { RowCancelStores } from './row-cancel.tsx'
import { nothingConfirmed, readNotConfirmed } from './scan-dialog.tsx'
import { rowOfDialog, type TodayRow, whoIs } from './today-rows.ts'
import type { BoardActs } from './use-board-acts.ts'
import { useBoardFocus } from './use-board-focus.ts'

const words = frontDeskWords.board

/** The number of rows that are painted first when the board opens: about as many as a window shows. */
const firstRows = 16

type TodayBoardProps = Pick<ScreenProps<RowCancelStores>, 'bridge' | 'notices' | 'session' | 'stores'> & {
  readonly location: Location
  readonly date: PlainDate
  readonly day: BoardDay
  readonly rows: readonly TodayRow[]
  readonly now: Instant
  readonly isOnline: boolean
  readonly acts: BoardActs
}

/**
 * Returns the board action of a key press; null for any other key. Also returns null for a letter that is part of typed
 * text: in a text field, within a word, or right after a change of page.
 */
const keyOf = (event: globalThis.KeyboardEvent): BoardKey | null => {
  const key = decideBoardKey(event)
  if (key !== 'next-action' && key !== 'check-in' && key !== 'undo') return key
  // Ctrl+Z has already pressed Undo of a notice.
  if (event.defaultPrevented) return null
  letterKeys.notePress(event)
  if (!letterKeys.mayAct(event, isTextTarget(event.target))) return null
  letterKeys.noteAct()
  return key
}

type RowActs = {
  readonly actOn: (row: TodayRow) => void
  /** Opens the check-in, as the row's button does, or shows why the row offers none. */
  readonly checkIn: (row: TodayRow) => void
  readonly markScanned: (row: TodayRow) => Promise<void>
  /** Undoes the row's last mark, or shows why that is impossible. An older mark needs a confirmation first. */
  readonly undoMark: (row: TodayRow) => void
}

/** Returns the actions of a row's buttons and keys; `open` shows a dialog of the row. */
const useRowActs = (
  { acts, location, day, notices, now, isOnline, session }: TodayBoardProps,
  open: (dialog: BoardDialog) => void,
): RowActs => {
  const [, navigate] = useLocation()
  const markScanned = async (row: TodayRow): Promise<void> => {
    if (findScanQuestions(row.study, now, location.currency.currency).length > 0) {
      open({ kind: 'scan', row, reported: [] })
      return
    }
    const reply = await acts.markScanned(row, nothingConfirmed)
    if (reply.ok) return
    const reported = readNotConfirmed(reply.failure)
    if (reported.length > 0) {
      open({ kind: 'scan', row, reported })
      return
    }
    const description = `${whoIs(row)}. ${describeStudyFailure(reply.failure).text}`
    notices.error({ title: words.notMarked, description })
  }
  return {
    markScanned,
    undoMark: (row) => {
      if (acts.isRunning(row)) return
      const found = decideMarkUndo(row.study, session.user.fullname, now)
      const reason = found.kind === 'cannot' ? found.reason : whyNoUndo(row, isOnline)
      if (reason !== null) notices.warning({ title: words.nothingUndone, description: `${whoIs(row)}. ${reason}` })
      else if (found.kind === 'can' && !found.isFresh) open({ kind: 'undo', row })
      else if (found.kind === 'can') void acts.undoMark(row, found.mark)
    },
    checkIn: (row) => {
      if (acts.isRunning(row)) return
      const reason = whyNoCheckIn(row.study, day)
      if (reason === null) open({ kind: 'check-in', row })
      else notices.warning({ title: words.notNow(words.checkIn), description: `${whoIs(row)}. ${reason}` })
    },
    actOn: (row) => {
      if (acts.isRunning(row)) return
      const { kind } = row.next
      const reason = whyNotNow(kind, isOnline)
      if (reason !== null) {
        notices.warning({ title: words.notNow(row.next.label), description: `${whoIs(row)}. ${reason}` })
        return
      }
      const place = placeOfAction(kind, row.study.studyID)
      if (place !== null) navigate(place)
      if (kind === 'check-in') open({ kind: 'check-in', row })
      if (kind === 'mark-scanned') void markScanned(row)
    },
  }
}

/**
 * Returns the columns. They stay the same object while the user types or a row changes, so that only changed rows are
 * drawn again. Everything that a cell shows must be in its row or in the dependencies below. `open` shows a dialog of a
 * row.
 */
const useBoardColumns = (
  { location, day, rows, now, isOnline, session }: TodayBoardProps,
  acts: RowActs,
  open: (dialog: BoardDialog) => void,
): ReturnType<typeof boardColumns> => {
  // The actions are new functions in each render. The handlers call the latest ones, so the columns need not change.
  const latest = useRef(acts)
  useLayoutEffect(() => {
    latest.current = acts
  })
  const { fullname } = session.user
  // A text can be compared between renders. A set would be another one each time.
  const arriving = day === 'today' ? [...findNextArrivals(rows, now)].join('\n') : ''
  return useMemo(
    () =>
      boardColumns({
        location,
        day,
        now,
        isOnline,
        arriving: new Set(arriving.split('\n')),
        fullname,
        onCheckIn: (row) => open({ kind: 'check-in', row }),
        onMarkScanned: (row) => void latest.current.markScanned(row),
        onUndoMark: (row) => latest.current.undoMark(row),
        onNote: (row) => open({ kind: 'note', row }),
        onCancel: (row) => open({ kind: 'cancel', row }),
      }),
    [location, day, now, isOnline, arriving, fullname, open],
  )
}

/** Returns the open dialog and its row. Closes the dialog with a notice when its appointment has left the board. */
const useBoardDialog = ({ rows, notices }: Pick<TodayBoardProps, 'rows' | 'notices'>) => {
  const [dialog, setDialog] = useState<BoardDialog | null>(null)
  const row = dialog === null ? undefined : rowOfDialog(rows, dialog)
  const orphaned = row === undefined ? dialog : null
  useEffect(() => {
    if (orphaned === null) return
    setDialog(null)
    notices.warning({ title: words.goneTitle, description: words.gone(whoIs(orphaned.row)) })
  }, [orphaned, notices])
  return { dialog, row, setDialog }
}

/**
 * Shows the day's members, one in each row. Keyboard: arrows move between rows, Enter opens the study, N runs the next
 * action, C opens the check-in, U undoes the last mark. Ctrl+Z also undoes the mark, unless a notice offers an undo.
 */
export function TodayBoard(props: TodayBoardProps) {
  const { bridge, notices, session, stores, location, date, day, rows, now, isOnline, acts } = props
  const [view, setView] = useState(wholeBoard)
  const { dialog, row: dialogRow, setDialog } = useBoardDialog(props)
  const found = rowsInView(rows, view, location)
  // A row that no longer matches the view leaves at once, so that no key can reach it. Rows that match again, and the
  // rows below the first ones of a new board, follow in a deferred render, which an input can interrupt.
  const drawn = rowsInView(found, useDeferredValue(view), location)
  const isWhole = useDeferredValue(true, false)
  const shown = isWhole ? drawn : drawn.slice(0, firstRows)
  const { board, focusRow, rowOf, leaveDialogOf, onFocus, onBlur } = useBoardFocus(shown, isWhole)
  const rowActs = useRowActs(props, setDialog)
  const { actOn, checkIn, undoMark } = rowActs
  const columns = useBoardColumns(props, rowActs, setDialog)

  /** Runs the key's action. Returns whether the board handled the key. */
  const obey = (key: BoardKey, from: number): boolean => {
    if (key === 'undo') {
      const row = shown[from]
      if (row !== undefined) undoMark(row)
      else if (!acts.undoLast()) {
        const description = words.undoHint
        notices.warning({ title: words.nothingUndone, description })
      }
      return true
    }
    if (key === 'next-action' || key === 'check-in') {
      const row = shown[from]
      if (row === undefined) return false
      if (key === 'check-in') checkIn(row)
      else actOn(row)
      return true
    }
    const to = rowAfter(from, shown.length, key)
    if (to !== null) focusRow(to)
    return to !== null
  }

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    const key = keyOf(event.nativeEvent)
    if (key !== null && obey(key, rowOf(event.target))) event.preventDefault()
  }

  // While no element has the focus, the arrow keys enter the board and U undoes the mark whose toast is still shown.
  useEffect(() => {
    const onDocumentKey = (event: globalThis.KeyboardEvent): void => {
      const isNowhere =
        event.target === document.body || (event.target instanceof Element && event.target.id === 'main')
      const key = isNowhere ? keyOf(event) : null
      if (key !== null && obey(key, -1)) event.preventDefault()
    }
    document.addEventListener('keydown', onDocumentKey)
    return () => document.removeEventListener('keydown', onDocumentKey)
  })

  if (rows.length === 0) {
    return <EmptyDay bridge={bridge} location={location} date={date} isToday={day === 'today'} />
  }
  return (
    <>
      <BoardFilterBar location={location} rows={rows} found={found} view={view} onChange={setView} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the focusable rows inside */}
      <div ref={board} onKeyDown={onKeyDown} onFocus={onFocus} onBlur={onBlur}>
        <Table<TodayRow>
          caption={words.caption(location.address.name, formatDate(date))}
          columns={columns}
          rows={shown}
          rowKey={(row) => row.key}
          empty={found.length === 0 ? <p className="fd__none">{words.emptyView}</p> : null}
          className="fd__table"
        />
      </div>
      {dialog === null || dialogRow === undefined ? null : (
        <BoardDialogs
          bridge={bridge}
          stores={stores}
          dialog={dialog}
          row={dialogRow}
          location={location}
          now={now}
          isOnline={isOnline}
          fullname={session.user.fullname}
          acts={acts}
          onClose={(isLeft) => {
            setDialog(null)
            if (isLeft) leaveDialogOf(dialog.row.key)
          }}
        />
      )}
    </>
  )
}
