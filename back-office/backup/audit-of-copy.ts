import { sql } from 'kysely'
import type { AuditTable } from '../database/audit-table.ts'
import type { Database, DatabaseKind } from '../database/database.ts'
import { type AuditHead, closedChain, firstPreviousHash, hashRow } from '../kernel/audit-hash.ts'
import { readAuditHead } from '../kernel/audit-repository.ts'
import { checkAuditChain } from '../kernel/check-audit-chain.ts'

/** Returns whether the audit log has a chain for each location. Before migration 101 it had one chain. */
const hasChains = async (db: Database, kind: DatabaseKind): Promise<boolean> => {
  const query =
    kind === 'sqlite'
      ? sql<{ found: number }>`select count(*) as found from sqlite_master where name = 'audit_chain'`
      : sql<{ found: number }>`select count(*) as found from pg_tables
          where schemaname = current_schema() and tablename = 'audit_chain'`
  return Number((await query.execute(db)).rows[0]?.found ?? 0) > 0
}

/** Reads the head of the audit log of a database of this version or an older one. */
export const readAuditHeadOf = async (db: Database, kind: DatabaseKind): Promise<AuditHead> => {
  if (await hasChains(db, kind)) return readAuditHead(db)
  const last = await db
    .selectFrom('audit')
    .select(['sequence', 'hash'])
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst()
  return { rows: last?.sequence ?? 0, hash: last?.hash ?? firstPreviousHash }
}

const rowsATime = 1000

/** The columns that an older log may lack. */
const laterColumns = { workstation_id: null, before: null, after: null, address: null, given: null } as const

/** Returns whether the one chain of an older log is whole and has the expected head. */
const isOlderLogWhole = async (db: Database, expected: AuditHead): Promise<boolean> => {
  let head: AuditHead = { rows: 0, hash: firstPreviousHash }
  let hasHead = expected.rows === 0 && expected.hash === firstPreviousHash
  for (;;) {
    const page: readonly AuditTable[] = await db
      .selectFrom('audit')
      .selectAll()
      .where('sequence', '>', head.rows)
      .orderBy('sequence')
      .limit(rowsATime)
      .execute()
    for (const row of page) {
      const whole = { ...laterColumns, ...row, chain: closedChain, position: row.sequence }
      if (row.previous_hash !== head.hash || hashRow(whole) !== row.hash) return false
      head = { rows: row.sequence, hash: row.hash }
      if (head.rows === expected.rows && head.hash === expected.hash) hasHead = true
    }
    if (page.length < rowsATime) return hasHead
  }
}

/** Returns whether the audit log of a copy, of this version or an older one, is whole and has the expected head. */
export const isAuditWhole = async (db: Database, kind: DatabaseKind, expected: AuditHead): Promise<boolean> =>
  (await hasChains(db, kind)) ? (await checkAuditChain(db, expected)).ok : isOlderLogWhole(db, expected)
