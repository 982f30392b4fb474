import type { Share } from '#domain/documents/share.ts'
import { toInstant } from '#domain/values/instant.ts'
import type { Database } from '../database/database.ts'

/** Returns the people with whom a study is shared, the newest first. */
export const findShares = async (db: Database, studyID: string): Promise<Share[]> => {
  const rows = await db
    .selectFrom('share')
    .selectAll()
    .where('study_id', '=', studyID)
    .orderBy('shared_at', 'desc')
    .orderBy('platform_id')
    .execute()
  return rows.map((row) => ({
    platformId: row.platform_id as Share['platformId'],
    date: toInstant(row.shared_at * 1000),
  }))
}

/** Removes a share. Returns false if there was none. */
export const removeShare = async (db: Database, studyID: string, platformID: string): Promise<boolean> => {
  const removed = await db
    .deleteFrom('share')
    .where('study_id', '=', studyID)
    .where('platform_id', '=', platformID)
    .executeTakeFirst()
  return removed.numDeletedRows > 0n
}
