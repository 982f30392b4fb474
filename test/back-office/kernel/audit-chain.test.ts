import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { inTransaction, type OpenDatabase } from '#back-office/database/database.ts'
import { openDatabase } from '#back-office/database/open-database.ts'
import { type AuditEntry, appendAudit, checkAuditChain } from '#back-office/kernel/audit-repository.ts'
import { type EmptyDatabase, findEngines } from '../../builders/back-office.ts'

const anEntry = (n: number): AuditEntry => ({
  at: 1_795_000_000 + n,
  user_id: `u-${n % 3}`,
  action: 'member.viewed',
  member_id: `m-${n}`,
  study_id: null,
  location_id: 'ca-bc-1',
  outcome: n % 7 === 0 ? 'not-found' : 'ok',
  // Most rows leave these later columns empty, like rows that were written before the columns existed.
  ...(n % 5 === 0 && { workstation_id: `desk-${n}`, before: '{"name":"A"}', after: '{"name":"B"}' }),
})
const rows = 120

for (const engine of await findEngines()) {
  describe.skipIf(engine.missing !== undefined)(`audit chain on ${engine.kind}`, () => {
    let empty: EmptyDatabase
    let open: OpenDatabase
    beforeEach(async () => {
      empty = await engine.createShaped()
      open = await openDatabase(empty.source)
      for (let n = 1; n <= rows; n += 20) {
        const entries = Array.from({ length: 20 }, (_, more) => anEntry(n + more))
        await inTransaction(open.db, (db) => appendAudit(db, engine.kind, entries))
      }
    })
    afterEach(async () => {
      await open.close()
      await empty.remove()
    })

    it('is intact when nothing was changed', async () => {
      expect(await checkAuditChain(open.db)).toMatchObject({ ok: true, rows })
    })

    it('has no gap and no fork when forty writers append at the same time over two connections', async () => {
      const other = await openDatabase(empty.source)
      const append = (n: number): Promise<void> =>
        inTransaction(n % 2 === 0 ? open.db : other.db, (db) => appendAudit(db, engine.kind, [anEntry(n)]))
      await Promise.all(Array.from({ length: 40 }, (_, n) => append(n)))
      await other.close()
      expect(await checkAuditChain(open.db)).toMatchObject({ ok: true, rows: rows + 40 })
    })

    const columns = [
      'at',
      'user_id',
      'action',
      'member_id',
      'study_id',
      'location_id',
      'outcome',
      'workstation_id',
      'before',
      'after',
      'hash',
      'previous_hash',
    ] as const
    it.each(columns)('breaks at a row with a changed %s', async (column) => {
      for (const sequence of [1, 57, rows]) {
        const before = await open.db
          .selectFrom('audit')
          .selectAll()
          .where('sequence', '=', sequence)
          .executeTakeFirstOrThrow()
        const value = column === 'at' ? before.at + 1 : 'edited'
        const write = (to: unknown) =>
          sql`update audit set ${sql.ref(column)} = ${to} where sequence = ${sequence}`.execute(open.db)
        await write(value)
        expect(await checkAuditChain(open.db)).toEqual({ ok: false, brokenAt: sequence })
        await write(before[column])
        expect(await checkAuditChain(open.db)).toMatchObject({ ok: true, rows })
      }
    })

    it.each([1, 2, 60, rows - 1])('breaks at row %i when it was deleted', async (sequence) => {
      await open.db.deleteFrom('audit').where('sequence', '=', sequence).execute()
      expect(await checkAuditChain(open.db)).toEqual({ ok: false, brokenAt: sequence })
    })

    it('breaks when a row was deleted and the rest renumbered', async () => {
      await open.db.deleteFrom('audit').where('sequence', '=', 60).execute()
      for (let sequence = 61; sequence <= rows; sequence += 1) {
        await open.db
          .updateTable('audit')
          .set({ sequence: sequence - 1 })
          .where('sequence', '=', sequence)
          .execute()
      }
      expect(await checkAuditChain(open.db)).toEqual({ ok: false, brokenAt: 60 })
    })

    it('breaks when two rows were swapped', async () => {
      for (const [from, to] of [
        [40, 9999],
        [41, 40],
        [9999, 41],
      ] as const) {
        await open.db.updateTable('audit').set({ sequence: to }).where('sequence', '=', from).execute()
      }
      expect(await checkAuditChain(open.db)).toEqual({ ok: false, brokenAt: 40 })
    })

    it('shows only by a comparison with an earlier head that rows at the end are missing', async () => {
      const head = await open.db
        .selectFrom('audit')
        .select('hash')
        .where('sequence', '=', rows)
        .executeTakeFirstOrThrow()
      const expected = { rows, hash: head.hash }
      expect(await checkAuditChain(open.db, expected)).toMatchObject({ ok: true, rows })
      await open.db
        .deleteFrom('audit')
        .where('sequence', '>', rows - 5)
        .execute()
      expect(await checkAuditChain(open.db)).toMatchObject({ ok: true, rows: rows - 5 })
      expect(await checkAuditChain(open.db, expected)).toEqual({ ok: false, brokenAt: rows - 4 })
    })
  })
}
