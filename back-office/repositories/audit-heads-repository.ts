import type { AuditHeadsKeptTable } from '../database/audit-table.ts'
import type { Database } from '../database/database.ts'

export type KeptHeadsRow = Readonly<AuditHeadsKeptTable>

/** The most workstations that the screen lists. */
const mostListed = 200

/** Returns up to when an administrator has reviewed the differences of heads, epoch seconds; null without a review. */
export const findReviewedUntil = async (db: Database): Promise<number | null> => {
  const { until } = await db
    .selectFrom('audit_heads_review')
    .select(({ fn }) => fn.max('until').as('until'))
    .executeTakeFirstOrThrow()
  return until === null ? null : Number(until)
}

/** Stores what a workstation reported. A report without a confirmed head leaves the earlier one. */
export const writeKeptHeads = async (db: Database, row: KeptHeadsRow): Promise<void> => {
  const { workstation_id: _, confirmed_at, confirmed_rows, ...report } = row
  await db
    .insertInto('audit_heads_kept')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .column('workstation_id')
        .doUpdateSet({ ...report, ...(confirmed_at !== null && { confirmed_at, confirmed_rows }) }),
    )
    .execute()
}

/** Returns the latest reports: those with a difference first. */
export const findKeptHeads = async (db: Database): Promise<readonly KeptHeadsRow[]> =>
  db
    .selectFrom('audit_heads_kept')
    .selectAll()
    .orderBy(({ fn, lit }) => fn.coalesce('problem_at', lit(0)), 'desc')
    .orderBy('compared_at', 'desc')
    .orderBy('workstation_id')
    .limit(mostListed)
    .execute()

/** Returns the number of workstations with a difference that no administrator has reviewed. */
export const countOpenHeadProblems = async (db: Database): Promise<number> => {
  const { count } = await db
    .selectFrom('audit_heads_kept')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('problem_at', '>', (await findReviewedUntil(db)) ?? -1)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export const addHeadsReview = async (
  db: Database,
  review: {
    readonly id: string
    readonly until: number
    readonly reason: string
    readonly by: string
    readonly at: number
  },
): Promise<void> => {
  const { id, until, reason, by, at } = review
  await db.insertInto('audit_heads_review').values({ review_id: id, until, reason, by_user: by, at }).execute()
}

/**
 * Returns when the oldest row was added that no confirmed head outside the database covers, epoch seconds; null if all
 * rows are covered.
 */
export const findUncoveredSince = async (db: Database): Promise<number | null> => {
  const { rows } = await db
    .selectFrom('audit_heads_kept')
    .select(({ fn }) => fn.max('confirmed_rows').as('rows'))
    .executeTakeFirstOrThrow()
  const oldest = await db
    .selectFrom('audit')
    .select('at')
    .where('sequence', '>', rows === null ? 0 : Number(rows))
    .orderBy('sequence')
    .limit(1)
    .executeTakeFirst()
  return oldest?.at ?? null
}
