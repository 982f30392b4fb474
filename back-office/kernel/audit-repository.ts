import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { AuditTable } from '../database/audit-table.ts'
import type { Database, DatabaseKind } from '../database/database.ts'

/**
 * The content of an audit row: who did what to whose record, where, when, and with which result (45 CFR 164.312(b)).
 */
export type AuditEntry = Omit<AuditTable, 'sequence' | 'previous_hash' | 'hash' | LaterColumn> &
  Partial<Pick<AuditTable, LaterColumn>>

type LaterColumn = 'workstation_id' | 'before' | 'after'

const auditLock = 726_200_102
const firstPreviousHash = '0'.repeat(64)
const pageSize = 1000

/**
 * Returns the columns that were added later, for the hash of a row. They are left out where all are null, so that the
 * hashes of older rows stay valid.
 */
const laterContent = ({ workstation_id, before, after }: Omit<AuditTable, 'hash'>): readonly (string | null)[] =>
  workstation_id === null && before === null && after === null ? [] : [workstation_id, before, after]

const hashRow = (row: Omit<AuditTable, 'hash'>): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        row.sequence,
        row.at,
        row.user_id,
        row.action,
        row.member_id,
        row.study_id,
        row.location_id,
        row.outcome,
        row.previous_hash,
        ...laterContent(row),
      ]),
    )
    .digest('hex')

/**
 * Appends to the audit log. Must run inside a transaction: the chain has one end, which a writer locks until its
 * commit. Call this function last in the transaction, to hold the lock only briefly.
 */
export const appendAudit = async (db: Database, kind: DatabaseKind, entries: readonly AuditEntry[]): Promise<void> => {
  if (kind === 'postgresql') await sql`select pg_advisory_xact_lock(${auditLock})`.execute(db)
  const last = await db
    .selectFrom('audit')
    .select(['sequence', 'hash'])
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst()
  let sequence = last?.sequence ?? 0
  let previousHash = last?.hash ?? firstPreviousHash
  const rows = entries.map((entry): AuditTable => {
    sequence += 1
    const row = { workstation_id: null, before: null, after: null, ...entry, sequence, previous_hash: previousHash }
    previousHash = hashRow(row)
    return { ...row, hash: previousHash }
  })
  if (rows.length > 0) await db.insertInto('audit').values(rows).execute()
}

/** The head of the chain at some time: the number of rows, and the hash of the last row. */
export type AuditHead = { readonly rows: number; readonly hash: string }

type AuditCheck = ({ readonly ok: true } & AuditHead) | { readonly ok: false; readonly brokenAt: number }

/**
 * Checks the chain from its first row. An edited, deleted or inserted row and two swapped rows break the chain at the
 * returned sequence. Rows cut off at the end are found only by `expected`, a head stored elsewhere.
 */
export const checkAuditChain = async (db: Database, expected?: AuditHead): Promise<AuditCheck> => {
  let sequence = 0
  let previousHash = firstPreviousHash
  for (;;) {
    const page = await db
      .selectFrom('audit')
      .selectAll()
      .where('sequence', '>', sequence)
      .orderBy('sequence')
      .limit(pageSize)
      .execute()
    for (const row of page) {
      const { hash, ...content } = row
      if (row.sequence !== sequence + 1 || row.previous_hash !== previousHash || hashRow(content) !== hash) {
        return { ok: false, brokenAt: sequence + 1 }
      }
      sequence = row.sequence
      previousHash = hash
      if (expected?.rows === sequence && expected.hash !== hash) return { ok: false, brokenAt: sequence }
    }
    if (page.length < pageSize) break
  }
  if (expected !== undefined && sequence < expected.rows) return { ok: false, brokenAt: sequence + 1 }
  return { ok: true, rows: sequence, hash: previousHash }
}
