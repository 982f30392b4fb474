import { Kysely } from 'kysely'
import type { DatabaseSource } from '#back-office/database/database.ts'
import type { Migration } from '#back-office/database/migrations/migration.ts'
import { createPostgresDialect } from '#back-office/database/postgres-dialect.ts'
import { fenceDialect } from '#back-office/database/schema-fence.ts'
import { createSqliteDialect } from '#back-office/database/sqlite-dialect.ts'
import type { BackOfficeTables } from '#back-office/database/tables.ts'

/** Opens a database as a program with these migrations would, without running them. */
export const openAs = (source: DatabaseSource, program: readonly Migration[]) => {
  const plain =
    source.kind === 'postgresql'
      ? createPostgresDialect({ url: source.url, onLost: () => {} })
      : createSqliteDialect({ path: source.path, keyHex: source.keyHex ?? null })
  const known = program.map(({ name }) => name)
  const { dialect, fence } = fenceDialect(plain, source.kind, known)
  return { db: new Kysely<BackOfficeTables>({ dialect }), fence }
}
