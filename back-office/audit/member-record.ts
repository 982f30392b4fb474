import type { RouteAnswer } from '#contract/back-office.ts'
import { toMemberBundle } from '#domain/audit/fhir-member-bundle.ts'
import { chooseFiles, type MemberRecord, type RecordStudy } from '#domain/audit/member-record.ts'
import { letterheadOfFirst } from '#domain/locations/letterhead.ts'
import { toInstant } from '#domain/values/instant.ts'
import type { ZoneId } from '#domain/values/location-clock.ts'
import type { Database } from '../database/database.ts'
import { type HandlerContext, requireCaller } from '../kernel/handler.ts'
import { Refusal } from '../kernel/refusal.ts'
import { drawOnPaper } from '../printing/paper-maker.ts'
import { findAuditRows } from '../repositories/audit-log-repository.ts'
import { readSkus } from '../repositories/catalogue-repository.ts'
import { findLocation } from '../repositories/locations-repository.ts'
import { findIDsOfMember } from '../repositories/member-merges-repository.ts'
import { findRecordFiles, findRecordSends, readRecordFile } from '../repositories/member-record-repository.ts'
import { findMember, findMembers } from '../repositories/members-repository.ts'
import { findSafetyRecords } from '../repositories/safety-repository.ts'
import { findShares } from '../repositories/shares-repository.ts'
import { findStudiesOfMember, type StudyRow, toStudy } from '../repositories/studies-repository.ts'
import { readLedger, toTransactions } from '../repositories/transactions-repository.ts'
import { nameAuditRows } from './audit-rows.ts'
import { backOfficeAuditWords as words } from './audit-words.ts'

/** The maximum number of audit rows in one export; if there are more, it has the latest ones. */
const maxRows = 2000

const readStudy = async (
  db: Database,
  row: StudyRow,
  scans: ReadonlyMap<number, string>,
): Promise<RecordStudy | undefined> => {
  const location = await findLocation(db, row.location_id)
  if (location === undefined) return undefined
  const shares = await findShares(db, row.study_id)
  return {
    study: toStudy(row, () => true),
    location,
    scan: scans.get(row.sku_id) ?? String(row.sku_id),
    createdAt: toInstant(row.created_at * 1000),
    safety: (await findSafetyRecords(db, [row])).get(row.study_id) ?? null,
    transactions: toTransactions(await readLedger(db, row.study_id)),
    files: await findRecordFiles(db, row.study_id),
    sends: await findRecordSends(db, row.study_id),
    shares: shares.map(({ platformId, date }) => ({ to: platformId, at: date })),
  }
}

/** Reads the records of a member and of all members merged into this one. Throws 404 for an unknown member. */
const readRecord = async (db: Database, memberID: string): Promise<Omit<MemberRecord, 'audit'>> => {
  const member = await findMember(db, memberID)
  if (member === undefined) throw new Refusal('not-found', 'There is no such member.')
  const ids = await findIDsOfMember(db, memberID)
  const scans = new Map((await readSkus(db)).map(({ skuID, name }) => [skuID as number, name]))
  const studies: RecordStudy[] = []
  for (const id of ids) {
    for (const row of await findStudiesOfMember(db, id)) {
      const study = await readStudy(db, row, scans)
      if (study !== undefined) studies.push(study)
    }
  }
  const merged = await findMembers(
    db,
    ids.filter((id) => id !== memberID),
  )
  return { member, merged, studies }
}

type ExportContext = Pick<HandlerContext, 'caller' | 'db' | 'now' | 'serverID' | 'setAuditSubject'>

const toPdf = async (record: Omit<MemberRecord, 'audit'>, context: ExportContext): Promise<Buffer> => {
  const { bytes } = await drawOnPaper({
    kind: 'member-record',
    letterhead: letterheadOfFirst(record.studies.map(({ location }) => location)),
    language: record.member.language,
    record,
    timezone: record.studies[0]?.location.timezone ?? ('UTC' as ZoneId),
    madeAt: toInstant(context.now * 1000),
    madeBy: requireCaller(context).name,
  })
  return Buffer.from(bytes)
}

const toFhir = async (
  record: Omit<MemberRecord, 'audit'>,
  { db, now, serverID }: ExportContext,
): Promise<{ readonly json: Buffer; readonly filesLeft: number }> => {
  const rows = await findAuditRows(db, { memberID: record.member.patientID }, { most: maxRows, order: 'newest' })
  const { taken, left } = chooseFiles(record.studies.flatMap(({ files }) => files))
  const content = new Map<string, string>()
  // Files are read one at a time, and only those that the export contains.
  for (const file of taken) content.set(file.id, (await readRecordFile(db, file)) ?? '')
  const audit = await nameAuditRows(db, rows)
  const bundle = toMemberBundle({ ...record, audit }, { serverID, now: toInstant(now * 1000), content })
  return { json: Buffer.from(JSON.stringify(bundle)), filesLeft: left.length }
}

/**
 * Returns a member's whole record as PDF for the member, or as a FHIR Bundle with the files for another system. Files
 * beyond 24 MB are listed without their content. Throws 404 for an unknown member.
 */
export const exportMemberRecord = async (
  memberID: string,
  format: 'pdf' | 'fhir',
  context: ExportContext,
): Promise<RouteAnswer<'exportMemberRecord'>> => {
  context.setAuditSubject({ memberID, what: format })
  const record = await readRecord(context.db, memberID)
  const name = `member-record-${memberID}`
  if (format === 'pdf') {
    const bytes = await toPdf(record, context)
    return { fileName: `${name}.pdf`, base64: bytes.toString('base64'), note: null }
  }
  const { json, filesLeft } = await toFhir(record, context)
  const note = filesLeft === 0 ? null : words.filesLeft(filesLeft)
  return { fileName: `${name}.fhir.json`, base64: json.toString('base64'), note }
}
