import type { AuditRow } from '#domain/audit/audit-row.ts'
import { fullName } from '#domain/members/member.ts'
import { toInstant } from '#domain/values/instant.ts'
import type { AuditTable } from '../database/audit-table.ts'
import type { Database } from '../database/database.ts'
import { findAccountNames } from '../repositories/audit-log-repository.ts'
import { findMembers } from '../repositories/members-repository.ts'

const notNull = (ids: readonly (string | null)[]): string[] => [
  ...new Set(ids.filter((id): id is string => id !== null)),
]

/** Returns the ids of the records that a bulk call returned, by kind, from the call's audit row. */
export const parseReturnedRecords = ({
  given,
}: Pick<AuditTable, 'given'>): Readonly<Record<string, readonly string[]>> | null =>
  given === null ? null : (JSON.parse(given) as Record<string, string[]>)

const countsOf = (row: AuditTable): AuditRow['given'] => {
  const returned = parseReturnedRecords(row)
  if (returned === null) return null
  return Object.fromEntries(
    Object.entries(returned).flatMap(([kind, ids]) => (ids.length === 0 ? [] : [[kind, ids.length]])),
  )
}

/** Returns rows with the names that belong to their ids today. */
export const nameAuditRows = async (db: Database, rows: readonly AuditTable[]): Promise<AuditRow[]> => {
  const users = await findAccountNames(db, notNull(rows.map((row) => row.user_id)))
  const found = await findMembers(db, notNull(rows.map((row) => row.member_id)))
  const members = new Map<string, (typeof found)[number]>(found.map((member) => [member.patientID, member]))
  return rows.map((row): AuditRow => {
    const space = row.action.indexOf(' ')
    const member = row.member_id === null ? undefined : members.get(row.member_id)
    return {
      sequence: row.sequence,
      at: toInstant(row.at * 1000),
      user: row.user_id === null ? null : { userID: row.user_id, name: users.get(row.user_id) ?? null },
      action: space === -1 ? row.action : row.action.slice(0, space),
      what: space === -1 ? null : row.action.slice(space + 1),
      member:
        row.member_id === null
          ? null
          : {
              memberID: row.member_id,
              name: member === undefined ? null : fullName(member),
              dob: member?.dob ?? null,
            },
      studyID: row.study_id,
      locationID: row.location_id,
      workstationID: row.workstation_id,
      address: row.address,
      outcome: row.outcome,
      before: row.before,
      after: row.after,
      given: countsOf(row),
    }
  })
}
