import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { Database, DatabaseKind } from '#back-office/database/database.ts'
import { closedChain, firstPreviousHash, hashRow } from '#back-office/kernel/audit-hash.ts'
import { appendAudit, readAuditHead } from '#back-office/kernel/audit-repository.ts'
import { checkAuditChain } from '#back-office/kernel/check-audit-chain.ts'
import { allowTampering } from '#test/fixtures/audit-tampering.ts'
import { howMany } from '#test/fixtures/deep.ts'
import { createRandom, type Random } from '#test/fixtures/random.ts'
import { describeOnEachDatabase } from '../booking/each-database.ts'
import { addRows, anEntry, editedColumns, openLog } from './audit-log.ts'

class Undo extends Error {}

type Tampering = {
  readonly db: Database
  readonly kind: DatabaseKind
  readonly last: number
  readonly random: Random
}

const pick = (random: Random, from: number, to: number): number => from + Math.floor(random() * (to - from + 1))

const rowAt = (db: Database, sequence: number) =>
  db.selectFrom('audit').selectAll().where('sequence', '=', sequence).executeTakeFirstOrThrow()

/** Computes the hashes again, from a row to the end of its chain, as an attacker who knows the sources does. */
const rehash = async (db: Database, chain: string): Promise<void> => {
  const rows = await db.selectFrom('audit').selectAll().where('chain', '=', chain).orderBy('position').execute()
  const closed = rows[0]?.chain === closedChain ? undefined : await findClosedEnd(db)
  let previous_hash = closed ?? firstPreviousHash
  for (const { hash: _hash, ...row } of rows) {
    const hash = hashRow({ ...row, previous_hash })
    await db.updateTable('audit').set({ previous_hash, hash }).where('sequence', '=', row.sequence).execute()
    previous_hash = hash
  }
}

const findClosedEnd = async (db: Database): Promise<string | undefined> =>
  (
    await db
      .selectFrom('audit')
      .select('hash')
      .where('chain', '=', closedChain)
      .orderBy('sequence', 'desc')
      .limit(1)
      .executeTakeFirst()
  )?.hash

const forget = async (db: Database, from: number): Promise<void> => {
  await db.deleteFrom('audit_given').where('sequence', '>=', from).execute()
  await db.deleteFrom('audit').where('sequence', '>=', from).execute()
}

const tamperings: Readonly<Record<string, (tampering: Tampering) => Promise<void>>> = {
  edit: async ({ db, last, random }) => {
    const column = editedColumns[pick(random, 0, editedColumns.length - 1)] ?? 'at'
    const sequence = pick(random, 1, last)
    const value = column === 'at' ? pick(random, 1, 1000) : `edited-${pick(random, 1, 1000)}`
    await sql`update audit set ${sql.ref(column)} = ${value} where sequence = ${sequence}`.execute(db)
  },
  'edit, with all hashes computed again': async ({ db, last, random }) => {
    const { sequence, chain } = await rowAt(db, pick(random, 1, last))
    await db.updateTable('audit').set({ user_id: 'u-other' }).where('sequence', '=', sequence).execute()
    await rehash(db, chain)
  },
  delete: async ({ db, last, random }) => {
    const { sequence } = await rowAt(db, pick(random, 1, last))
    await db.deleteFrom('audit_given').where('sequence', '=', sequence).execute()
    await db.deleteFrom('audit').where('sequence', '=', sequence).execute()
  },
  reorder: async ({ db, last, random }) => {
    const one = pick(random, 1, last)
    const other = (one % last) + 1
    const [a, b] = [await rowAt(db, one), await rowAt(db, other)]
    await db.updateTable('audit').set({ sequence: 9_000_000 }).where('sequence', '=', one).execute()
    const swaps = a.chain === b.chain
    if (swaps) await db.updateTable('audit').set({ position: 9_000_000 }).where('sequence', '=', 9_000_000).execute()
    await db
      .updateTable('audit')
      .set({ sequence: one, ...(swaps && { position: a.position }) })
      .where('sequence', '=', other)
      .execute()
    await db
      .updateTable('audit')
      .set({ sequence: other, ...(swaps && { position: b.position }) })
      .where('sequence', '=', 9_000_000)
      .execute()
  },
  'cut at the end': async ({ db, last, random }) => forget(db, pick(random, Math.max(2, last - 40), last)),
  'cut of one chain': async ({ db, last, random }) => {
    const { chain, position } = await rowAt(db, pick(random, 1, last))
    const cut = db.selectFrom('audit').select('sequence').where('chain', '=', chain).where('position', '>=', position)
    await db.deleteFrom('audit_given').where('sequence', 'in', cut).execute()
    await db.deleteFrom('audit').where('chain', '=', chain).where('position', '>=', position).execute()
  },
  fork: async ({ db, kind, last, random }) => {
    await forget(db, pick(random, 2, last))
    const count = pick(random, 1, 60)
    await appendAudit(
      db,
      kind,
      Array.from({ length: count }, (_, n) => anEntry(5000 + n)),
    )
  },
  'table replaced': async ({ db, kind, random }) => {
    await db.deleteFrom('audit_given').execute()
    await db.deleteFrom('audit').execute()
    await db.deleteFrom('audit_chain').execute()
    if (kind === 'postgresql') await sql`select setval('audit_sequence', 1, false)`.execute(db)
    await addRows(db, kind, 1, pick(random, 1, 200))
  },
}

describeOnEachDatabase('the audit log', (databases) => {
  const { kind } = databases

  it('reveals a thousand manipulations by its chains and the kept heads', { timeout: 600_000 }, async () => {
    const { db } = await openLog(databases, { old: 20, rows: 40 })
    await allowTampering(db, kind)
    const heads = [await readAuditHead(db)]
    for (const from of [41, 61, 81]) {
      await addRows(db, kind, from, from + 19)
      heads.push(await readAuditHead(db))
    }
    const last = heads.at(-1)?.rows ?? 0
    expect(await checkAuditChain(db, heads, kind)).toMatchObject({ ok: true })
    const random = createRandom(2101)
    const kinds = Object.entries(tamperings)
    const unseen: string[] = []
    const count = howMany(1000)
    for (let number = 0; number < count; number += 1) {
      const [name, tamper] = kinds[number % kinds.length] ?? ['', async () => {}]
      await db
        .transaction()
        .execute(async (within) => {
          await tamper({ db: within, kind, last, random })
          const check = await checkAuditChain(within, heads)
          if (check.ok) unseen.push(`${number}: ${name}`)
          throw new Undo()
        })
        .catch((thrown: unknown) => {
          if (!(thrown instanceof Undo)) throw thrown
        })
      // PostgreSQL does not reset a sequence when a transaction is rolled back.
      if (kind === 'postgresql') await sql`select setval('audit_sequence', ${last + 1000}::int)`.execute(db)
    }
    expect(unseen).toEqual([])
    expect(await checkAuditChain(db, heads, kind)).toMatchObject({ ok: true })
  })
})
