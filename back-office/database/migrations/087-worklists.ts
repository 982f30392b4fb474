import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/**
 * An index for each kind of work on the worklists. It has only the studies that wait for that work, a few hundred of
 * many thousands. The conditions equal those of the queries character for character; otherwise the engines would not
 * use the index.
 */
export const worklistIndexes: Migration = {
  name: '087-worklists',
  up: async (db, kind) => {
    const isSqlite = kind === 'sqlite'
    const has = (flag: string) =>
      isSqlite ? `json_type(status, '$.${flag}') = 'true'` : `(status::jsonb -> '${flag}') = 'true'::jsonb`
    const lacks = (flag: string) =>
      isSqlite
        ? `json_type(status, '$.${flag}') is not 'true'`
        : `(status::jsonb -> '${flag}') is distinct from 'true'::jsonb`
    const consult = (field: string) =>
      isSqlite ? `json_extract(extra, '$.consulting.${field}')` : `(extra::jsonb #>> '{consulting,${field}}')`
    const toNumber = (path: readonly string[]) =>
      isSqlite ? `json_extract(safety, '$.${path.join('.')}')` : `((safety::jsonb #>> '{${path.join(',')}}'))::integer`
    const signOff = isSqlite ? `json_extract(safety, '$.signOff')` : `(safety::jsonb #>> '{signOff}')`
    const [red, stops, newStops] = [['red'], ['draft', 'stops'], ['draft', 'newStops']].map(toNumber)
    const hasOpenStops =
      `((not ${signOff} is not null and (coalesce(${red}, 0) > 0 or coalesce(${stops}, 0) > 0)) ` +
      `or (${signOff} is not null and coalesce(${newStops}, ${stops}, 0) > 0))`
    const ofAppointments: Record<string, readonly string[]> = {
      study_history_to_receive: [has('medicalHistoryRequested'), lacks('medicalHistory'), lacks('scanned')],
      study_history_to_review: [has('medicalHistory'), lacks('medicalHistoryReviewed'), lacks('scanned')],
      study_with_stop: [hasOpenStops, lacks('scanned')],
      study_on_hold: ['temporary_hold_until is not null', lacks('scanned')],
      study_unpaid: ['balance > 0', 'temporary_hold_until is null', lacks('scanned')],
      study_to_refer: [lacks('referred'), lacks('scanned')],
    }
    const indexes: Record<string, readonly string[]> = {
      study_to_read: [has('scanned'), lacks('read')],
      study_to_check: [`(${has('read')} or ${has('published')})`, lacks('reportQADone')],
      study_to_confirm: ['sku_id = 370', has('scanned'), lacks('bodyCompositionQC')],
      study_to_publish: [has('read'), lacks('published')],
      study_to_release: [
        has('published'),
        has('reportQADone'),
        lacks('releasedToPatient'),
        lacks('traditionalReleasedToPatient'),
      ],
      study_to_notify: [
        has('published'),
        has('reportQADone'),
        has('providerAdded'),
        lacks('providerReportNotification'),
      ],
      study_consult_to_book: [
        `${consult('requestedStatus')} = 'requested'`,
        `coalesce(${consult('scheduledStatus')}, '') not in ('booked', 'complete')`,
      ],
      study_consult_to_hold: [`${consult('scheduledStatus')} = 'booked'`, `${consult('completedTime')} is null`],
    }
    const add = async (name: string, columns: string, conditions: readonly string[]): Promise<void> => {
      const where = ['cancelled = 0', ...conditions].join(' and ')
      await sql`create index ${sql.ref(name)} on study (${sql.raw(columns)}) where ${sql.raw(where)}`.execute(db)
    }
    for (const [name, conditions] of Object.entries(indexes)) await add(name, 'location_id', conditions)
    for (const [name, conditions] of Object.entries(ofAppointments)) {
      await add(name, 'location_id, starts_at', conditions)
    }
  },
}
