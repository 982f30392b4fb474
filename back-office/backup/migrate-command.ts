import { existsSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { readProgramVersion } from '#runtime/program-version.ts'
import type { Database, DatabaseSource } from '../database/database.ts'
import { openDatabase, tryMigrating } from '../database/open-database.ts'
import { openForSearch } from '../database/open-for-search.ts'
import { readSchemaState } from '../database/schema-state.ts'
import { type CommandOutput, messageOf, orderOrUsage } from '../kernel/options/order-or-usage.ts'
import { databaseFlags, readDatabaseSource } from '../kernel/options/read-database-source.ts'
import { hasPassword, readMigrationURL } from '../kernel/options/read-secrets.ts'
import { backUpBeforeMigrating, copyForTrial } from './back-up-before-migrating.ts'
import { backupWords } from './backup-words.ts'
import { backUpCluster } from './postgresql/back-up-cluster.ts'
import { thisProgram } from './postgresql/cluster-commands.ts'
import { readBackupKey } from './read-backup-key.ts'

const words = backupWords.migrate

/** Exit codes: done, failed, wrong flags. */
const exitCodes = { done: 0, failed: 1, wrongFlags: 2 } as const

type Order = {
  readonly source: DatabaseSource
  readonly serviceRole: string | undefined
  /** Whether to only list and try the migrations. */
  readonly isDryRun: boolean
  /** The folder and database URL for a PostgreSQL backup before the migrations; null without `--backup`. */
  readonly backup: { readonly folder: string; readonly url: string } | null
  readonly isWithoutBackup: boolean
  readonly keyFile: string | undefined
}

const readOrder = async (args: readonly string[], env: NodeJS.ProcessEnv): Promise<Order | string> => {
  const options = {
    ...databaseFlags(env),
    'service-role': { type: 'string' },
    'dry-run': { type: 'boolean', default: false },
    backup: { type: 'string' },
    'backup-database': { type: 'string' },
    'without-backup': { type: 'boolean', default: false },
  } as const
  const { values } = parseArgs({ args: [...args], options })
  const serviceRole = values['service-role']
  if (serviceRole !== undefined && !/^[a-z_][a-z0-9_]{0,62}$/.test(serviceRole)) {
    return '--service-role must be the name of a database role: lowercase letters, digits and _.'
  }
  const url = values.database === undefined ? readMigrationURL(values, env) : undefined
  // A URL from the file or the variable is checked like one from the command line, but may contain a password.
  const sourceEnv = url === undefined ? env : { ...env, ATRIUM_DATABASE_URL: url }
  const flags = url === undefined ? values : { ...values, 'database-file': undefined }
  const missing = 'Missing --data or --database.'
  const source = await readDatabaseSource(flags, sourceEnv, { database: true, keyFile: true, missing })
  if (typeof source === 'string') return source
  if (serviceRole !== undefined && source.kind === 'sqlite') return '--service-role is for PostgreSQL only.'
  const isWithoutBackup = values['without-backup']
  if (source.kind === 'sqlite' && (values.backup !== undefined || isWithoutBackup)) return words.ownBackup
  if (values.backup !== undefined && isWithoutBackup) return words.oneWay
  if (hasPassword(values['backup-database'] ?? '')) return words.noPassword
  const backup =
    values.backup === undefined || source.kind === 'sqlite'
      ? null
      : { folder: resolve(values.backup), url: values['backup-database'] ?? source.url }
  return {
    ...{ source, serviceRole, isDryRun: values['dry-run'], backup, isWithoutBackup },
    keyFile: values['key-file'],
  }
}

/** Makes the backup before the migrations. If it throws, no migration may begin. */
const backUpFirst = async (
  { source, backup, isWithoutBackup, keyFile }: Order,
  print: CommandOutput,
): Promise<void> => {
  if (source.kind === 'sqlite') {
    print.out(words.backedUp(await backUpBeforeMigrating(source, readProgramVersion(), Date.now())))
    return
  }
  if (isWithoutBackup) return
  if (backup === null) throw new Error(words.needsBackup)
  const key = { keyHex: readBackupKey(keyFile), keyFile: resolve(keyFile ?? '') }
  const made = await backUpCluster({ ...backup, ...key, version: readProgramVersion(), program: thisProgram() })
  print.out(words.backedUp(made.place))
}

/**
 * Lists the outstanding migrations and tries them: on a copy of a SQLite file, or on PostgreSQL in a transaction that
 * is rolled back.
 */
const runDry = async ({ source }: Order, print: CommandOutput): Promise<void> => {
  const { db, kind, close } = openForSearch(source)
  const { state, names } = await readSchemaState(db, kind).finally(close)
  if (state !== 'missing') {
    if (state === 'newer') throw new Error(words.newer(names[0] ?? ''))
    print.out(words.nothingToDo)
    return
  }
  for (const name of names) print.out(words.wouldRun(name))
  const began = performance.now()
  const trial = source.kind === 'sqlite' ? copyForTrial(source) : null
  try {
    await tryMigrating(trial ?? source)
  } finally {
    for (const suffix of trial === null ? [] : ['', '-wal', '-shm', '-journal']) {
      if (trial !== null && existsSync(trial.path + suffix)) rmSync(trial.path + suffix)
    }
  }
  print.out(words.tried(names.length, Math.ceil((performance.now() - began) / 1000)))
}

/** Lets the service's role read and write all tables, but not change their schema or the list of migrations. */
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
 * Runs the command `migrate`: makes a backup and then runs the outstanding migrations. With `--service-role` it also
 * lets that role use the tables; with `--dry-run` it only lists and tries the migrations. On PostgreSQL, the database
 * URL should be that of the role that owns the tables. It is read from `--database`, `--database-file`,
 * ATRIUM_MIGRATION_DATABASE_URL or ATRIUM_MIGRATION_DATABASE_URL_FILE. If none of them is set, the server's own URL is
 * used. Resolves to the exit code: 0 when done, 1 when the migrations or the rights failed, which the error
 * output says, 2 for wrong flags.
 */
export const runMigrate = async (
  args: readonly string[],
  print: CommandOutput,
  env: NodeJS.ProcessEnv = process.env,
): Promise<number> => {
  const order = await orderOrUsage(() => readOrder(args, env), print, words.usage)
  if (order === null) return exitCodes.wrongFlags
  try {
    if (order.isDryRun) {
      await runDry(order, print)
      return exitCodes.done
    }
    const { db, close } = await openDatabase(order.source, { beforeMigrating: () => backUpFirst(order, print) })
    try {
      const { serviceRole } = order
      const refused = serviceRole === undefined ? null : await grantTo(db, serviceRole).then(() => null, messageOf)
      if (refused !== null) {
        print.err(words.notGranted(serviceRole ?? '', refused.replace(/\.?$/, '.')))
        return exitCodes.failed
      }
      const { rows } = await sql<{ count: number }>`select count(*) as count from migration`.execute(db)
      print.out(words.upToDate(Number(rows[0]?.count)))
      return exitCodes.done
    } finally {
      await close().catch(() => undefined)
    }
  } catch (error) {
    print.err(words.failed(messageOf(error)))
    return exitCodes.failed
  }
}
