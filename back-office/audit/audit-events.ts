import type { RouteAnswer } from '#contract/back-office.ts'
import type { AuditFilter } from '#domain/audit/audit-filter.ts'
import { toAuditEvent } from '#domain/audit/fhir-audit-event.ts'
import type { HandlerContext } from '../kernel/handler.ts'
import { Refusal } from '../kernel/refusal.ts'
import { findAuditRows } from '../repositories/audit-log-repository.ts'
import { nameAuditRows, parseReturnedRecords } from './audit-rows.ts'
import { backOfficeAuditWords as words } from './audit-words.ts'
import { describeFilter } from './read-audit-log.ts'

/** The maximum number of rows in one file: about 8 MB. */
const maxEvents = 5000

/** Returns the rows of a filter as FHIR AuditEvents, one per line. Throws 400 with field `from` for too many rows. */
export const exportAuditEvents = async (
  filter: AuditFilter,
  context: Pick<HandlerContext, 'db' | 'serverID' | 'setAuditSubject'>,
): Promise<RouteAnswer<'exportAuditEvents'>> => {
  context.setAuditSubject({ memberID: filter.memberID ?? null, what: describeFilter(filter) })
  const found = await findAuditRows(context.db, filter, { most: maxEvents + 1, order: 'oldest' })
  if (found.length > maxEvents) {
    const message = words.tooManyRows(maxEvents)
    throw new Refusal('invalid-input', message, { fields: { from: message } })
  }
  const rows = await nameAuditRows(context.db, found)
  const lines = rows.map((row, place) => {
    const stored = found[place]
    const given = stored === undefined ? null : parseReturnedRecords(stored)
    return JSON.stringify(toAuditEvent(row, { serverID: context.serverID, given }))
  })
  const text = lines.map((line) => `${line}\n`).join('')
  return { fileName: 'audit-events.ndjson', base64: Buffer.from(text).toString('base64') }
}
