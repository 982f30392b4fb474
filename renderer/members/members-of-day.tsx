import { Users } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { DayEntry } from '#contract/booking/bridge.ts'
import type { Bridge } from '#contract/bridge.ts'
import { formatTimeAt } from '#domain/format/format-time.ts'
import type { Location } from '#domain/locations/location.ts'
import type { PlainDate } from '#domain/values/plain-date.ts'
import { Badge } from '../kit/controls/badge.tsx'
import { EmptyState } from '../kit/controls/empty-state.tsx'
import { Table } from '../kit/controls/table.tsx'
import { paths } from '../routes.ts'
import { MemberCell } from '../study/member-cell.tsx'
import { MemberPhone } from './member-phone.tsx'
import { memberSearchWords as words } from './member-search-words.ts'
import { membersScreenWords } from './members-screen-words.ts'

type Props = {
  readonly bridge: Pick<Bridge, 'booking'>
  readonly location: Location | undefined
  readonly date: PlainDate
}

type Appointment = {
  readonly study: NonNullable<DayEntry['study']>
  readonly member: NonNullable<DayEntry['member']>
  readonly entry: DayEntry
}

const toAppointments = (entries: readonly DayEntry[]): readonly Appointment[] =>
  entries
    .flatMap((entry) =>
      entry.study === null || entry.member === null || entry.study.status.cancelled
        ? []
        : [{ study: entry.study, member: entry.member, entry }],
    )
    .toSorted((one, other) => (one.entry.machineTime.utcStart < other.entry.machineTime.utcStart ? -1 : 1))

/** Shows, before anything is searched, the members who come to the location today, read in one call. */
export function MembersOfDay({ bridge, location, date }: Props) {
  const [appointments, setAppointments] = useState<readonly Appointment[]>([])
  const locationID = location?.locationID
  useEffect(() => {
    let isCurrent = true
    setAppointments([])
    if (locationID === undefined) return
    void bridge.booking.readDay({ locationID, date }).then((reply) => {
      if (isCurrent && reply.ok) setAppointments(toAppointments(reply.value.entries))
    })
    return () => {
      isCurrent = false
    }
  }, [bridge, locationID, date])
  if (location === undefined || appointments.length === 0) {
    return (
      <EmptyState icon={<Users aria-hidden="true" />} title={words.emptyTitle}>
        {words.empty}
      </EmptyState>
    )
  }
  const { studies } = membersScreenWords
  return (
    <section className="s-members__today" aria-label={words.today(location.address.name)}>
      <h2 className="s-members__today-title">{words.today(location.address.name)}</h2>
      <Table<Appointment>
        caption={words.today(location.address.name)}
        rows={appointments}
        rowKey={({ study }) => study.studyID}
        columns={[
          {
            id: 'time',
            header: studies.time,
            width: '88px',
            cell: ({ entry }) => (
              <span className="tabular">{formatTimeAt(entry.machineTime.utcStart, location.timezone)}</span>
            ),
          },
          {
            id: 'member',
            header: membersScreenWords.member.label,
            isRowHeader: true,
            cell: ({ member }) => (
              <MemberCell name={member} dob={member.dob} href={paths.members({ memberID: member.patientID })} />
            ),
          },
          {
            id: 'phone',
            header: membersScreenWords.member.phone,
            cell: ({ member }) => (
              <span className="tabular">
                <MemberPhone member={member} />
              </span>
            ),
          },
          {
            id: 'status',
            header: studies.status,
            cell: ({ study: { status, temporaryHold } }) =>
              status.scanned ? (
                <Badge tone="success">{studies.scanned}</Badge>
              ) : status.checkin ? (
                <Badge tone="info">{studies.checkedIn}</Badge>
              ) : temporaryHold ? (
                <Badge tone="warning">{studies.temporaryHold}</Badge>
              ) : (
                <Badge>{studies.booked}</Badge>
              ),
          },
        ]}
      />
    </section>
  )
}
