import type { Database } from '../database/database.ts'

/** Seconds after which a workstation that was not seen counts as gone. */
const presenceSeconds = 30
/** The maximum number of workstations in the list for the screen. */
const maxShown = 20

type PresenceOf = {
  readonly studyID: string
  readonly deskID: string
  readonly userID: string
  readonly name: string
}

/**
 * Records that a workstation has a study's questions open, and removes the rows of workstations that have gone. `now`
 * in epoch seconds.
 */
export const notePresence = async (db: Database, desk: PresenceOf, now: number): Promise<void> => {
  await db
    .deleteFrom('safety_presence')
    .where('seen_at', '<=', now - presenceSeconds)
    .execute()
  await db
    .insertInto('safety_presence')
    .values({
      study_id: desk.studyID,
      desk_id: desk.deskID,
      user_id: desk.userID,
      name: desk.name,
      since: now,
      seen_at: now,
    })
    .onConflict((conflict) =>
      conflict.columns(['study_id', 'desk_id']).doUpdateSet({ user_id: desk.userID, name: desk.name, seen_at: now }),
    )
    .execute()
}

export const removePresence = async (db: Database, desk: PresenceOf): Promise<void> => {
  await db
    .deleteFrom('safety_presence')
    .where('study_id', '=', desk.studyID)
    .where('desk_id', '=', desk.deskID)
    .where('user_id', '=', desk.userID)
    .execute()
}

/**
 * Returns the other workstations that have a study's questions open, sorted by the time when they opened the questions,
 * earliest first. This time is `since` in the result, in epoch seconds.
 */
export const findOtherDesks = async (
  db: Database,
  desk: Pick<PresenceOf, 'studyID' | 'deskID'>,
  now: number,
): Promise<{ readonly name: string; readonly since: number }[]> =>
  db
    .selectFrom('safety_presence')
    .select(['name', 'since'])
    .where('study_id', '=', desk.studyID)
    .where('desk_id', '<>', desk.deskID)
    .where('seen_at', '>', now - presenceSeconds)
    .orderBy('since')
    .orderBy('desk_id')
    .limit(maxShown)
    .execute()
