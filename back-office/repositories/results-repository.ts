import type { Database, DatabaseKind } from '../database/database.ts'
import type { IncomingResultTable } from '../database/result-tables.ts'

/** Every column except the report, which can have tens of megabytes. */
const columns = [
  'result_id',
  'channel',
  'sender',
  'message_id',
  'content_hash',
  'digest',
  'study_ref',
  'kind',
  'status',
  'issued_at',
  'identity',
  'received_at',
  'copies',
  'state',
  'reason',
  'study_id',
  'report_id',
  'decided_at',
  'decided_by',
  'decided_reason',
  'tries',
  'retry_at',
] as const satisfies readonly (keyof IncomingResultTable)[]
export type ResultRow = Omit<IncomingResultTable, 'content'>

/**
 * Stores a result. If the sender has sent the same result before, counts a copy instead and returns the id of the first
 * result. If two servers receive the same message, only one of them stores it.
 */
export const addResult = async (
  db: Database,
  row: IncomingResultTable,
): Promise<{ readonly resultID: string; readonly isCopy: boolean }> => {
  const added = await db
    .insertInto('incoming_result')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (Number(added.numInsertedOrUpdatedRows ?? 0) === 1) return { resultID: row.result_id, isCopy: false }
  const first = await db
    .selectFrom('incoming_result')
    .select('result_id')
    .where((where) =>
      where.or([
        where('digest', '=', row.digest),
        where.and([
          where('sender', '=', row.sender),
          where('message_id', '=', row.message_id),
          where('content_hash', '=', row.content_hash),
        ]),
      ]),
    )
    .executeTakeFirstOrThrow()
  await db
    .updateTable('incoming_result')
    .set((set) => ({ copies: set('copies', '+', 1) }))
    .where('result_id', '=', first.result_id)
    .execute()
  return { resultID: first.result_id, isCopy: true }
}

/** Returns a result without its report, locked for this transaction. */
export const findResultForUpdate = async (
  db: Database,
  kind: DatabaseKind,
  resultID: string,
): Promise<ResultRow | undefined> => {
  const query = db.selectFrom('incoming_result').select(columns).where('result_id', '=', resultID)
  return (kind === 'postgresql' ? query.forUpdate() : query).executeTakeFirst()
}

/** Returns whether a message with this control id was stored since a time, in epoch seconds. */
export const hasResultOfMessage = async (
  db: Database,
  sender: string,
  messageID: string,
  since: number,
): Promise<boolean> => {
  const found = await db
    .selectFrom('incoming_result')
    .select('result_id')
    .where('sender', '=', sender)
    .where('message_id', '=', messageID)
    .where('received_at', '>=', since)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

export const findResult = async (db: Database, resultID: string): Promise<ResultRow | undefined> =>
  db.selectFrom('incoming_result').select(columns).where('result_id', '=', resultID).executeTakeFirst()

/** Returns the report of a result, as its JSON text. */
export const findResultContent = async (db: Database, resultID: string): Promise<string | undefined> =>
  (await db.selectFrom('incoming_result').select('content').where('result_id', '=', resultID).executeTakeFirst())
    ?.content

/** Returns the stored results that are undecided and may be tried now, the oldest first. */
export const findDueResults = async (db: Database, now: number, limit = 500): Promise<ResultRow[]> =>
  db
    .selectFrom('incoming_result')
    .select(columns)
    .where('state', '=', 'received')
    .where((where) => where.or([where('retry_at', 'is', null), where('retry_at', '<=', now)]))
    .orderBy('received_at')
    .orderBy('result_id')
    .limit(limit)
    .execute()

/**
 * Counts a try to decide a stored result, if no other server has begun one since `seen` was read. Returns whether this
 * server may try.
 */
export const beginTry = async (
  db: Database,
  seen: Pick<ResultRow, 'result_id' | 'tries'>,
  next: { readonly tries: number; readonly retryAt: number },
): Promise<boolean> => {
  const begun = await db
    .updateTable('incoming_result')
    .set({ tries: next.tries, retry_at: next.retryAt })
    .where('result_id', '=', seen.result_id)
    .where('state', '=', 'received')
    .where('tries', '=', seen.tries)
    .executeTakeFirst()
  return Number(begun.numUpdatedRows) === 1
}

/** Undoes the count of a try that never began, because too much other work was waiting. */
export const undoTry = async (db: Database, resultID: string, retryAt: number): Promise<void> => {
  await db
    .updateTable('incoming_result')
    .set((set) => ({ tries: set('tries', '-', 1), retry_at: retryAt }))
    .where('result_id', '=', resultID)
    .where('state', '=', 'received')
    .execute()
}

/** The locations whose results a user may see. A result that names no known study is shown to every user. */
type Reach = 'all' | readonly string[]

const selectInStates = (db: Database, reach: Reach, states: readonly IncomingResultTable['state'][]) =>
  db
    .selectFrom('incoming_result')
    .leftJoin('study', 'study.study_id', 'incoming_result.study_ref')
    .where('incoming_result.state', 'in', states)
    .$if(reach !== 'all', (query) =>
      query.where((where) =>
        where.or([
          where('study.study_id', 'is', null),
          ...(reach === 'all' || reach.length === 0 ? [] : [where('study.location_id', 'in', reach)]),
        ]),
      ),
    )

const selectWaiting = (db: Database, reach: Reach) => selectInStates(db, reach, ['waiting'])

/** The maximum number of results in one list. */
const maxListedResults = 500

/** Returns the results that wait for a person, the oldest first, with the study that each names and its member's id. */
export const findWaitingResults = async (db: Database, reach: Reach) =>
  selectWaiting(db, reach)
    .select(columns.map((column) => `incoming_result.${column}` as const))
    .select(['study.study_id as named_study_id', 'study.patient_id as named_patient_id'])
    .orderBy('incoming_result.received_at')
    .orderBy('incoming_result.result_id')
    .limit(maxListedResults)
    .execute()

/** Returns the results that wait or are undecided, the oldest first, with the data to compare them. */
export const findUnmatchedResults = async (db: Database, reach: Reach) =>
  selectInStates(db, reach, ['waiting', 'received'])
    .select([
      'incoming_result.result_id',
      'incoming_result.state',
      'incoming_result.study_ref',
      'incoming_result.identity',
    ])
    .orderBy('incoming_result.received_at')
    .orderBy('incoming_result.result_id')
    .limit(maxListedResults)
    .execute()

/** Counts the results that arrived before a time (epoch seconds) and that Atrium has not compared with a study. */
export const countUndecidedResults = async (db: Database, receivedBefore: number): Promise<number> => {
  const { count } = await db
    .selectFrom('incoming_result')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('state', '=', 'received')
    .where('received_at', '<', receivedBefore)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Returns how many results wait, and when the newest arrived, in epoch seconds; null if none waits. */
export const countResultsWaiting = async (
  db: Database,
  reach: Reach,
): Promise<{ readonly waiting: number; readonly newest: number | null }> => {
  const { waiting, newest } = await selectWaiting(db, reach)
    .select((row) => [row.fn.countAll().as('waiting'), row.fn.max('incoming_result.received_at').as('newest')])
    .executeTakeFirstOrThrow()
  return { waiting: Number(waiting), newest: newest === null ? null : Number(newest) }
}

/** Returns the results that were accepted for a study, of one kind. */
export const findAcceptedResults = async (
  db: Database,
  studyID: string,
  kind: IncomingResultTable['kind'],
): Promise<ResultRow[]> =>
  db
    .selectFrom('incoming_result')
    .select(columns)
    .where('study_id', '=', studyID)
    .where('kind', '=', kind)
    .where('state', 'in', ['attached', 'superseded', 'noted'])
    .execute()

/**
 * Returns the cancellations of a kind of report that wait because the study's report is already published. The caller
 * has locked the study.
 */
export const findWaitingWithdrawals = async (
  db: Database,
  studyID: string,
  kind: IncomingResultTable['kind'],
): Promise<ResultRow[]> =>
  db
    .selectFrom('incoming_result')
    .select(columns)
    .where('study_ref', '=', studyID)
    .where('kind', '=', kind)
    .where('state', '=', 'waiting')
    .where('reason', '=', 'published')
    .execute()

export const changeResult = async (
  db: Database,
  resultID: string,
  changes: Partial<
    Pick<
      IncomingResultTable,
      'state' | 'reason' | 'study_id' | 'report_id' | 'decided_at' | 'decided_by' | 'decided_reason'
    >
  >,
): Promise<void> => {
  await db.updateTable('incoming_result').set(changes).where('result_id', '=', resultID).execute()
}
