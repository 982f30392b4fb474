import { sql } from 'kysely'
import type { Database } from '../../database/database.ts'

/** Calls of one counter in one minute since the epoch. */
export type CallCount = { readonly counter: string; readonly minute: number; readonly calls: number }

/** Adds calls to the counts that all server processes share, each counter once. Returns the new counts. */
export const addCalls = async (db: Database, counts: readonly CallCount[]): Promise<readonly CallCount[]> => {
  if (counts.length === 0) return []
  // All processes lock the rows in the same order, so that they cannot deadlock.
  const inOrder = [...counts].sort((a, b) => (a.counter < b.counter ? -1 : 1))
  const rows = await db
    .insertInto('call_count')
    .values(inOrder)
    .onConflict((conflict) =>
      conflict.columns(['counter', 'minute']).doUpdateSet({ calls: sql<number>`call_count.calls + excluded.calls` }),
    )
    .returningAll()
    .execute()
  return rows.map(({ counter, minute, calls }) => ({ counter, minute: Number(minute), calls: Number(calls) }))
}

/** Removes the counts of minutes before `minute`. */
export const removeCallCounts = async (db: Database, minute: number): Promise<void> => {
  await db.deleteFrom('call_count').where('minute', '<', minute).execute()
}
