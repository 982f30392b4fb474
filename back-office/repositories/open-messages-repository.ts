import { sql } from 'kysely'
import type { OpenMessageCounts, OpenMessageFilter } from '#domain/messages/open-messages.ts'
import type { Database } from '../database/database.ts'
import type { MessageRow } from './messages-repository.ts'

type OpenQuery = {
  /** `all`: the locations of the whole organisation. */
  readonly locationIDs: readonly string[] | 'all'
  readonly state: OpenMessageFilter
  /** Epoch seconds. */
  readonly now: number
}

type OpenRow = MessageRow & { readonly patient_id: string; readonly study_location: string }

/** Selects the failed and uncertain messages of studies at these locations, without those of a past appointment. */
const selectOpen = (db: Database, { locationIDs, state, now }: OpenQuery) =>
  db
    .selectFrom('message')
    .innerJoin('study', 'study.study_id', 'message.study_id')
    // Repeats the condition of the table's index without parameters; otherwise SQLite would read all messages.
    .where(sql<boolean>`message.state in ('failed', 'uncertain')`)
    .where('message.state', 'in', state === 'all' ? ['failed', 'uncertain'] : [state])
    .$if(locationIDs !== 'all', (query) => query.where('study.location_id', 'in', [...locationIDs]))
    .where((eb) => eb.or([eb('message.starts_at', 'is', null), eb('message.starts_at', '>', now)]))

/** Returns the first messages that wait for staff, the longest waiting first, and the total number that wait. */
export const findOpenMessages = async (
  db: Database,
  query: OpenQuery,
  most: number,
): Promise<{ readonly rows: readonly OpenRow[]; readonly total: number }> => {
  if (query.locationIDs.length === 0) return { rows: [], total: 0 }
  const rows = await selectOpen(db, query)
    .selectAll('message')
    .select(['study.patient_id', 'study.location_id as study_location'])
    .orderBy('message.state_at')
    .orderBy('message.message_id')
    .limit(most)
    .execute()
  const { total } = await selectOpen(db, query)
    .select(({ fn }) => fn.countAll().as('total'))
    .executeTakeFirstOrThrow()
  return { rows, total: Number(total) }
}

/** Counts the messages that wait for staff. */
export const countOpenMessages = async (db: Database, query: OpenQuery): Promise<OpenMessageCounts> => {
  const counts = { failed: 0, uncertain: 0 }
  if (query.locationIDs.length === 0) return counts
  const rows = await selectOpen(db, query)
    .select(['message.state', ({ fn }) => fn.countAll().as('total')])
    .groupBy('message.state')
    .execute()
  for (const { state, total } of rows) if (state === 'failed' || state === 'uncertain') counts[state] = Number(total)
  return counts
}
