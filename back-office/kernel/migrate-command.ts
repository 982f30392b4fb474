import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import type { Database, DatabaseSource } from '../database/database.ts'
import { openDatabase } from '../database/open-database.ts'
import { orderOrUsage, type Say } from './options/order-or-usage.ts'
import { databaseFlags, readDatabaseSource } from './options/read-database-source.ts'
import { readMigrationURL } from './options/read-secrets.ts'

const usage =
  'Usage: npm run back-office -- migrate --data DIR [--key-file FILE] | migrate (--database postgres://... | --database-file FILE) [--service-role NAME]'

/** Exit codes: done, nothing changed, wrong command line. */
const exitCodes = { well: 0, refused: 1, mistyped: 2 } as const

type Order = { readonly source: DatabaseSource; readonly serviceRole: string | undefined }

const readOrder = async (args: readonly string[], env: NodeJS.ProcessEnv): Promise<Order | string> => {
  const options = { ...databaseFlags(env), 'service-role': { type: 'string' } } as const
  const { values } = parseArgs({ args: [...args], options })
  const serviceRole = values['service-role']
  if (serviceRole !== undefined && !/^[a-z_][a-z0-9_]{0,62}$/.test(serviceRole)) {
    return '--service-role must be the name of a database role: small letters, digits and _.'
  }
  const url = values.database === undefined ? readMigrationURL(values, env) : undefined
  // The URL of the file or the variable is checked like one from the command line, but may have a password.
  const given = url === undefined ? env : { ...env, ATRIUM_DATABASE_URL: url }
  const flags = url === undefined ? values : { ...values, 'database-file': undefined }
  const missing = 'Missing --data or --database.'
  const source = await readDatabaseSource(flags, given, { database: true, keyFile: true, missing })
  if (typeof source === 'string') return source
  if (serviceRole !== undefined && source.kind === 'sqlite') return '--service-role is for PostgreSQL only.'
  return { source, serviceRole }
}

/** Lets the service's role read and write all tables, but neither change their form nor the list of migrations. */
const grantTo = async (db: Database, name: string): Promise<void> => {
  const role = sql.id(name)
  await db.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ schema: string }>`select current_schema() as schema`.execute(transaction)
    const schema = sql.id(rows[0]?.schema ?? 'public')
    for (const grant of [
      sql`grant usage on schema ${schema} to ${role}`,
      sql`grant select, insert, update, delete on all tables in schema ${schema} to ${role}`,
      sql`grant usage, select on all sequences in schema ${schema} to ${role}`,
      sql`revoke insert, update, delete on migration from ${role}`,
    ])
      await grant.execute(transaction)
  })
}

/**
 * Runs the command `migrate`: makes the outstanding migrations, and with `--service-role` lets that role use the
 * tables. The URL is that of the role that owns the tables: from `--database`, `--database-file`,
 * ATRIUM_MIGRATION_DATABASE_URL or its `_FILE`, else the server's own. Resolves to the exit code: 0 when done, 1 when
 * nothing was changed, 2 for wrong flags.
 */
export const runMigrate = async (
  args: readonly string[],
  say: Say,
  env: NodeJS.ProcessEnv = process.env,
): Promise<number> => {
  const order = await orderOrUsage(() => readOrder(args, env), say, usage)
  if (order === null) return exitCodes.mistyped
  try {
    const { db, close } = await openDatabase(order.source)
    try {
      if (order.serviceRole !== undefined) await grantTo(db, order.serviceRole)
      const { rows } = await sql<{ count: number }>`select count(*) as count from migration`.execute(db)
      say.out(`The database is up to date: it has ${Number(rows[0]?.count)} migrations.`)
      return exitCodes.well
    } finally {
      await close().catch(() => undefined)
    }
  } catch (error) {
    say.err(`The database was not migrated: ${error instanceof Error ? error.message : String(error)}`)
    return exitCodes.refused
  }
}
