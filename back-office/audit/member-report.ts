import { stringify } from 'csv-stringify/sync'
import type { RouteAnswer } from '#contract/back-office.ts'
import { type AuditRow, describeAction, fieldsOfChange } from '#domain/audit/audit-row.ts'
import { letterheadOfFirst } from '#domain/locations/letterhead.ts'
import type { Location } from '#domain/locations/location.ts'
import { fullName } from '#domain/members/member.ts'
import { toInstant } from '#domain/values/instant.ts'
import { standardLanguage, type TextLanguage } from '#domain/values/language.ts'
import { parseZoneId, type ZoneId } from '#domain/values/location-clock.ts'
import { type HandlerContext, requireCaller } from '../kernel/handler.ts'
import { Refusal } from '../kernel/refusal.ts'
import { accessReportWordsIn } from '../printing/access-report-words.ts'
import { drawOnPaper } from '../printing/paper-maker.ts'
import { findAuditRows } from '../repositories/audit-log-repository.ts'
import { findLocation } from '../repositories/locations-repository.ts'
import { findMember } from '../repositories/members-repository.ts'
import { nameAuditRows } from './audit-rows.ts'
import { backOfficeAuditWords as words } from './audit-words.ts'

/** The maximum number of rows in one report; the paper states when there are more. */
const maxRows = 5000

const { csv } = words

const personOf = ({ user }: AuditRow, language: TextLanguage): string =>
  user === null ? words.system : (user.name ?? accessReportWordsIn(language).unknownPerson(user.userID))

/** Adds a quote before a cell that begins like a formula, so that a spreadsheet takes it as text. */
const asText = (cell: string): string => (/^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell)

const toCsv = (rows: readonly AuditRow[]): string => {
  const records = rows.map((row) => ({
    [csv.number]: String(row.sequence),
    [csv.time]: row.at,
    [csv.person]: personOf(row, standardLanguage),
    [csv.personID]: row.user?.userID ?? '',
    [csv.action]: describeAction(row.action),
    [csv.detail]: row.what ?? '',
    [csv.study]: row.studyID ?? '',
    [csv.location]: row.locationID ?? '',
    [csv.workstation]: row.workstationID ?? '',
    [csv.address]: row.address ?? '',
    [csv.outcome]: row.outcome,
    [csv.changed]: fieldsOfChange(row).join(' '),
  }))
  const safe = records.map((record) => Object.fromEntries(Object.entries(record).map(([k, v]) => [k, asText(v)])))
  return stringify(safe, { header: true, columns: Object.values(csv), bom: true, record_delimiter: '\r\n' })
}

/** Returns the locations of the rows that exist. */
const findPlaces = async (
  db: HandlerContext['db'],
  rows: readonly AuditRow[],
): Promise<ReadonlyMap<string, Location>> => {
  const places = new Map<string, Location>()
  for (const id of new Set(rows.map(({ locationID }) => locationID))) {
    const location = id === null ? undefined : await findLocation(db, id)
    if (location !== undefined) places.set(location.locationID, location)
  }
  return places
}

/** Returns the time zone of the paper: the zone of the first location in the rows, or UTC. */
const chooseZone = (places: ReadonlyMap<string, Location>): ZoneId => {
  const [first] = places.values()
  const zone = first?.timezone ?? parseZoneId('UTC')
  if (zone === undefined) throw new Error('UTC is a zone')
  return zone
}

/**
 * Returns who saw or changed a member's record, the newest first, as PDF in the member's language or as
 * CSV in English. Throws 404 for an
 * unknown member.
 */
export const exportMemberAccess = async (
  memberID: string,
  format: 'pdf' | 'csv',
  context: Pick<HandlerContext, 'caller' | 'db' | 'now' | 'setAuditSubject'>,
): Promise<RouteAnswer<'exportMemberAccess'>> => {
  context.setAuditSubject({ memberID, what: format })
  const member = await findMember(context.db, memberID)
  if (member === undefined) throw new Refusal('not-found', 'There is no such member.')
  const found = await findAuditRows(context.db, { memberID: member.patientID }, { most: maxRows + 1, order: 'newest' })
  const rows = await nameAuditRows(context.db, found.slice(0, maxRows))
  const name = `access-report-${memberID}`
  if (format === 'csv') return { fileName: `${name}.csv`, base64: Buffer.from(toCsv(rows)).toString('base64') }
  const { language } = member
  const own = accessReportWordsIn(language)
  const places = await findPlaces(context.db, rows)
  const { bytes } = await drawOnPaper({
    kind: 'access-report',
    letterhead: letterheadOfFirst(places.values()),
    language,
    member: { name: fullName(member), dob: member.dob, memberID },
    rows: rows.map((row) => ({
      at: row.at,
      person: personOf(row, language),
      action: own.action(row.action),
      changed: fieldsOfChange(row).map(own.field),
      place: row.locationID === null ? '' : (places.get(row.locationID)?.address.name ?? row.locationID),
      refusal: row.outcome === 'ok' ? null : own.refused(row.outcome),
    })),
    hasMore: found.length > maxRows,
    timezone: chooseZone(places),
    madeAt: toInstant(context.now * 1000),
    madeBy: requireCaller(context).name,
  })
  return { fileName: `${name}.pdf`, base64: Buffer.from(bytes).toString('base64') }
}
