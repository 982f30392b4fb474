import { type ReportKind, type StudyReport, studyReportSchema } from '#domain/release/study-report.ts'
import { toInstant } from '#domain/values/instant.ts'
import type { Database } from '../database/database.ts'
import type { StudyReportTable } from '../database/document-tables.ts'

/** Every column except the file, which can have tens of megabytes. */
const columns = [
  'report_id',
  'study_id',
  'kind',
  'state',
  'version',
  'pages',
  'byte_size',
  'created_at',
  'created_by',
  'state_at',
  'state_by',
] as const satisfies readonly (keyof StudyReportTable)[]
type ReportRow = Omit<StudyReportTable, 'base64_file'>

/** Returns a study's reports that are not discarded, newest upload first. */
export const findStudyReports = async (db: Database, studyID: string): Promise<StudyReport[]> => {
  const rows = await db
    .selectFrom('study_report')
    .select(columns)
    .where('study_id', '=', studyID)
    .where('state', '!=', 'discarded')
    .orderBy('created_at', 'desc')
    .orderBy('report_id')
    .execute()
  return rows.map(toStudyReport)
}

/** Returns a report of this study in any state; undefined for a report of another study. */
export const findStudyReport = async (
  db: Database,
  studyID: string,
  reportID: string,
): Promise<ReportRow | undefined> =>
  db
    .selectFrom('study_report')
    .select(columns)
    .where('report_id', '=', reportID)
    .where('study_id', '=', studyID)
    .executeTakeFirst()

type ReportFile = { readonly base64: string; readonly pages: number }

/** Returns the file of a report of this study that is not discarded. The caller has checked the permission. */
export const findUploadedReport = async (
  db: Database,
  studyID: string,
  reportID: string,
): Promise<ReportFile | undefined> =>
  db
    .selectFrom('study_report')
    .select(['base64_file as base64', 'pages'])
    .where('study_id', '=', studyID)
    .where('report_id', '=', reportID)
    .where('state', '!=', 'discarded')
    .executeTakeFirst()

export const addStudyReport = async (db: Database, row: StudyReportTable): Promise<void> => {
  await db.insertInto('study_report').values(row).execute()
}

/** Publishes or discards a draft. Returns false, and changes nothing, if the report is no longer a draft. */
export const changeReportDraft = async (
  db: Database,
  reportID: string,
  changes: Pick<StudyReportTable, 'state' | 'version' | 'state_at' | 'state_by'>,
): Promise<boolean> => {
  const result = await db
    .updateTable('study_report')
    .set(changes)
    .where('report_id', '=', reportID)
    .where('state', '=', 'draft')
    .executeTakeFirst()
  return Number(result.numUpdatedRows) === 1
}

/**
 * Returns the file of a published version; undefined if that version was not uploaded. The caller has checked the
 * permission.
 */
export const findPublishedReport = async (
  db: Database,
  studyID: string,
  kind: ReportKind,
  version: number,
): Promise<ReportFile | undefined> =>
  db
    .selectFrom('study_report')
    .select(['base64_file as base64', 'pages'])
    .where('study_id', '=', studyID)
    .where('kind', '=', kind)
    .where('version', '=', version)
    .executeTakeFirst()

export const toStudyReport = (row: ReportRow): StudyReport => {
  const isPublished = row.state === 'published'
  return studyReportSchema.parse({
    reportID: row.report_id,
    studyID: row.study_id,
    kind: row.kind,
    version: row.version,
    pages: row.pages,
    byteSize: row.byte_size,
    createdAt: toInstant(row.created_at * 1000),
    createdBy: row.created_by,
    publishedAt: isPublished && row.state_at !== null ? toInstant(row.state_at * 1000) : null,
    publishedBy: isPublished ? row.state_by : null,
  })
}
