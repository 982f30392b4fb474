import { Users } from 'lucide-react'
import type { DayEntry } from '#contract/booking/bridge.ts'
import { formatTimeAt } from '#domain/format/format-time.ts'
import type { Location } from '#domain/locations/location.ts'
import { findSimilarNames } from '#domain/members/duplicates.ts'
import { similarName } from '#domain/members/match-reason.ts'
import type { MemberID } from '#domain/members/member.ts'
import { appointmentState } from '#domain/study/member-appointments.ts'
import type { Instant } from '#domain/values/instant.ts'
import { Badge } from '../kit/controls/badge.tsx'
import { EmptyState } from '../kit/controls/empty-state.tsx'
import { Table } from '../kit/controls/table.tsx'
import { paths } from '../routes.ts'
import { MemberCell } from '../study/member-cell.tsx'
import { AppointmentBadge } from '../study/state-badge.tsx'
import { MemberPhone } from './member-phone.tsx'
import { memberSearchWords as words } from './member-search-words.ts'
import { membersScreenWords } from './members-screen-words.ts'

type Props = {
  /** The location's entries of today. */
  readonly entries: readonly DayEntry[]
  readonly location: Location | undefined
  readonly now: Instant
  /** The member that the page shows. */
  readonly openID: MemberID | null
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

/** Shows, before anything is searched, the members who come to the location today. */
export function MembersOfDay({ entries, location, now, openID }: Props) {
  const appointments = toAppointments(entries)
  const similar = findSimilarNames(appointments.map(({ member }) => member))
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
        currentKey={appointments.find(({ member }) => member.patientID === openID)?.study.studyID}
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
              <MemberCell name={member} dob={member.dob} href={paths.members({ memberID: member.patientID })}>
                {similar.has(member.patientID) ? <Badge tone="warning">{similarName}</Badge> : null}
              </MemberCell>
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
            cell: ({ study }) => <AppointmentBadge state={appointmentState(study, now)} />,
          },
        ]}
      />
    </section>
  )
}
