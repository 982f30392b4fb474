import type { AuditHeadsKeptTable } from '../database/audit-table.ts'
import type { Database } from '../database/database.ts'

type KeptHeadsRow = Readonly<AuditHeadsKeptTable>

/** The maximum number of workstations that the screen lists. */
const maxListed = 200

/** Seconds by which a head may be newer than the review that covers it. */
const clockDifference = 300

/** The differing heads that administrators have reviewed. Times are those of the heads, in epoch seconds. */
type HeadReviews = {
  /** All heads up to this time; -1 without a review. */
  readonly until: number
  /** Heads that a wrong clock dated in the future: a review covers only that exact head. */
  readonly exactly: ReadonlySet<number>
}

export const findHeadReviews = async (db: Database): Promise<HeadReviews> => {
  const reviews = await db.selectFrom('audit_heads_review').select(['until', 'at']).execute()
  const isPast = ({ until, at }: (typeof reviews)[number]): boolean => until <= at + clockDifference
  return {
    until: reviews.filter(isPast).reduce((last, { until }) => Math.max(last, until), -1),
    exactly: new Set(reviews.filter((review) => !isPast(review)).map(({ until }) => until)),
  }
}

/** Returns whether a workstation reported a difference that no administrator has reviewed. */
export const isOpenDifference = (
  { problem_at }: Pick<KeptHeadsRow, 'problem_at'>,
  { until, exactly }: HeadReviews,
): boolean => problem_at !== null && problem_at > until && !exactly.has(problem_at)

/** Stores a workstation's report. A report without a confirmed head keeps the earlier confirmed head. */
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
    .limit(maxListed)
    .execute()

/** Returns the number of workstations with a difference that no administrator has reviewed. */
export const countOpenDifferences = async (db: Database): Promise<number> => {
  const rows = await db
    .selectFrom('audit_heads_kept')
    .select('problem_at')
    .where('problem_at', 'is not', null)
    .execute()
  if (rows.length === 0) return 0
  const reviews = await findHeadReviews(db)
  return rows.filter((row) => isOpenDifference(row, reviews)).length
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
 * Returns the time, in epoch seconds, of the oldest row that no confirmed head outside the database covers; null if all
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
