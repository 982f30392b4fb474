import { sql } from 'kysely'
import { type Database, type DatabaseKind, type DatabaseSource, inTransaction } from '#back-office/database/database.ts'
import { migrations } from '#back-office/database/migrations/migrations.ts'
import { closedChain, hashRow } from '#back-office/kernel/audit-hash.ts'
import { type AuditEntry, appendAudit } from '#back-office/kernel/audit-repository.ts'
import { aLocation } from '#test/builders/records.ts'
import { openBefore } from '../database/older-database.ts'

/** The locations of the test's log, and one that does not exist. */
const places = ['ca-bc-1', 'us-wa-2', null, 'zz-zz-9'] as const

/** The columns of a row that a test edits to tamper with the log. */
export const editedColumns = [
  'at',
  'user_id',
  'action',
  'member_id',
  'study_id',
  'location_id',
  'outcome',
  'workstation_id',
  'address',
  'before',
  'after',
  'previous_hash',
  'hash',
] as const

export const anEntry = (n: number): AuditEntry => ({
  at: 1_795_000_000 + n,
  user_id: `u-${n % 3}`,
  action: 'member.viewed',
  member_id: `m-${n}`,
  study_id: null,
  location_id: places[n % places.length] ?? null,
  outcome: n % 7 === 0 ? 'not-found' : 'ok',
  ...(n % 5 === 0 && { workstation_id: `desk-${n}`, address: '10.0.0.7', before: '{"a":1}', after: '{"a":2}' }),
  ...(n % 11 === 0 && { given: { member: [`m-${n}`, `m-${n + 1}`], study: ['s-1'] } }),
})

/** Returns a row as it was written when the log had a single chain. */
const oldRow = (sequence: number, previous_hash: string) => {
  const { before: _before, after: _after, given: _given, address: _address, ...entry } = anEntry(sequence)
  const old = { ...entry, workstation_id: entry.workstation_id ?? null, before: null, after: null }
  const row = { ...old, sequence, previous_hash }
  const hash = hashRow({ ...row, address: null, given: null, chain: closedChain, position: sequence })
  return { ...row, hash }
}

/**
 * Opens a database with two locations and a log whose first rows belong to the former single chain. Closes the database
 * after the test.
 */
export const openLog = async (
  databases: { readonly kind: DatabaseKind; newSource(): Promise<DatabaseSource> },
  { old, rows }: { readonly old: number; readonly rows: number },
): Promise<{ readonly db: Database; readonly source: DatabaseSource }> => {
  const source = await databases.newSource()
  const before = await openBefore('101-audit-chains', { kind: databases.kind, newSource: async () => source })
  let previous = '0'.repeat(64)
  for (let sequence = 1; sequence <= old; sequence += 1) {
    const row = oldRow(sequence, previous)
    previous = row.hash
    await before.add('audit', row)
  }
  for (const locationID of ['ca-bc-1', 'us-wa-2']) {
    const document = JSON.stringify({ ...aLocation(), locationID })
    await before.add('location', { location_id: locationID, document, version: 1 })
  }
  await before.migrate()
  await sql`create table migration (name text primary key, position integer not null)`.execute(before.db)
  for (const [place, { name }] of migrations.entries()) {
    await sql`insert into migration (name, position) values (${name}, ${place + 1})`.execute(before.db)
  }
  await addRows(before.db, databases.kind, 1, rows)
  return { db: before.db, source }
}

/** Appends rows in several transactions. */
export const addRows = async (db: Database, kind: DatabaseKind, from: number, to: number): Promise<void> => {
  for (let n = from; n <= to; n += 10) {
    const entries = Array.from({ length: Math.min(10, to - n + 1) }, (_, more) => anEntry(n + more))
    await inTransaction(db, (within) => appendAudit(within, kind, entries))
  }
}
