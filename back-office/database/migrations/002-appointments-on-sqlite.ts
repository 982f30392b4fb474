import { type RawBuilder, sql } from 'kysely'

// The row with `ownID` does not count: an update or a REPLACE must not conflict with the row that it changes.
const overlapGuard = (name: string, event: string, ownID: string): RawBuilder<unknown> =>
  sql.raw(`create trigger ${name} before ${event} on machine_time when new.overridden = 0 and exists (
    select 1 from machine_time as taken
    where taken.machine_id = new.machine_id and taken.event_id is not ${ownID}
      and taken.starts_at < new.ends_at and taken.ends_at > new.starts_at
      and taken.starts_at > new.starts_at - 86400)
  begin select raise(abort, 'machine-time-overlap'); end`)

const note = (name: string, event: string, kind: string, lines: readonly string[]): RawBuilder<unknown> =>
  sql.raw(
    `create trigger ${name} after ${event} begin ${lines
      .map((line) => `insert into change (location_id, kind, record_id, changed_at) select ${line};`)
      .join(' ')
      .replaceAll('$kind', `'${kind}'`)} end`,
  )

/**
 * SQLite has no exclusion constraints, so triggers refuse every row that overlaps another row of its machine, unless
 * the new row is `overridden`. SQLite allows only one writer at a time, so the check needs no further lock. The other
 * triggers write the changes feed.
 */
export const appointmentTriggersOnSqlite: readonly RawBuilder<unknown>[] = [
  overlapGuard('machine_time_no_overlap_added', 'insert', 'new.event_id'),
  overlapGuard(
    'machine_time_no_overlap_changed',
    'update of event_id, machine_id, starts_at, ends_at, overridden',
    'old.event_id',
  ),
  note('machine_time_noted_added', 'insert on machine_time', 'machine-time', [
    'new.location_id, $kind, new.event_id, unixepoch()',
  ]),
  note('machine_time_noted_changed', 'update on machine_time', 'machine-time', [
    'new.location_id, $kind, new.event_id, unixepoch()',
    'old.location_id, $kind, old.event_id, unixepoch() where (old.location_id, old.event_id) is not (new.location_id, new.event_id)',
  ]),
  note('machine_time_noted_removed', 'delete on machine_time', 'machine-time', [
    'old.location_id, $kind, old.event_id, unixepoch()',
  ]),
  note('study_noted_added', 'insert on study', 'study', ['new.location_id, $kind, new.study_id, unixepoch()']),
  note('study_noted_changed', 'update on study', 'study', [
    'new.location_id, $kind, new.study_id, unixepoch()',
    'old.location_id, $kind, old.study_id, unixepoch() where old.location_id <> new.location_id',
  ]),
  note('study_noted_removed', 'delete on study', 'study', ['old.location_id, $kind, old.study_id, unixepoch()']),
  note('member_noted_changed', 'update on member', 'member', [
    'distinct study.location_id, $kind, new.patient_id, unixepoch() from study where study.patient_id = new.patient_id',
  ]),
  note('location_noted_added', 'insert on location', 'location', [
    'new.location_id, $kind, new.location_id, unixepoch()',
  ]),
  note('location_noted_changed', 'update on location', 'location', [
    'new.location_id, $kind, new.location_id, unixepoch()',
  ]),
]
