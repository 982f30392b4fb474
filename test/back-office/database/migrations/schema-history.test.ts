import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Kysely, sql } from 'kysely'
import { expect, it } from 'vitest'
import type { DatabaseSource } from '#back-office/database/database.ts'
import { migrate } from '#back-office/database/migrations/migrate.ts'
import { migrations } from '#back-office/database/migrations/migrations.ts'
import { createPostgresDialect } from '#back-office/database/postgres-dialect.ts'
import { createSqliteDialect } from '#back-office/database/sqlite-dialect.ts'
import type { BackOfficeTables } from '#back-office/database/tables.ts'
import { someOf } from '#test/fixtures/deep.ts'
import { describeOnEachDatabase } from '../../booking/each-database.ts'
import { applyChanges, compareSchemas, dumpSchema, fromChangeFile, toChangeFile } from './schema-dump.ts'

const open = (source: DatabaseSource): Kysely<BackOfficeTables> =>
  new Kysely<BackOfficeTables>({
    dialect:
      source.kind === 'postgresql'
        ? createPostgresDialect({ url: source.url, onLost: () => {} })
        : createSqliteDialect({ path: source.path, keyHex: source.keyHex ?? null }),
  })

describeOnEachDatabase('the history of the schema', ({ newSource, kind }) => {
  const folder = join(import.meta.dirname, 'schemas', kind)
  const fileOf = (name: string): string => join(folder, `${name}.sql`)

  const withDatabase = async <T>(work: (db: Kysely<BackOfficeTables>) => Promise<T>): Promise<T> => {
    const db = open(await newSource())
    try {
      return await work(db)
    } finally {
      await db.destroy()
    }
  }

  it('matches the recorded schema after each migration', { timeout: 120_000 }, async () => {
    await withDatabase(async (db) => {
      await sql`create table migration (name text primary key, position integer not null)`.execute(db)
      let before: readonly string[] = []
      for (const { name, up } of migrations) {
        await db.transaction().execute((transaction) => up(transaction, kind))
        const after = await dumpSchema(db, kind)
        await expect(toChangeFile(compareSchemas(before, after))).toMatchFileSnapshot(fileOf(name))
        before = after
      }
    })
    expect(readdirSync(folder).sort()).toEqual(migrations.map(({ name }) => `${name}.sql`).sort())
  })

  it('leads from each earlier schema to the schema of a new database', { timeout: 120_000 }, async () => {
    const fresh = await withDatabase(async (db) => {
      await migrate(db, kind)
      return dumpSchema(db, kind)
    })
    const changes = migrations.map(({ name }) => fromChangeFile(readFileSync(fileOf(name), 'utf8')))
    for (const [at, { name }] of someOf([...migrations.entries()], 4)) {
      const upgraded = await withDatabase(async (db) => {
        await db.transaction().execute(async (restore) => {
          for (const statement of applyChanges(changes.slice(0, at + 1))) await sql.raw(statement).execute(restore)
          for (const [place, done] of migrations.slice(0, at + 1).entries()) {
            await sql`insert into migration (name, position) values (${done.name}, ${place + 1})`.execute(restore)
          }
        })
        await migrate(db, kind)
        return dumpSchema(db, kind)
      })
      expect([...upgraded].sort(), `from ${name}`).toEqual([...fresh].sort())
    }
  })
})
