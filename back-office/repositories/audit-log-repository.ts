import type { ExpressionBuilder, ExpressionWrapper, SqlBool } from 'kysely'
import { type AuditFilter, auditPatterns } from '#domain/audit/audit-filter.ts'
import { toEpochMs } from '#domain/values/instant.ts'
import type { AuditTable } from '../database/audit-table.ts'
import type { Database } from '../database/database.ts'
import type { BackOfficeTables } from '../database/tables.ts'
import { findIDsOfMember } from './member-merges-repository.ts'

type Builder = ExpressionBuilder<BackOfficeTables, 'audit'>
type Condition = ExpressionWrapper<BackOfficeTables, 'audit', SqlBool>

const ofKind = (is: Builder, kind: NonNullable<AuditFilter['kind']>): Condition => {
  if (kind === 'refused') return is('audit.outcome', '<>', 'ok')
  const { begins = [], ends = [] } = auditPatterns[kind]
  return is.or([
    ...begins.map((part) => is('audit.action', 'like', `${part}%`)),
    ...ends.flatMap((part) => [is('audit.action', 'like', `%${part}`), is('audit.action', 'like', `%${part} %`)]),
  ])
}

/** Which of the rows that match a filter to read: at most `most`, the newest or the oldest first. */
type AuditPage = {
  readonly most: number
  readonly order: 'newest' | 'oldest'
  /** Only rows before this sequence. */
  readonly before?: number | undefined
}

/** Returns the conditions of a filter without those about the member. */
const conditionsOf = (is: Builder, filter: AuditFilter, before: number | undefined): Condition =>
  is.and([
    ...(filter.userID === undefined ? [] : [is('audit.user_id', '=', filter.userID)]),
    ...(filter.workstationID === undefined ? [] : [is('audit.workstation_id', '=', filter.workstationID)]),
    ...(filter.locationID === undefined ? [] : [is('audit.location_id', '=', filter.locationID)]),
    ...(filter.from === undefined ? [] : [is('audit.at', '>=', Math.floor(toEpochMs(filter.from) / 1000))]),
    ...(filter.to === undefined ? [] : [is('audit.at', '<', Math.ceil(toEpochMs(filter.to) / 1000))]),
    ...(filter.kind === undefined ? [] : [ofKind(is, filter.kind)]),
    ...(before === undefined ? [] : [is('audit.sequence', '<', before)]),
  ])

/**
 * Returns the rows of the audit log that match a filter. A filter by member matches the rows about that member and the
 * rows of bulk calls that returned the member's record. Rows about members who were merged into that member match too.
 */
export const findAuditRows = async (
  db: Database,
  filter: AuditFilter,
  { most, order, before }: AuditPage,
): Promise<readonly AuditTable[]> => {
  const memberIDs = filter.memberID === undefined ? undefined : await findIDsOfMember(db, filter.memberID)
  const direction = order === 'newest' ? 'desc' : 'asc'
  const about = db
    .selectFrom('audit')
    .selectAll('audit')
    .where((is) => conditionsOf(is, filter, before))
    .$if(memberIDs !== undefined, (query) => query.where('audit.member_id', 'in', memberIDs ?? []))
    .orderBy('audit.sequence', direction)
    .limit(most)
  const rows = await about.execute()
  if (memberIDs === undefined) return rows
  const returnedRows = await db
    .selectFrom('audit')
    .innerJoin('audit_given', 'audit_given.sequence', 'audit.sequence')
    .selectAll('audit')
    .where('audit_given.member_id', 'in', memberIDs)
    .where((is) => conditionsOf(is as unknown as Builder, filter, before))
    .orderBy('audit.sequence', direction)
    .limit(most)
    .execute()
  const all = new Map([...rows, ...returnedRows].map((row) => [row.sequence, row]))
  return [...all.values()]
    .sort((a, b) => (order === 'newest' ? b.sequence - a.sequence : a.sequence - b.sequence))
    .slice(0, most)
}

/** Returns the full names of accounts by id. */
export const findAccountNames = async (db: Database, ids: readonly string[]): Promise<ReadonlyMap<string, string>> => {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('user')
    .select(['user_id', 'firstname', 'lastname'])
    .where('user_id', 'in', [...new Set(ids)])
    .execute()
  return new Map(rows.map(({ user_id, firstname, lastname }) => [user_id, `${firstname} ${lastname}`.trim()]))
}
