import { CalendarCheck } from 'lucide-react'
import { type FocusEvent, type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import type { Location } from '#domain/locations/location.ts'
import { decideMarkUndo } from '#domain/study/mark-undo.ts'
import { findScanQuestions } from '#domain/study/scan-questions.ts'
import type { Instant } from '#domain/values/instant.ts'
import type { MachineID } from '#domain/values/location-id.ts'
import { EmptyState } from '../../kit/controls/empty-state.tsx'
import { Table } from '../../kit/controls/table.tsx'
import { isTextTarget, letterKeys } from '../../kit/letter-keys.ts'
import type { ScreenProps } from '../../session/screen-props.ts'
import { describeStudyFailure } from '../../study/study-failures.ts'
import { boardColumns } from './board-columns.tsx'
import { type BoardKey, decideBoardKey, rowAfter } from './board-keys.ts'
import { leaveBoardAt, placeOfAction, takePlaceLeft } from './board-places.ts'
import { frontDeskWords } from './front-desk-words.ts'
import { MachineFilter } from './machine-filter.tsx'
import { whyNotNow, whyNoUndo } from './next-button.tsx'
import { RowCheckIn } from './row-check-in.tsx'
import { RowScan } from './row-scan.tsx'
import { nothingConfirmed, type OpenBeforeScan, readNotConfirmed } from './scan-dialog.tsx'
import { describeDay, type TodayRow, whoIs } from './today-rows.ts'
import { UndoMarkDialog } from './undo-mark-dialog.tsx'
import type { BoardActs } from './use-board-acts.ts'

const words = frontDeskWords.board

type TodayBoardProps = Pick<ScreenProps<object>, 'bridge' | 'notices' | 'session'> & {
  readonly location: Location
  readonly rows: readonly TodayRow[]
  readonly now: Instant
  readonly isOnline: boolean
  readonly acts: BoardActs
}

/**
 * Returns the board action of a key press; null for any other key, and for a letter that is part of typed text: in a
 * text field, within a word, or right after a change of page.
 */
const keyOf = (event: globalThis.KeyboardEvent): BoardKey | null => {
  const key = decideBoardKey(event)
  if (key !== 'next-action' && key !== 'undo') return key
  letterKeys.notePress(event)
  if (!letterKeys.mayAct(event, isTextTarget(event.target))) return null
  letterKeys.noteAct()
  return key
}

/**
 * Returns a function that gives the focus to a row once its dialog is closed: the button that opened the dialog may be
 * gone.
 */
const useFocusAfterDialog = (focus: (key: string) => void): ((key: string) => void) => {
  const [leftRow, setLeftRow] = useState<string | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when a dialog of a row was closed
  useEffect(() => {
    if (leftRow === null) return
    focus(leftRow)
    setLeftRow(null)
  }, [leftRow])
  return setLeftRow
}

/**
 * Shows the day's members, one in each row. Keyboard: arrows move between rows, Enter opens the study, N runs the next
 * action and U undoes the last mark.
 */
export function TodayBoard({ bridge, notices, session, location, rows, now, isOnline, acts }: TodayBoardProps) {
  const [, navigate] = useLocation()
  const [machineID, setMachineID] = useState<MachineID | null>(null)
  const [checkingIn, setCheckingIn] = useState<string | null>(null)
  const [scanning, setScanning] = useState<{ readonly key: string; readonly told: readonly OpenBeforeScan[] } | null>(
    null,
  )
  const [undoing, setUndoing] = useState<string | null>(null)
  const board = useRef<HTMLDivElement>(null)
  const current = useRef<string | null>(null)
  const chosen = location.machines.some((machine) => machine.machineID === machineID) ? machineID : null
  const shown = chosen === null ? rows : rows.filter((row) => row.machineID === chosen)
  const checked = rows.find(({ key }) => key === checkingIn)
  const scanned = rows.find(({ key }) => key === scanning?.key)
  const undone = rows.find(({ key }) => key === undoing)
  const undo = undone === undefined ? undefined : decideMarkUndo(undone.study, session.user.fullname, now)

  const focusRow = (index: number, options?: FocusOptions): void => {
    board.current?.querySelectorAll<HTMLElement>('.fd__name').item(index)?.focus(options)
  }
  const leaveDialogOf = useFocusAfterDialog((key) => focusRow(shown.findIndex((row) => row.key === key)))
  const rowOf = (target: EventTarget | null): number => {
    const row = target instanceof Element ? target.closest('tbody tr') : null
    return row === null ? -1 : Array.prototype.indexOf.call(row.parentElement?.children, row)
  }

  const markScanned = async (row: TodayRow): Promise<void> => {
    if (findScanQuestions(row.study, now, location.currency.currency).length > 0) {
      setScanning({ key: row.key, told: [] })
      return
    }
    const reply = await acts.markScanned(row, nothingConfirmed)
    if (reply.ok) return
    const told = readNotConfirmed(reply.failure)
    if (told.length > 0) {
      setScanning({ key: row.key, told })
      return
    }
    const description = `${whoIs(row)}. ${describeStudyFailure(reply.failure).text}`
    notices.error({ title: words.notMarked, description })
  }

  /** Undoes the row's last mark, or shows why that is impossible. An older mark needs a confirmation first. */
  const takeBack = (row: TodayRow): void => {
    if (acts.isRunning(row)) return
    const found = decideMarkUndo(row.study, session.user.fullname, now)
    const reason = found.kind === 'cannot' ? found.reason : whyNoUndo(row, isOnline)
    if (reason !== null) notices.warning({ title: words.nothingUndone, description: `${whoIs(row)}. ${reason}` })
    else if (found.kind === 'can' && !found.isFresh) setUndoing(row.key)
    else if (found.kind === 'can') void acts.takeBack(row, found.mark)
  }

  const actOn = (row: TodayRow): void => {
    if (acts.isRunning(row)) return
    const { kind } = row.next
    const reason = whyNotNow(kind, isOnline)
    if (reason !== null) {
      notices.warning({ title: words.notNow(row.next.label), description: `${whoIs(row)}. ${reason}` })
      return
    }
    const place = placeOfAction(kind, row.study.studyID)
    if (place !== null) navigate(place)
    if (kind === 'check-in') setCheckingIn(row.key)
    if (kind === 'mark-scanned') void markScanned(row)
  }

  /** Runs the key's action. Returns whether the board handled the key. */
  const obey = (key: BoardKey, from: number): boolean => {
    if (key === 'undo') {
      const row = shown[from]
      if (row !== undefined) takeBack(row)
      else if (!acts.undoLast()) {
        const description = words.undoHint
        notices.warning({ title: words.nothingUndone, description })
      }
      return true
    }
    if (key === 'next-action') {
      const row = shown[from]
      if (row !== undefined) actOn(row)
      return row !== undefined
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

  const onFocus = (event: FocusEvent<HTMLDivElement>): void => {
    current.current = shown[rowOf(event.target)]?.key ?? null
  }
  const onBlur = (event: FocusEvent<HTMLDivElement>): void => {
    if (event.relatedTarget !== null) current.current = null
  }

  // When any workstation has done the action of the focused button, the button disappears and its row takes the focus.
  useLayoutEffect(() => {
    if (current.current === null || document.activeElement !== document.body) return
    const index = shown.findIndex(({ key }) => key === current.current)
    if (index >= 0) focusRow(index, { preventScroll: true })
  })
  // On return from a study, the study's row takes the focus, unless another element has the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the board mounts
  useEffect(() => {
    const place = takePlaceLeft()
    const index = shown.findIndex(({ key }) => key === place)
    const isNowhere = document.activeElement === document.body || document.activeElement?.id === 'main'
    if (index >= 0 && isNowhere) focusRow(index)
    return () => leaveBoardAt(current.current)
  }, [])

  if (rows.length === 0) {
    return <NoAppointments location={location} />
  }
  return (
    <>
      <div className="fd__bar">
        <MachineFilter location={location} rows={rows} chosen={chosen} onChoose={setMachineID} />
        <p className="fd__date tabular">{describeDay(shown)}</p>
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the focusable rows inside */}
      <div ref={board} onKeyDown={onKeyDown} onFocus={onFocus} onBlur={onBlur}>
        <Table<TodayRow>
          caption={words.caption(location.address.name)}
          columns={boardColumns({
            location,
            now,
            isOnline,
            fullname: session.user.fullname,
            acts,
            onCheckIn: (row) => setCheckingIn(row.key),
            onMarkScanned: (row) => void markScanned(row),
            onTakeBack: takeBack,
          })}
          rows={shown}
          rowKey={(row) => row.key}
          empty={<p className="fd__none">{words.emptyMachine}</p>}
          className="fd__table"
        />
      </div>
      {checked === undefined ? null : (
        <RowCheckIn
          key={checked.key}
          bridge={bridge}
          row={checked}
          location={location}
          onClose={(done) => {
            setCheckingIn(null)
            if (done === null) return
            acts.sayCheckedIn(checked, done)
            leaveDialogOf(checked.key)
          }}
        />
      )}
      {scanned === undefined || scanning === null ? null : (
        <RowScan
          key={scanned.key}
          row={scanned}
          location={location}
          now={now}
          told={scanning.told}
          mark={(confirmation) => acts.markScanned(scanned, confirmation)}
          bridge={bridge}
          onClose={() => {
            setScanning(null)
            leaveDialogOf(scanned.key)
          }}
        />
      )}
      {undone === undefined || undo?.kind !== 'can' ? null : (
        <UndoMarkDialog
          row={undone}
          takeBack={undo}
          location={location}
          onClose={(isWanted) => {
            setUndoing(null)
            leaveDialogOf(undone.key)
            if (isWanted) void acts.takeBack(undone, undo.mark)
          }}
        />
      )}
    </>
  )
}

/** Replaces the list and the safety questions on a day without bookings. */
export function NoAppointments({ location }: { readonly location: Location }) {
  return (
    <EmptyState icon={<CalendarCheck aria-hidden="true" />} title={words.emptyTitle}>
      {words.empty(location.address.name)}
    </EmptyState>
  )
}
