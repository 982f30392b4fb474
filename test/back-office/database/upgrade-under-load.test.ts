import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { Database, DatabaseKind, DatabaseSource } from '#back-office/database/database.ts'
import { migrate, tryMigrations } from '#back-office/database/migrations/migrate.ts'
import type { Migration } from '#back-office/database/migrations/migration.ts'
import { migrations } from '#back-office/database/migrations/migrations.ts'
import { startNode } from '#test/fixtures/child.ts'
import { isDeep, someOf } from '#test/fixtures/deep.ts'
import { describeOnEachDatabase } from '../booking/each-database.ts'
import { dumpSchema } from './migrations/schema-dump.ts'
import { openAs } from './schema-of-age.ts'

const killedProgram = `${import.meta.dirname}/../../fixtures/upgrade/killed-migration.ts`

/** Adds a user with only the columns that every schema since the first one has. */
const addUser = (db: Database, id: string) =>
  sql`insert into "user" (user_id, email, email_key, password_hash, failed_sign_ins, locked_until, firstname, lastname,
    roles, allowed_locations) values (${id}, ${id}, ${id}, null, 0, null, 'A', 'B', '[]', null)`.execute(db)

const readUsers = async (db: Database): Promise<readonly string[]> =>
  (await sql<{ user_id: string }>`select user_id from "user" order by user_id`.execute(db)).rows.map(
    (row) => row.user_id,
  )

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : error)

/** Writes as a server of an older version does, in three ways, until it is refused. */
const startLoad = (db: Database) => {
  const acknowledged: string[] = []
  const ends: unknown[] = []
  const ways: readonly ((id: string) => Promise<unknown>)[] = [
    (id) => addUser(db, id),
    (id) => db.transaction().execute((transaction) => addUser(transaction, id)),
    (id) =>
      db.transaction().execute(async (transaction) => {
        await readUsers(transaction)
        await addUser(transaction, id)
      }),
  ]
  const writing = ways.map(async (write, way) => {
    for (let n = 0; ; n += 1) {
      const id = `u-${way}-${String(n).padStart(5, '0')}`
      try {
        await write(id)
        acknowledged.push(id)
      } catch (error) {
        ends.push(codeOf(error))
        return
      }
    }
  })
  return {
    acknowledged,
    ends,
    atLeast: async (count: number): Promise<void> => {
      while (acknowledged.length < count && ends.length === 0) await sleep(5)
    },
    over: () => Promise.all(writing),
  }
}

const makeOld = async (source: DatabaseSource, kind: DatabaseKind, program: readonly Migration[]) => {
  const old = openAs(source, program)
  await migrate(old.db, kind, program)
  old.fence.start()
  return old
}

describeOnEachDatabase('an upgrade', ({ newSource, kind }) => {
  const earlier = [...migrations.keys()].slice(0, -1)

  it('from each earlier schema under load keeps every acknowledged write, then refuses the older program', {
    timeout: 600_000,
  }, async () => {
    for (const at of someOf(earlier, 12)) {
      const source = await newSource()
      const old = await makeOld(source, kind, migrations.slice(0, at + 1))
      const fresh = openAs(source, migrations)
      try {
        const load = startLoad(old.db)
        await load.atLeast(isDeep ? 60 : 20)
        await migrate(fresh.db, kind)
        fresh.fence.start()
        await load.over()
        const name = migrations[at]?.name
        expect(load.ends, `from ${name}`).toEqual(['SCHEMA_NEWER', 'SCHEMA_NEWER', 'SCHEMA_NEWER'])
        expect(await readUsers(fresh.db), `from ${name}`).toEqual(load.acknowledged.toSorted())
        // The older process still reads, and the newer one writes.
        expect(await readUsers(old.db)).toHaveLength(load.acknowledged.length)
        await addUser(fresh.db, 'u-new')
      } finally {
        await old.db.destroy()
        await fresh.db.destroy()
      }
    }
  })

  const program = migrations.slice(0, -3)
  const failing: Migration = {
    name: '999-fails',
    up: async (db) => {
      await sql`create table half_done (id text primary key)`.execute(db)
      await sql`update "user" set firstname = 'changed'`.execute(db)
      throw new Error('the third statement failed')
    },
  }

  it('that fails halfway, is killed or is a dry run leaves the older schema and data, and the older program works', {
    timeout: 120_000,
  }, async () => {
    const source = await newSource()
    const old = await makeOld(source, kind, program)
    const fresh = openAs(source, migrations)
    try {
      await addUser(old.db, 'u-1')
      const before = await dumpSchema(old.db, kind)
      const isUnchanged = async (): Promise<void> => {
        expect(await dumpSchema(old.db, kind)).toEqual(before)
        const { rows } = await sql`select firstname from "user" where user_id = 'u-1'`.execute(old.db)
        expect(rows).toEqual([{ firstname: 'A' }])
        const done = await sql<{ name: string }>`select name from migration order by position`.execute(old.db)
        expect(done.rows.map(({ name }) => name)).toEqual(program.map(({ name }) => name))
      }
      await expect(migrate(fresh.db, kind, [...migrations, failing])).rejects.toThrow('the third statement failed')
      await isUnchanged()
      await expect(tryMigrations(fresh.db, kind, [...migrations, failing])).rejects.toThrow(
        'the third statement failed',
      )
      await tryMigrations(fresh.db, kind)
      await isUnchanged()
      const child = startNode(['--no-warnings', killedProgram, JSON.stringify(source)])
      expect(await child.ended()).toBe('SIGKILL')
      await isUnchanged()
      await addUser(old.db, 'u-2')
      await migrate(fresh.db, kind)
      await expect(addUser(old.db, 'u-3')).rejects.toMatchObject({ code: 'SCHEMA_NEWER' })
      expect(await readUsers(fresh.db)).toEqual(['u-1', 'u-2'])
    } finally {
      await old.db.destroy()
      await fresh.db.destroy()
    }
  })

  it('waits for running transactions of the older program, and refuses transactions that had to wait for the upgrade', {
    timeout: 60_000,
  }, async () => {
    const source = await newSource()
    const old = await makeOld(source, kind, program)
    const order: string[] = []
    let release = (): void => {}
    const isReleased = new Promise<void>((done) => {
      release = done
    })
    const gated: Migration = {
      name: '999-gated',
      up: async () => {
        order.push('migrating')
        await isReleased
      },
    }
    const fresh = openAs(source, [...migrations, gated])
    try {
      let upgrade: Promise<void> | undefined
      await old.db.transaction().execute(async (transaction) => {
        await addUser(transaction, 'u-first')
        upgrade = migrate(fresh.db, kind, [...migrations, gated])
        await sleep(300)
        order.push('written')
      })
      while (!order.includes('migrating')) await sleep(10)
      // With this isolation level, a transaction that read the migration list before it waited would see the old list.
      const isolated =
        kind === 'postgresql' ? old.db.transaction().setIsolationLevel('repeatable read') : old.db.transaction()
      const waiting = [
        isolated.execute((transaction) => addUser(transaction, 'u-late-1')),
        old.db.transaction().execute((transaction) => addUser(transaction, 'u-late-2')),
        addUser(old.db, 'u-late-3'),
      ].map((write) => write.then(() => 'written', codeOf))
      await sleep(200)
      release()
      await upgrade
      expect(order).toEqual(['written', 'migrating'])
      expect(await Promise.all(waiting)).toEqual(['SCHEMA_NEWER', 'SCHEMA_NEWER', 'SCHEMA_NEWER'])
      expect(await readUsers(fresh.db)).toEqual(['u-first'])
    } finally {
      release()
      await old.db.destroy()
      await fresh.db.destroy()
    }
  })
})
