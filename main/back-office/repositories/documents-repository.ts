import type { Database } from './database.ts'
import type { DocumentTable, DocumentTypeTable } from './tables.ts'

/** A document of a study (booking spec §3 Document), without its file. */
export type StudyDocument = {
  readonly uuid: string
  readonly studyId: string
  readonly patientId: string
  readonly typeId: string
  readonly name: string
  readonly status: string
}

export const readDocumentTypes = async (db: Database): Promise<DocumentTypeTable[]> =>
  db.selectFrom('document_type').selectAll().orderBy('uuid').execute()

/** Documents of a study that have not been deactivated, newest first. */
export const findActiveDocuments = async (db: Database, studyID: string): Promise<StudyDocument[]> => {
  const rows = await db
    .selectFrom('document')
    .select(['uuid', 'study_id', 'patient_id', 'type_id', 'name', 'status'])
    .where('study_id', '=', studyID)
    .where('active', '=', 1)
    .orderBy('created_at', 'desc')
    .orderBy('uuid')
    .execute()
  return rows.map(toStudyDocument)
}

export const findLatestActiveDocument = async (
  db: Database,
  studyID: string,
  typeID: string,
): Promise<(StudyDocument & { readonly base64File: string; readonly fileType: string }) | undefined> => {
  const row = await db
    .selectFrom('document')
    .selectAll()
    .where('study_id', '=', studyID)
    .where('type_id', '=', typeID)
    .where('active', '=', 1)
    .orderBy('created_at', 'desc')
    .orderBy('uuid')
    .limit(1)
    .executeTakeFirst()
  if (row === undefined) return undefined
  return { ...toStudyDocument(row), base64File: row.base64_file, fileType: row.file_type }
}

const toStudyDocument = (
  row: Pick<DocumentTable, 'uuid' | 'study_id' | 'patient_id' | 'type_id' | 'name' | 'status'>,
): StudyDocument => ({
  uuid: row.uuid,
  studyId: row.study_id,
  patientId: row.patient_id,
  typeId: row.type_id,
  name: row.name,
  status: row.status,
})
