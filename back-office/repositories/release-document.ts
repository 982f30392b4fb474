import type { Database } from '../database/database.ts'

/**
 * The facts that decide whether a document may be sent. {@link findReleaseFile} returns the document's file, which is
 * large.
 */
type ReleaseDocument = {
  readonly uuid: string
  readonly name: string
  readonly status: string
  readonly version: number
  /** Whether a newer version replaces this document. A newer draft does not replace a published version. */
  readonly isReplaced: boolean
}

/** Returns an active document of this study; undefined for a document of another study. */
export const findReleaseDocument = async (
  db: Database,
  studyID: string,
  uuid: string,
): Promise<ReleaseDocument | undefined> => {
  const row = await db
    .selectFrom('document')
    .select(['uuid', 'name', 'status', 'version', 'type_id'])
    .where('uuid', '=', uuid)
    .where('study_id', '=', studyID)
    .where('active', '=', 1)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const newer = await db
    .selectFrom('document')
    .select('status')
    .where('study_id', '=', studyID)
    .where('type_id', '=', row.type_id)
    .where('active', '=', 1)
    .where('version', '>', row.version)
    .execute()
  return {
    uuid: row.uuid,
    name: row.name,
    status: row.status,
    version: row.version,
    isReplaced: newer.some(({ status }) => row.status !== 'PUBLISHED' || status === 'PUBLISHED'),
  }
}

/** Returns the file of an active document of this study. */
export const findReleaseFile = async (
  db: Database,
  studyID: string,
  uuid: string,
): Promise<{ readonly fileType: string; readonly base64File: string } | undefined> =>
  db
    .selectFrom('document')
    .select(['file_type as fileType', 'base64_file as base64File'])
    .where('uuid', '=', uuid)
    .where('study_id', '=', studyID)
    .where('active', '=', 1)
    .executeTakeFirst()
