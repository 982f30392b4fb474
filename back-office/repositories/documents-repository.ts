import type { StudyDocument } from '#domain/documents/document.ts'
import { toInstant } from '#domain/values/instant.ts'
import type { DocumentTypeTable } from '../database/catalogue-tables.ts'
import type { Database } from '../database/database.ts'
import type { DocumentTable } from '../database/document-tables.ts'

export const readDocumentTypes = async (db: Database): Promise<DocumentTypeTable[]> =>
  db.selectFrom('document_type').selectAll().orderBy('uuid').execute()

export const findDocumentType = async (db: Database, typeID: string): Promise<DocumentTypeTable | undefined> =>
  db.selectFrom('document_type').selectAll().where('uuid', '=', typeID).executeTakeFirst()

/** Every column except the file, which can have tens of megabytes. */
const columns = [
  'uuid',
  'study_id',
  'patient_id',
  'type_id',
  'name',
  'status',
  'active',
  'file_type',
  'created_at',
  'version',
  'pages',
  'byte_size',
  'created_by',
  'status_at',
  'status_by',
] as const satisfies readonly (keyof DocumentTable)[]

/** Returns a study's active documents, newest first. */
export const findActiveDocuments = async (db: Database, studyID: string): Promise<StudyDocument[]> => {
  const rows = await db
    .selectFrom('document')
    .select(columns)
    .where('study_id', '=', studyID)
    .where('active', '=', 1)
    .orderBy('created_at', 'desc')
    .orderBy('version', 'desc')
    .orderBy('uuid')
    .execute()
  return rows.map(toStudyDocument)
}

/** Returns the newest active version of a type. */
export const findLatestActiveDocument = async (
  db: Database,
  studyID: string,
  typeID: string,
): Promise<StudyDocument | undefined> => {
  const row = await db
    .selectFrom('document')
    .select(columns)
    .where('study_id', '=', studyID)
    .where('type_id', '=', typeID)
    .where('active', '=', 1)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row === undefined ? undefined : toStudyDocument(row)
}

/** Returns a document's file in base64. The caller has checked the access to the document. */
export const readDocumentFile = async (db: Database, uuid: string): Promise<string | undefined> =>
  (await db.selectFrom('document').select('base64_file').where('uuid', '=', uuid).executeTakeFirst())?.base64_file

/** Returns an active document of any study. */
export const findActiveDocument = async (db: Database, uuid: string): Promise<StudyDocument | undefined> => {
  const row = await db
    .selectFrom('document')
    .select(columns)
    .where('uuid', '=', uuid)
    .where('active', '=', 1)
    .executeTakeFirst()
  return row === undefined ? undefined : toStudyDocument(row)
}

/** Returns the version number of a type's next upload. Deactivated versions keep their numbers. */
export const nextDocumentVersion = async (db: Database, studyID: string, typeID: string): Promise<number> => {
  const row = await db
    .selectFrom('document')
    .select((document) => document.fn.max('version').as('latest'))
    .where('study_id', '=', studyID)
    .where('type_id', '=', typeID)
    .executeTakeFirst()
  return Number(row?.latest ?? 0) + 1
}

export const addDocument = async (db: Database, row: DocumentTable): Promise<void> => {
  await db.insertInto('document').values(row).execute()
}

export const changeDocumentStatus = async (
  db: Database,
  uuid: string,
  changes: Pick<DocumentTable, 'status' | 'status_at' | 'status_by'>,
): Promise<void> => {
  await db.updateTable('document').set(changes).where('uuid', '=', uuid).execute()
}

/** Deactivates every version of a type. */
export const deactivateDocuments = async (db: Database, studyID: string, typeID: string): Promise<void> => {
  await db
    .updateTable('document')
    .set({ active: 0 })
    .where('study_id', '=', studyID)
    .where('type_id', '=', typeID)
    .execute()
}

export const toStudyDocument = (row: Omit<DocumentTable, 'base64_file'>): StudyDocument => ({
  uuid: row.uuid,
  studyId: row.study_id,
  patientId: row.patient_id,
  typeId: row.type_id,
  name: row.name,
  status: row.status === 'PUBLISHED' ? 'PUBLISHED' : 'DRAFT',
  fileType: row.file_type,
  version: row.version,
  pages: row.pages,
  byteSize: row.byte_size,
  createdAt: toInstant(row.created_at * 1000),
  createdBy: row.created_by,
  statusAt: row.status_at === null ? null : toInstant(row.status_at * 1000),
  statusBy: row.status_by,
})
