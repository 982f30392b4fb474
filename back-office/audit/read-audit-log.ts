import type { RouteAnswer } from '#contract/back-office.ts'
import type { AuditFilter } from '#domain/audit/audit-filter.ts'
import type { HandlerContext } from '../kernel/handler.ts'
import { findAuditRows } from '../repositories/audit-log-repository.ts'
import { nameAuditRows } from './audit-rows.ts'

const rowsPerPage = 50

/**
 * Returns a filter as text for the audit row about the query; null for an empty filter. Omits the member, who has a
 * column in that row.
 */
export const describeFilter = ({ userID, workstationID, from, to, kind }: AuditFilter): string | null => {
  const parts = Object.entries({ userID, workstationID, from, to, kind }).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${value}`],
  )
  return parts.length === 0 ? null : parts.join(' ')
}

/** Returns a page of the log, the newest rows first. The audit row about this query is written afterwards. */
export const readAuditLog = async (
  { before, ...filter }: AuditFilter & { readonly before?: number | undefined },
  context: Pick<HandlerContext, 'db' | 'setAuditSubject'>,
): Promise<RouteAnswer<'readAuditLog'>> => {
  context.setAuditSubject({ memberID: filter.memberID ?? null, what: describeFilter(filter) })
  const rows = await findAuditRows(context.db, filter, { most: rowsPerPage + 1, order: 'newest', before })
  const page = rows.slice(0, rowsPerPage)
  return {
    rows: await nameAuditRows(context.db, page),
    next: rows.length > rowsPerPage ? (page.at(-1)?.sequence ?? null) : null,
  }
}
