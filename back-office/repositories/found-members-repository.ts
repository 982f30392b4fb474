import type { Database } from '../database/database.ts'

/** How long a user may access a member after finding that member: as long as a session lasts. */
const foundSeconds = 12 * 3600

/**
 * Records members whom a user found outside the user's own locations, and removes expired records. `now` is in epoch
 * seconds.
 */
export const noteFoundMembers = async (
  db: Database,
  userID: string,
  memberIDs: readonly string[],
  now: number,
): Promise<void> => {
  if (memberIDs.length === 0) return
  await db
    .deleteFrom('found_member')
    .where('found_at', '<=', now - foundSeconds)
    .execute()
  await db
    .insertInto('found_member')
    .values(memberIDs.map((member_id) => ({ user_id: userID, member_id, found_at: now })))
    .onConflict((conflict) => conflict.columns(['user_id', 'member_id']).doUpdateSet({ found_at: now }))
    .execute()
}

/** Returns those of these members whom a user found in the last {@link foundSeconds}. `now` is in epoch seconds. */
export const keepFoundMembers = async (
  db: Database,
  userID: string,
  memberIDs: readonly string[],
  now: number,
): Promise<ReadonlySet<string>> => {
  const rows = await db
    .selectFrom('found_member')
    .select('member_id')
    .where('user_id', '=', userID)
    .where('member_id', 'in', memberIDs)
    .where('found_at', '>', now - foundSeconds)
    .execute()
  return new Set(rows.map(({ member_id }) => member_id))
}
