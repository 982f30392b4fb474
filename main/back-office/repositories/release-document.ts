import type { Database } from './database.ts'

/** An uploaded document as it is sent, with its file. */
export type ReleaseDocument = {
  readonly uuid: string
  readonly name: string
  readonly status: string
  readonly version: number
  readonly fileType: string
  readonly base64File: string
  /** Nothing newer of its type stands. */
  readonly isNewest: boolean
}

/** A document of this study that has not been deactivated; one of another study is none. */
export const findReleaseDocument = async (
  db: Database,
  studyID: string,
  uuid: string,
): Promise<ReleaseDocument | undefined> => {
  const row = await db
    .selectFrom('document')
    .select(['uuid', 'name', 'status', 'version', 'type_id', 'file_type', 'base64_file'])
    .where('uuid', '=', uuid)
    .where('study_id', '=', studyID)
    .where('active', '=', 1)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const newer = await db
    .selectFrom('document')
    .select('uuid')
    .where('study_id', '=', studyID)
    .where('type_id', '=', row.type_id)
    .where('active', '=', 1)
    .where('version', '>', row.version)
    .limit(1)
    .executeTakeFirst()
  return {
    uuid: row.uuid,
    name: row.name,
    status: row.status,
    version: row.version,
    fileType: row.file_type,
    base64File: row.base64_file,
    isNewest: newer === undefined,
  }
}
