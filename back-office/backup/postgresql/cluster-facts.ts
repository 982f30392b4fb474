import { sql } from 'kysely'
import pg from 'pg'
import type { ClusterManifest } from '#domain/backup/cluster-manifest.ts'
import type { Database } from '../../database/database.ts'
import { openForSearch } from '../../database/open-for-search.ts'
import { readAuditHeadOf } from '../audit-of-copy.ts'
import { BackupProblem, toBackupProblem } from '../backup-problem.ts'

/** Runs some work with a new connection. Throws a {@link BackupProblem} when PostgreSQL refuses. */
export const withClient = async <Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  // A connection that is lost between two statements is reported by the next one.
  client.on('error', () => undefined)
  try {
    await client.connect()
    return await work(client)
  } catch (thrown) {
    const problem = toBackupProblem(thrown, 'PostgreSQL')
    const isTimeout = problem.code === 'failed' && /timeout|terminated/i.test(problem.message)
    throw isTimeout ? new BackupProblem('postgres-unreachable') : problem
  } finally {
    await client.end().catch(() => undefined)
  }
}

export type ClusterFacts = {
  readonly systemID: string
  readonly dataDirectory: string
  readonly version: number
  readonly segmentBytes: number
  readonly role: string
  readonly databaseName: string
  readonly socket: string
  readonly port: number
  readonly archiveMode: string
  readonly archiveCommand: string
  readonly archiveTimeout: number
}

/** Reads the facts about the cluster that a backup needs. Throws `no-rights` and `is-replica`. */
export const readFacts = async (client: pg.Client): Promise<ClusterFacts> => {
  const { rows } = await client.query(
    `select (select rolsuper from pg_roles where rolname = current_user) as "isSuperuser",
      pg_is_in_recovery() as "isReplica",
      (select system_identifier::text from pg_control_system()) as "systemID",
      current_setting('data_directory', true) as "dataDirectory",
      current_setting('server_version_num')::int / 10000 as version,
      (select setting::int from pg_settings where name = 'wal_segment_size') as "segmentBytes",
      current_user::text as role, current_database()::text as "databaseName",
      split_part(current_setting('unix_socket_directories', true), ',', 1) as socket,
      current_setting('port')::int as port,
      current_setting('archive_mode') as "archiveMode",
      current_setting('archive_command', true) as "archiveCommand",
      (select setting::int from pg_settings where name = 'archive_timeout') as "archiveTimeout"`,
  )
  const facts = rows[0] as ClusterFacts & { readonly isSuperuser: boolean; readonly isReplica: boolean }
  if (!facts.isSuperuser) throw new BackupProblem('no-rights', `${facts.role} is not a superuser`)
  if (facts.isReplica) throw new BackupProblem('is-replica')
  return facts
}

type DatabaseFacts = Pick<ClusterManifest, 'takenAt' | 'migrations' | 'rows' | 'audit' | 'serverID'>

/** Reads the facts about one state of the database. The state has every change acknowledged before `takenAt`. */
const readState = async (db: Database): Promise<DatabaseFacts> => {
  const list = async <Value>(query: string): Promise<Value[]> =>
    (await sql<{ value: Value }>`${sql.raw(query)}`.execute(db)).rows.map(({ value }) => value)
  const first = async <Value>(query: string): Promise<Value | undefined> => (await list<Value>(query))[0]
  const tables = await list<string>(
    `select tablename as value from pg_tables where schemaname = current_schema() order by 1`,
  )
  if (!tables.includes('migration')) throw new BackupProblem('no-database', 'PostgreSQL')
  const rows: Record<string, number> = {}
  for (const table of tables) {
    rows[table] = (await first<number>(`select count(*) as value from "${table.replaceAll('"', '""')}"`)) ?? 0
  }
  return {
    takenAt: new Date((await first<string>(`select now()::text as value`)) ?? 0).toISOString(),
    migrations: await list<string>('select name as value from migration order by position'),
    rows,
    audit: await readAuditHeadOf(db, 'postgresql'),
    serverID: (await first<string>('select server_id as value from server_identity')) ?? '',
  }
}

/** Runs some work on the back office's database without migrating it. */
export const withDatabase = async <Result>(url: string, work: (db: Database) => Promise<Result>): Promise<Result> => {
  const { db, close } = openForSearch({ kind: 'postgresql', url })
  try {
    return await work(db)
  } finally {
    await close().catch(() => undefined)
  }
}

/** Reads the facts about the database that a manifest contains. */
export const readDatabaseFacts = (url: string): Promise<DatabaseFacts> =>
  withDatabase(url, (db) =>
    db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (transaction) => {
        // Counting the rows of a large table takes longer than a call may.
        await sql`set local statement_timeout = 0`.execute(transaction)
        return readState(transaction)
      }),
  )

/** Returns the environment for PostgreSQL's own programs, so that no command line contains a password. */
export const toProgramEnvironment = (url: string): Record<string, string> => {
  const client = new pg.Client({ connectionString: url })
  const parameters = URL.canParse(url) ? new URL(url).searchParams : new URLSearchParams()
  const tls = [
    ['PGSSLMODE', parameters.get('sslmode')],
    ['PGSSLROOTCERT', parameters.get('sslrootcert')],
    ['PGPASSWORD', client.password],
  ].filter((pair): pair is [string, string] => typeof pair[1] === 'string')
  return {
    PGHOST: client.host,
    PGPORT: String(client.port),
    ...(client.user !== undefined && { PGUSER: client.user }),
    ...(client.database !== undefined && { PGDATABASE: client.database }),
    ...Object.fromEntries(tls),
  }
}
