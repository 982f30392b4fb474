import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { type Database, inTransaction } from '#back-office/database/database.ts'
import { openDatabase } from '#back-office/database/open-database.ts'
import { closedChain } from '#back-office/kernel/audit-hash.ts'
import { appendAudit, atQuietMoment, readAuditHead } from '#back-office/kernel/audit-repository.ts'
import { checkAuditChain } from '#back-office/kernel/check-audit-chain.ts'
import { allowTampering } from '#test/fixtures/audit-tampering.ts'
import { describeOnEachDatabase } from '../booking/each-database.ts'
import { addRows, anEntry, editedColumns, openLog } from './audit-log.ts'

const old = 30
const rows = 120
/**
 * The number of new chains: one for each of two locations, and one for rows without a location. The first row of each
 * names the end of the closed chain.
 */
const opened = 3

const rowAt = (db: Database, sequence: number) =>
  db.selectFrom('audit').selectAll().where('sequence', '=', sequence).executeTakeFirstOrThrow()

class Undo extends Error {}

/** Tampers with the log and checks it, in a transaction that is then rolled back. */
const tried = async <Result>(db: Database, work: (db: Database) => Promise<Result>): Promise<Result> => {
  let result: { readonly value: Result } | undefined
  await db
    .transaction()
    .execute(async (within) => {
      result = { value: await work(within) }
      throw new Undo()
    })
    .catch((thrown: unknown) => {
      if (!(thrown instanceof Undo)) throw thrown
    })
  if (result === undefined) throw new Error('the tampering did not end')
  return result.value
}

describeOnEachDatabase('the audit log', (databases) => {
  const { kind } = databases
  const open = () => openLog(databases, { old, rows })

  it('has one chain per location, each a continuation of the closed chain', async () => {
    const { db } = await open()
    const check = await checkAuditChain(db, [], kind)
    expect(check).toMatchObject({ ok: true, rows: old + rows + opened, chains: opened + 1 })
    const firsts = await db.selectFrom('audit').selectAll().where('position', '=', 1).orderBy('chain').execute()
    const closed = await rowAt(db, old)
    expect(closed.chain).toBe(closedChain)
    const others = firsts.filter(({ chain }) => chain !== closedChain)
    // A location that does not exist has no chain: its rows belong to the organisation's chain.
    expect(others.map(({ chain }) => chain)).toEqual(['ca-bc-1', 'organisation', 'us-wa-2'])
    for (const first of others) {
      expect(first).toMatchObject({ action: 'audit.chain-opened', previous_hash: closed.hash })
      expect(JSON.parse(first.after ?? '')).toEqual({ closed: { rows: old, hash: closed.hash } })
    }
    expect(await readAuditHead(db)).toEqual(check.ok && check.head)
    // A head or backup from the time of the single chain stays valid.
    expect(await checkAuditChain(db, { rows: old, hash: closed.hash }, kind)).toMatchObject({ ok: true })
  })

  it('has no closed chain in a new database', async () => {
    const { db } = await openLog(databases, { old: 0, rows: 8 })
    expect(await checkAuditChain(db, [], kind)).toMatchObject({ ok: true, rows: 8, chains: 3 })
  })

  it('has no gap and no fork when forty writers append over two connections', async () => {
    const { db, source } = await open()
    const other = await openDatabase(source)
    const heads: { readonly rows: number; readonly hash: string }[] = []
    const append = async (n: number): Promise<void> => {
      const on = n % 2 === 0 ? db : other.db
      await inTransaction(on, (within) => appendAudit(within, kind, [anEntry(n), anEntry(n + 1)]))
      if (n % 10 === 0) heads.push(await atQuietMoment(db, kind, 40, (within) => readAuditHead(within)))
    }
    await Promise.all(Array.from({ length: 40 }, (_, n) => append(n)))
    await other.close()
    const check = await checkAuditChain(db, heads, kind)
    expect(check).toMatchObject({ ok: true, rows: old + rows + opened + 80 })
  })

  it('refuses every update and delete of its tables', async () => {
    const { db } = await open()
    for (const table of ['audit', 'audit_chain', 'audit_given']) {
      const column = { audit: 'outcome', audit_chain: 'opened_at', audit_given: 'member_id' }[table] ?? ''
      const statements = [
        sql`update ${sql.table(table)} set ${sql.ref(column)} = '7'`,
        sql`delete from ${sql.table(table)}`,
        ...(kind === 'postgresql' ? [sql`truncate ${sql.table(table)}`] : []),
      ]
      for (const statement of statements) await expect(statement.execute(db)).rejects.toThrow(/append-only/)
    }
  })

  const columns = [...editedColumns, 'given', 'position', 'chain'] as const
  it('breaks at a row in which any column was changed', async () => {
    const { db } = await open()
    await allowTampering(db, kind)
    for (const column of columns) {
      for (const sequence of [1, old, old + 1, 100, old + rows + opened]) {
        const row = await rowAt(db, sequence)
        const value = typeof row[column] === 'number' ? row[column] + 1000 : column === 'given' ? '{"member":[]}' : 'x'
        const check = await tried(db, async (within) => {
          await sql`update audit set ${sql.ref(column)} = ${value} where sequence = ${sequence}`.execute(within)
          return checkAuditChain(within)
        })
        expect(check, `${column} of row ${sequence}`).toMatchObject({ ok: false, brokenAt: sequence })
      }
    }
  })

  describe.each([
    ['closed', 5],
    ['location', 60],
  ])('in the %s chain', (_name, sequence) => {
    it('breaks where a row was deleted, even if the later rows were renumbered', async () => {
      const { db } = await open()
      await allowTampering(db, kind)
      const { chain, position } = await rowAt(db, sequence)
      const after = await db
        .selectFrom('audit')
        .select('sequence')
        .where('chain', '=', chain)
        .where('position', '=', position + 1)
        .executeTakeFirstOrThrow()
      for (const renumbers of [false, true]) {
        const check = await tried(db, async (within) => {
          await within.deleteFrom('audit').where('sequence', '=', sequence).execute()
          for (let next = position + 1; renumbers && next < position + 500; next += 1) {
            await within
              .updateTable('audit')
              .set({ position: next - 1 })
              .where('chain', '=', chain)
              .where('position', '=', next)
              .execute()
          }
          return checkAuditChain(within)
        })
        expect(check).toMatchObject({ ok: false, brokenAt: after.sequence, problem: 'row', chain })
      }
    })
  })

  it('detects deleted last rows and a rewritten log by comparison with a kept head', async () => {
    const { db } = await open()
    await allowTampering(db, kind)
    const kept = await readAuditHead(db)
    await addRows(db, kind, rows + 1, rows + 20)
    expect(await checkAuditChain(db, kept, kind)).toMatchObject({ ok: true })
    const cut = (within: Database, after: number) => within.deleteFrom('audit').where('sequence', '>', after).execute()
    const checks = await tried(db, async (within) => {
      await within.deleteFrom('audit_given').execute()
      await sql`update audit set given = null where given is not null`.execute(within)
      await cut(within, kept.rows - 5)
      return [await checkAuditChain(within, [kept])]
    })
    expect(checks[0]).toMatchObject({ ok: false })
    const forked = await tried(db, async (within) => {
      await within
        .deleteFrom('audit_given')
        .where('sequence', '>', kept.rows - 5)
        .execute()
      await cut(within, kept.rows - 5)
      const alone = await checkAuditChain(within)
      await appendAudit(
        within,
        kind,
        Array.from({ length: 30 }, (_, n) => anEntry(1000 + n)),
      )
      return [alone, await checkAuditChain(within), await checkAuditChain(within, kept)]
    })
    // The rewritten log is consistent in itself; only the kept head shows that it was replaced.
    expect(forked).toMatchObject([{ ok: true }, { ok: true }, { ok: false, problem: 'head' }])
  })

  it('reveals a member who is missing from the index of the ids that the feed sent', async () => {
    const { db } = await open()
    await allowTampering(db, kind)
    const [first] = await db.selectFrom('audit_given').selectAll().orderBy('sequence').execute()
    const check = await tried(db, async (within) => {
      await within
        .deleteFrom('audit_given')
        .where('member_id', '=', first?.member_id ?? '')
        .execute()
      return checkAuditChain(within)
    })
    expect(check).toMatchObject({ ok: false, problem: 'given', brokenAt: first?.sequence })
  })
})
