import { sql } from 'kysely'
import type { AuditTable } from '../database/audit-table.ts'
import { type Database, type DatabaseKind, inTransaction, timeoutCodeOf } from '../database/database.ts'
import {
  type AuditHead,
  type ChainEnd,
  closedChain,
  firstPreviousHash,
  hashEnds,
  hashRow,
  organisationChain,
} from './audit-hash.ts'

/** The ids of the records that a bulk call returned, by kind. */
export type ReturnedRecords = { readonly member: readonly string[] } & Readonly<Record<string, readonly string[]>>

type OptionalColumn = 'workstation_id' | 'address' | 'before' | 'after'

/**
 * The content of an audit row: who did what to whose record, where, when, and with which result (45 CFR 164.312(b)).
 */
export type AuditEntry = Omit<
  AuditTable,
  'sequence' | 'chain' | 'position' | 'previous_hash' | 'hash' | 'given' | OptionalColumn
> &
  Partial<Pick<AuditTable, OptionalColumn>> & { readonly given?: ReturnedRecords | null }

/** Shared by writers, exclusive for a reader that needs a moment without unfinished writes. */
const writersLock = 726_200_102
/** The class of the locks of single chains; the second number is the hash of the chain's name. */
const chainLocks = 726_200_103

/** The action of the first row of a chain that follows a closed one. */
const openedAction = 'audit.chain-opened'

/** Returns those of the given locations that exist: an invented location id in a refused call gets no chain. */
const findLocations = async (db: Database, named: readonly string[]): Promise<ReadonlySet<string>> => {
  if (named.length === 0) return new Set()
  const rows = await db.selectFrom('location').select('location_id').where('location_id', 'in', named).execute()
  return new Set(rows.map((row) => row.location_id))
}

/** Locks chains until the transaction ends, always in the order of their names, so that two writers cannot deadlock. */
const lockChains = async (db: Database, kind: DatabaseKind, chains: readonly string[]): Promise<void> => {
  if (kind === 'sqlite') return
  await sql`select pg_advisory_xact_lock_shared(${writersLock})`.execute(db)
  for (const chain of [...chains].sort()) {
    await sql`select pg_advisory_xact_lock(${chainLocks}, hashtext(${chain}))`.execute(db)
  }
}

const takeSequences = async (db: Database, kind: DatabaseKind, count: number): Promise<readonly number[]> => {
  if (kind === 'postgresql') {
    const { rows } = await sql<{ sequence: number }>`select nextval('audit_sequence') as sequence
      from generate_series(1, ${count}::int)`.execute(db)
    return rows.map(({ sequence }) => Number(sequence)).sort((a, b) => a - b)
  }
  const { last } = await db
    .selectFrom('audit')
    .select(({ fn }) => fn.max('sequence').as('last'))
    .executeTakeFirstOrThrow()
  return Array.from({ length: count }, (_, place) => (last ?? 0) + 1 + place)
}

const findEnd = (db: Database, chain: string, upTo?: number): Promise<ChainEnd | undefined> =>
  upTo === undefined
    ? db
        .selectFrom('audit')
        .select(['position', 'hash'])
        .where('chain', '=', chain)
        .orderBy('position', 'desc')
        .limit(1)
        .executeTakeFirst()
    : db
        .selectFrom('audit')
        .select(['position', 'hash'])
        .where('chain', '=', chain)
        .where('sequence', '<=', upTo)
        .orderBy('sequence', 'desc')
        .limit(1)
        .executeTakeFirst()

type Placed = { readonly chain: string; readonly entry: AuditEntry }

/**
 * Opens a chain: its first row names the end of the closed chain, if there is one, and continues from its hash.
 */
const openChain = async (
  db: Database,
  chain: string,
  at: number,
): Promise<{ readonly end: ChainEnd; readonly opening: readonly Placed[] }> => {
  await db
    .insertInto('audit_chain')
    .values({ chain, opened_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const closed = await findEnd(db, closedChain)
  if (closed === undefined) return { end: { position: 0, hash: firstPreviousHash }, opening: [] }
  const entry: AuditEntry = {
    at,
    user_id: null,
    action: openedAction,
    member_id: null,
    study_id: null,
    location_id: chain === organisationChain ? null : chain,
    outcome: 'ok',
    after: JSON.stringify({ closed: { rows: closed.position, hash: closed.hash } }),
  }
  return { end: { position: 0, hash: closed.hash }, opening: [{ chain, entry }] }
}

/** The largest number of rows, and of index entries, in one statement. */
const rowsATime = 500

const insertReturnedMembers = async (
  db: Database,
  rows: readonly { member_id: string; sequence: number }[],
): Promise<void> => {
  for (let from = 0; from < rows.length; from += rowsATime) {
    await db
      .insertInto('audit_given')
      .values(rows.slice(from, from + rowsATime))
      .execute()
  }
}

/**
 * Appends to the audit log. Must run inside a transaction: each chain has one end, which a writer locks until its
 * commit. Call this function last in the transaction, to hold the locks only briefly.
 */
export const appendAudit = async (db: Database, kind: DatabaseKind, entries: readonly AuditEntry[]): Promise<void> => {
  if (entries.length === 0) return
  const locations = await findLocations(db, [
    ...new Set(entries.flatMap(({ location_id }) => (location_id === null ? [] : [location_id]))),
  ])
  const placed = entries.map((entry): Placed => {
    const { location_id } = entry
    return { entry, chain: location_id !== null && locations.has(location_id) ? location_id : organisationChain }
  })
  const chains = [...new Set(placed.map(({ chain }) => chain))]
  await lockChains(db, kind, chains)
  const ends = new Map<string, ChainEnd>()
  const opened: Placed[] = []
  for (const chain of chains) {
    const end = await findEnd(db, chain)
    if (end !== undefined) {
      ends.set(chain, end)
      continue
    }
    const { end: first, opening } = await openChain(db, chain, placed[0]?.entry.at ?? 0)
    ends.set(chain, first)
    opened.push(...opening)
  }
  const all = [...opened, ...placed]
  const sequences = await takeSequences(db, kind, all.length)
  const returnedMembers: { member_id: string; sequence: number }[] = []
  const rows = all.map(({ chain, entry }, place): AuditTable => {
    const { position, hash: previous_hash } = ends.get(chain) ?? { position: 0, hash: firstPreviousHash }
    const sequence = sequences[place] ?? 0
    const added = { workstation_id: null, address: null, before: null, after: null, ...entry }
    const stored = entry.given === undefined || entry.given === null ? null : JSON.stringify(entry.given)
    const row = { ...added, given: stored, chain, position: position + 1, sequence, previous_hash }
    const hash = hashRow(row)
    ends.set(chain, { position: row.position, hash })
    for (const member_id of new Set(entry.given?.member ?? [])) returnedMembers.push({ member_id, sequence })
    return { ...row, hash }
  })
  for (let from = 0; from < rows.length; from += rowsATime) {
    await db
      .insertInto('audit')
      .values(rows.slice(from, from + rowsATime))
      .execute()
  }
  await insertReturnedMembers(db, returnedMembers)
}

/** The longest wait for PostgreSQL's writers to finish. It is short, because new writers wait meanwhile. */
const maxWait = '500ms'

/**
 * Runs `work` in a transaction at a moment in which no writer is unfinished: rows that are written later have higher
 * sequences. SQLite has one writer at a time, so a transaction on it is such a moment. Throws PostgreSQL's lock-timeout
 * error if none of the `attempts` finds such a moment.
 */
export const atQuietMoment = async <Result>(
  db: Database,
  kind: DatabaseKind,
  attempts: number,
  work: (db: Database) => Promise<Result>,
): Promise<Result> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await inTransaction(db, async (within) => {
        if (kind === 'postgresql') {
          await sql`set local lock_timeout = ${sql.lit(maxWait)}`.execute(within)
          await sql`select pg_advisory_xact_lock(${writersLock})`.execute(within)
        }
        return work(within)
      })
    } catch (error) {
      if (attempt >= attempts || timeoutCodeOf(error) === undefined) throw error
    }
  }
}

/** Reads the head of the log. With `upTo`, reads the head that the log had when its last row had that sequence. */
export const readAuditHead = async (db: Database, upTo?: number): Promise<AuditHead> => {
  const last = await db
    .selectFrom('audit')
    .select('sequence')
    .$if(upTo !== undefined, (query) => query.where('sequence', '<=', upTo ?? 0))
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst()
  const open = await db.selectFrom('audit_chain').select('chain').execute()
  const ends = new Map<string, ChainEnd>()
  for (const chain of [closedChain, ...open.map((row) => row.chain)]) {
    const end = await findEnd(db, chain, upTo)
    if (end !== undefined) ends.set(chain, end)
  }
  return { rows: last?.sequence ?? 0, hash: hashEnds(ends) }
}
