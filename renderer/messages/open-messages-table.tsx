import { type KeyboardEvent, useEffect, useRef } from 'react'
import { formatDate } from '#domain/format/format-date.ts'
import { formatInstant } from '#domain/format/format-time.ts'
import type { OpenMessage } from '#domain/messages/open-messages.ts'
import type { ZoneId } from '#domain/values/location-clock.ts'
import { Badge } from '../kit/controls/badge.tsx'
import { LinkButton } from '../kit/controls/link-button.tsx'
import { Table, type TableColumn } from '../kit/controls/table.tsx'
import { paths } from '../routes.ts'
import { isNowhere, rowOfKey } from '../worklists/worklist-keys.ts'
import { describeReason, describeState, messageWords } from './message-words.ts'
import { openMessagesWords as words } from './open-messages-words.ts'

/** The row that the user opened last; on return it has the focus. */
let opened: string | null = null

/**
 * Shows the messages that wait for staff. Keyboard: J, K and the arrows move between rows, Enter opens the study at its
 * messages.
 */
export function OpenMessagesTable({ rows }: { readonly rows: readonly OpenMessage[] }) {
  const box = useRef<HTMLDivElement>(null)
  const focusRow = (index: number): void => {
    box.current?.querySelectorAll<HTMLElement>('.om__name').item(index)?.focus()
  }
  const onKey = (event: globalThis.KeyboardEvent): void => {
    const row = event.target instanceof Element ? event.target.closest('tr') : null
    const from = row === null ? -1 : Array.prototype.indexOf.call(row.parentElement?.children, row)
    const to = rowOfKey(event, from, rows.length)
    if (to === null) return
    event.preventDefault()
    focusRow(to)
  }
  // While no element has the focus, these keys move the focus into the table.
  useEffect(() => {
    const onDocumentKey = (event: globalThis.KeyboardEvent): void => {
      if (event.target instanceof Element && isNowhere(event.target)) onKey(event)
    }
    document.addEventListener('keydown', onDocumentKey)
    return () => document.removeEventListener('keydown', onDocumentKey)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the list opens
  useEffect(() => {
    const index = rows.findIndex(({ messageID }) => messageID === opened)
    opened = null
    if (index >= 0 && isNowhere(document.activeElement)) focusRow(index)
  }, [])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the focusable rows inside
    <div
      ref={box}
      onKeyDown={(event: KeyboardEvent<HTMLDivElement>) => onKey(event.nativeEvent)}
      onFocus={(event) => {
        opened = event.target.closest<HTMLElement>('[data-message]')?.dataset.message ?? null
      }}
    >
      <Table<OpenMessage>
        caption={words.caption}
        columns={columns}
        rows={rows}
        rowKey={({ messageID }) => messageID}
        className="om__table"
      />
    </div>
  )
}

const columns: readonly TableColumn<OpenMessage>[] = [
  {
    id: 'member',
    header: words.columns.member,
    isRowHeader: true,
    cell: (row) => (
      <span className="om__two" data-message={row.messageID}>
        <LinkButton
          href={`${paths.study(row.studyID, { from: 'messages' })}#study-messages`}
          variant="text"
          className="om__name"
          aria-label={words.open(row)}
        >
          {row.member}
        </LinkButton>
        <span className="om__quiet tabular">{formatDate(row.dob)}</span>
      </span>
    ),
  },
  {
    id: 'message',
    header: words.columns.message,
    cell: (row) => (
      <span className="om__two">
        <span>{messageWords.kinds[row.kind]}</span>
        <span className="om__quiet">{messageWords.channels[row.channel]}</span>
      </span>
    ),
  },
  {
    id: 'state',
    header: words.columns.state,
    width: '34%',
    cell: (row) => (
      <span className="om__two">
        <span>
          <Badge tone={row.state === 'failed' ? 'danger' : 'warning'}>{describeState(row)}</Badge>
        </span>
        <span className="om__quiet">{describeReason(row)}</span>
      </span>
    ),
  },
  {
    id: 'since',
    header: words.columns.since,
    cell: (row) => (
      <span className="om__two">
        <span className="tabular">{formatInstant(row.stateAt, row.timezone as ZoneId)}</span>
        <span className="om__quiet">{words.attempts(row.attempts)}</span>
      </span>
    ),
  },
  {
    id: 'appointment',
    header: words.columns.appointment,
    cell: (row) => (
      <span className="om__two">
        <span className="tabular">
          {row.appointment === null ? words.noAppointment : formatInstant(row.appointment, row.timezone as ZoneId)}
        </span>
        <span className="om__quiet">{row.location}</span>
      </span>
    ),
  },
]
