import type { ReactNode } from 'react'
import { formatPhone } from '#domain/format/format-phone.ts'
import { formatInstant } from '#domain/format/format-time.ts'
import type { DirectoryChange, DirectoryField } from '#domain/people/directory-change.ts'
import { directoryFieldLabel, directoryStateWord } from '#domain/people/directory-words.ts'
import type { ZoneId } from '#domain/values/location-clock.ts'
import { Badge } from '../kit/controls/badge.tsx'
import { Table } from '../kit/controls/table.tsx'
import { directoryScreenWords } from './directory-screen-words.ts'

const words = directoryScreenWords.card

type CardProps = {
  readonly change: DirectoryChange
  /** The time zone of the chosen location. */
  readonly zone: ZoneId
  /** The buttons. */
  readonly children?: ReactNode
}

const stateTones = { counted: 'info', proposed: 'neutral', confirmed: 'success', declined: 'neutral' } as const

const value = ({ field }: DirectoryField, text: string): ReactNode => {
  if (text === '') return <span className="s-directory__quiet">{words.none}</span>
  return /fax/i.test(field) ? formatPhone(text) : text
}

/** Shows one change of the directory: the practitioner, who changed it and when, and each field before and after. */
export function ChangeCard({ change, zone, children }: CardProps) {
  const { practitionerName, fields, by, at, locationName, state, decidedBy, decidedAt } = change
  return (
    <li className="s-directory__card">
      <div className="s-directory__head">
        <div>
          <h3 className="s-directory__name">
            {practitionerName}{' '}
            {state === 'proposed' ? null : <Badge tone={stateTones[state]}>{directoryStateWord(state)}</Badge>}
          </h3>
          <p className="s-directory__quiet">
            {[state === 'counted' ? words.changedBy(by) : words.proposedBy(by), locationName, formatInstant(at, zone)]
              .filter((part) => part !== null)
              .join(', ')}
          </p>
          {decidedBy === null || decidedAt === null ? null : (
            <p className="s-directory__quiet">
              {words.decidedBy(directoryStateWord(state), decidedBy, formatInstant(decidedAt, zone))}
            </p>
          )}
        </div>
        {children === undefined ? null : <div className="s-directory__acts">{children}</div>}
      </div>
      <Table<DirectoryField>
        caption={words.caption(practitionerName)}
        density="small"
        rows={fields}
        rowKey={({ field }) => field}
        columns={[
          { id: 'field', header: words.field, isRowHeader: true, cell: directoryFieldLabel, width: '28%' },
          { id: 'before', header: words.before, cell: (field) => value(field, field.before), width: '36%' },
          {
            id: 'after',
            header: words.after,
            cell: (field) => <strong>{value(field, field.after)}</strong>,
            width: '36%',
          },
        ]}
      />
    </li>
  )
}
