import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { hasRole } from '#domain/session/role.ts'
import type { Worklist } from '#domain/worklists/worklist.ts'
import type { WorklistRow, WorklistView } from '#domain/worklists/worklist-row.ts'
import { tasksOf } from '#domain/worklists/worklist-task.ts'
import { Badge } from '../kit/controls/badge.tsx'
import { Button } from '../kit/controls/button.tsx'
import { Table, type TableColumn } from '../kit/controls/table.tsx'
import type { ScreenProps } from '../session/screen-props.ts'
import { MemberCell } from '../study/member-cell.tsx'
import { describeStudyFailure } from '../study/study-failures.ts'
import { isNowhere, rowOfKey } from './worklist-keys.ts'
import { keyOfRow, placeOfWork, readWorklistPlace, storeWorklistPlace } from './worklist-places.ts'
import { rowsPerPage } from './worklist-store.ts'
import { describeAnchor, describeDue, whoIsOn, worklistWords } from './worklist-words.ts'

const words = worklistWords

type Props = Pick<ScreenProps<object>, 'bridge' | 'notices' | 'session'> & {
  readonly list: Worklist
  readonly view: WorklistView
  readonly isOnline: boolean
  /** Called after a change of a row. */
  readonly onChanged: () => void
}

/**
 * Shows the rows of a worklist. Keyboard: J, K and the arrows move between rows, Enter opens the study at the panel of
 * the work. On return, the same row has the focus, or the one that took its place.
 */
export function WorklistTable({ bridge, list, view, session, notices, isOnline, onChanged }: Props) {
  const box = useRef<HTMLDivElement>(null)
  /**
   * Key and index of the row that has the focus. They are kept when the list is refreshed without that row, so that the
   * row in its place can take the focus.
   */
  const current = useRef<{ key: string; index: number } | null>(null)
  const [assigning, setAssigning] = useState<string | null>(null)
  const { rows } = view

  const focusRow = (index: number, options?: FocusOptions): void => {
    box.current?.querySelectorAll<HTMLElement>('.wl__name').item(index)?.focus(options)
  }
  const rowAt = (target: EventTarget | null): number => {
    const row = target instanceof Element ? target.closest('tr') : null
    return row === null ? -1 : Array.prototype.indexOf.call(row.parentElement?.children, row)
  }
  const onKey = (event: globalThis.KeyboardEvent, from: number): void => {
    const to = rowOfKey(event, from, rows.length)
    if (to === null) return
    event.preventDefault()
    focusRow(to)
  }

  // While no element has the focus, these keys move the focus into the table.
  useEffect(() => {
    const onDocumentKey = (event: globalThis.KeyboardEvent): void => {
      if (event.target instanceof Element && isNowhere(event.target)) onKey(event, -1)
    }
    document.addEventListener('keydown', onDocumentKey)
    return () => document.removeEventListener('keydown', onDocumentKey)
  })

  /** Focuses a row by its key, or the row that is now in its place. */
  const focusPlace = (
    { key, index }: { readonly key: string; readonly index: number },
    options?: FocusOptions,
  ): void => {
    const found = rows.findIndex((row) => keyOfRow(row) === key)
    focusRow(found >= 0 ? found : Math.min(index, rows.length - 1), options)
  }
  // The focused row disappears when its work was done on any workstation. The row in its place then takes the focus.
  useLayoutEffect(() => {
    if (current.current !== null && document.activeElement === document.body) {
      focusPlace(current.current, { preventScroll: true })
    }
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the list opens
  useEffect(() => {
    const place = readWorklistPlace(list)
    storeWorklistPlace(list, null)
    if (place === null || !isNowhere(document.activeElement)) return
    const scroller = document.getElementById('main')
    if (scroller !== null) scroller.scrollTop = place.scrollTop
    focusPlace({ key: place.rowKey, index: place.index })
  }, [])
  const shown = useRef(0)
  shown.current = rows.length
  // Runs before the table leaves the page, while the scroll position is still that of the list.
  useLayoutEffect(
    () => () => {
      if (current.current === null) return
      const { key: rowKey, index } = current.current
      const scrollTop = document.getElementById('main')?.scrollTop ?? 0
      storeWorklistPlace(list, { rowKey, index, rows: Math.max(rowsPerPage, shown.current), scrollTop })
    },
    [list],
  )

  const assign = async (row: WorklistRow): Promise<void> => {
    setAssigning(row.studyID)
    const reply = await bridge.study.assignStudy({ studyID: row.studyID, to: session.user.user_id, from: null })
    setAssigning(null)
    onChanged()
    if (reply.ok) notices.success({ title: words.assigned, description: whoIsOn(row) })
    else {
      const description = `${whoIsOn(row)}. ${describeStudyFailure(reply.failure).text}`
      notices.error({ title: words.notAssigned, description })
    }
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the focusable rows inside
    <div
      ref={box}
      onKeyDown={(event: KeyboardEvent<HTMLDivElement>) => onKey(event.nativeEvent, rowAt(event.target))}
      onFocus={(event) => {
        const index = rowAt(event.target)
        const row = rows[index]
        current.current = row === undefined ? null : { key: keyOfRow(row), index }
      }}
      onBlur={(event) => {
        if (event.relatedTarget !== null) current.current = null
      }}
    >
      <Table<WorklistRow>
        caption={words.caption(words.lists[list].title)}
        columns={columnsOf({
          list,
          assignment: (row) => (
            <AssignedTo
              row={row}
              mayTake={hasRole(session.user.roles, 'radiologist')}
              isBusy={assigning === row.studyID}
              disabledReason={isOnline ? null : words.needsConnection}
              onTake={() => void assign(row)}
            />
          ),
        })}
        rows={rows}
        rowKey={keyOfRow}
        className="wl__table"
      />
    </div>
  )
}

type Columns = {
  readonly list: Worklist
  readonly assignment: (row: WorklistRow) => React.ReactNode
}

/** Returns the columns of a list. The work is a column of its own only on lists with several kinds of work. */
const columnsOf = ({ list, assignment }: Columns): readonly TableColumn<WorklistRow>[] => {
  const hasKinds = tasksOf[list].length > 1
  return [
    {
      id: 'member',
      header: words.columns.member,
      isRowHeader: true,
      cell: (row) => (
        <MemberCell
          name={row.member}
          dob={row.dob}
          href={placeOfWork(row, list)}
          linkLabel={words.open(row)}
          nameClass="wl__name"
        />
      ),
    },
    {
      id: 'work',
      header: hasKinds ? words.columns.work : words.columns.scan,
      cell: (row) => (
        <span className="wl__two">
          <span className="wl__short" title={hasKinds ? words.tasks[row.task] : row.scan}>
            {hasKinds ? words.tasks[row.task] : row.scan}
          </span>
          <span className="wl__quiet wl__short" title={hasKinds ? `${row.scan}, ${row.location}` : row.location}>
            {hasKinds ? `${row.scan}, ${row.location}` : row.location}
          </span>
        </span>
      ),
    },
    {
      id: 'since',
      header: words.columns.since,
      cell: (row) => {
        const [what, when] = describeAnchor(row)
        return (
          <span className="wl__two">
            <span>{what}</span>
            <span className="wl__quiet tabular wl__short" title={when}>
              {when}
            </span>
          </span>
        )
      },
    },
    {
      id: 'due',
      header: words.columns.due,
      cell: (row) => (
        <span className="wl__two">
          <span>{row.isLate ? <Badge tone="danger">{describeDue(row)}</Badge> : describeDue(row)}</span>
          <Marks row={row} />
        </span>
      ),
    },
    ...(list === 'reading' ? [{ id: 'assigned', header: words.columns.assigned, cell: assignment }] : []),
  ]
}

/** Shows the marks of a study in words. */
function Marks({ row }: { readonly row: WorklistRow }) {
  if (!row.isUrgent && !row.isPrioritized && !row.isSensitive) return null
  return (
    <span className="wl__marks">
      {row.isUrgent ? <Badge tone="danger">{words.marks.urgent}</Badge> : null}
      {row.isPrioritized ? <Badge tone="warning">{words.marks.prioritized}</Badge> : null}
      {row.isSensitive ? <Badge tone="info">{words.marks.sensitive}</Badge> : null}
    </span>
  )
}

type AssignedToProps = {
  readonly row: WorklistRow
  readonly mayTake: boolean
  readonly isBusy: boolean
  readonly disabledReason: string | null
  readonly onTake: () => void
}

/** Shows the radiologist of a study; a radiologist can take a study that has none. */
function AssignedTo({ row, mayTake, isBusy, disabledReason, onTake }: AssignedToProps) {
  if (row.assignedTo !== null) return <span className="wl__short">{row.assignedTo}</span>
  if (!mayTake) return <span className="wl__quiet">{words.none}</span>
  return (
    <Button
      size="micro"
      isPending={isBusy}
      aria-label={words.assignToMeOf(row)}
      disabledReason={disabledReason}
      onPress={onTake}
    >
      {words.assignToMe}
    </Button>
  )
}
