import { isReferralType } from '#domain/documents/document-type-label.ts'
import type { Database } from '../database/database.ts'
import { readDocumentTypes } from './documents-repository.ts'

/** A referral that a practitioner sent, as staff published it. */
type ReceivedReferral = { readonly uuid: string; readonly version: number }

/** Returns the newest published referral document of a study; undefined if there is none. */
export const findReceivedReferral = async (db: Database, studyID: string): Promise<ReceivedReferral | undefined> => {
  const types = (await readDocumentTypes(db)).filter(isReferralType).map(({ uuid }) => uuid)
  if (types.length === 0) return undefined
  return db
    .selectFrom('document')
    .select(['uuid', 'version'])
    .where('study_id', '=', studyID)
    .where('type_id', 'in', types)
    .where('active', '=', 1)
    .where('status', '=', 'PUBLISHED')
    .orderBy('status_at', 'desc')
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
}
