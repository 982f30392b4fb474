import { type AuditRow, describeAction, describeField } from '#domain/audit/audit-row.ts'
import { formatTableAmount } from '#domain/format/format-money.ts'
import { formatInstant } from '#domain/format/format-time.ts'
import { toInstant } from '#domain/values/instant.ts'
import type { ZoneId } from '#domain/values/location-clock.ts'
import { roundToMoney } from '#domain/values/money.ts'
import { Button } from '../kit/controls/button.tsx'
import { Dialog } from '../kit/controls/dialog.tsx'
import { Fact, FactList } from '../kit/controls/fact-list.tsx'
import { Table } from '../kit/controls/table.tsx'
import { auditWords, dobInRow, memberInRow, personInRow } from './audit-words.ts'

const words = auditWords.row

/** A part of the row by which the list can be filtered. */
export type RowFilter = 'member' | 'person' | 'workstation'

type Props = {
  readonly row: AuditRow
  readonly zone: ZoneId
  readonly nameOfLocation: (locationID: string) => string
  readonly onFilter: (by: RowFilter) => void
  readonly onClose: () => void
}

/** Shows one row in full with its changes, and buttons that list the rows of the same member, person or workstation. */
export function AuditRowDialog({ row, zone, nameOfLocation, onFilter, onClose }: Props) {
  const changes = changesOf(row, zone)
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={describeAction(row.action)}
      subtitle={memberInRow(row) === null ? undefined : <Member row={row} />}
      footer={
        <>
          {row.member === null ? null : <Button onPress={() => onFilter('member')}>{words.onlyMember}</Button>}
          {row.user === null ? null : <Button onPress={() => onFilter('person')}>{words.onlyPerson}</Button>}
          {row.workstationID === null ? null : (
            <Button onPress={() => onFilter('workstation')}>{words.onlyWorkstation}</Button>
          )}
          <Button variant="primary" onPress={onClose}>
            {words.close}
          </Button>
        </>
      }
    >
      <FactList>
        <Fact label={words.number}>{String(row.sequence)}</Fact>
        <Fact label={words.time}>{formatInstant(row.at, zone)}</Fact>
        <Fact label={words.person}>{personInRow(row)}</Fact>
        <Fact label={words.outcome}>{row.outcome === 'ok' ? words.done : auditWords.refused(row.outcome)}</Fact>
        <Fact label={words.location}>{row.locationID === null ? null : nameOfLocation(row.locationID)}</Fact>
        <Fact label={words.study}>{row.studyID}</Fact>
        <Fact label={words.workstation}>{row.workstationID}</Fact>
        <Fact label={words.address}>{row.address}</Fact>
        {row.what === null ? null : (
          <Fact label={words.detail} isWide>
            {row.what}
          </Fact>
        )}
        {row.given === null ? null : (
          <Fact label={words.given} isWide>
            {auditWords.given(row.given)}
          </Fact>
        )}
      </FactList>
      {changes.length === 0 ? null : (
        <Table
          caption={words.changes}
          isCaptionHidden={false}
          density="small"
          columns={[
            { id: 'field', header: words.field, isRowHeader: true, cell: ({ field }) => describeField(field) },
            { id: 'before', header: words.before, cell: ({ before }) => <Value text={before} /> },
            { id: 'after', header: words.after, cell: ({ after }) => <Value text={after} /> },
          ]}
          rows={changes}
          rowKey={({ field }) => field}
        />
      )}
    </Dialog>
  )
}

function Member({ row }: { readonly row: AuditRow }) {
  return (
    <>
      <strong>{memberInRow(row)}</strong> {dobInRow(row)}
    </>
  )
}

function Value({ text }: { readonly text: string | null }) {
  return text === null ? (
    <span className="s-audit__quiet">{words.absent}</span>
  ) : (
    <span className="s-audit__value">{text}</span>
  )
}

type FieldChange = { readonly field: string; readonly before: string | null; readonly after: string | null }

const parse = (text: string | null): Readonly<Record<string, unknown>> => {
  const value: unknown = text === null ? {} : JSON.parse(text)
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

/** The fields with a time in epoch seconds, and those with an amount in the smallest unit of the currency. */
const times: readonly string[] = ['starts_at', 'temporary_hold_until']
const amounts: readonly string[] = ['price', 'payment_amount', 'balance']

const toText = (field: string, value: unknown, zone: ZoneId): string | null => {
  if (value === undefined || value === null) return null
  if (typeof value === 'number' && times.includes(field)) return formatInstant(toInstant(value * 1000), zone)
  if (typeof value === 'number' && amounts.includes(field)) return formatTableAmount(roundToMoney(value / 100))
  if (typeof value === 'boolean' || field === 'cancelled') return value === true || value === 1 ? words.yes : words.no
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Returns the fields of a row that differ before and after, and those whose values the log does not have. */
const changesOf = (row: AuditRow, zone: ZoneId): readonly FieldChange[] => {
  const before = parse(row.before)
  const { changed, ...after } = parse(row.after)
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .map((field) => ({ field, before: toText(field, before[field], zone), after: toText(field, after[field], zone) }))
    .filter((each) => each.before !== each.after)
  const hidden = Array.isArray(changed) ? changed.map(String) : []
  return [...fields, ...hidden.map((field) => ({ field, before: words.hidden, after: words.hidden }))]
}
