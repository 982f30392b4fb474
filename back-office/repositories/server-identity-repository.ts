import type { Database } from '../database/database.ts'

/** Returns the permanent id of this server. */
export const readServerID = async (db: Database): Promise<string> =>
  (await db.selectFrom('server_identity').select('server_id').executeTakeFirstOrThrow()).server_id
