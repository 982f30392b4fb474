import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { closeSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { fileModeFor, makePrivateFolder } from '#runtime/private-modes.ts'
import { BackupProblem } from '../backup-problem.ts'
import { findPostgresProgram, lastLineOf, runProgram } from './postgres-programs.ts'

type RecoveryOrder = {
  /** The data folder of the copy. */
  readonly draft: string
  readonly postgres: number
  readonly role: string
  readonly databaseName: string
  /** PostgreSQL's `restore_command`. */
  readonly fetchCommand: string
  /** The time to recover to; null for the end of the archive. */
  readonly at: string | null
}

/** A restored cluster that only this process can reach. */
export type RecoveredCluster = {
  /** The URL of the database, as a superuser; `asRole` acts as another role. */
  url(asRole?: string): string
  /** The time of the last change that was recovered; null if there was none since the backup. */
  readonly dataUntil: Date | null
  stop(): Promise<void>
}

/** Returns why PostgreSQL ended during a recovery, from its log. */
const whyNotRecovered = (log: string): BackupProblem => {
  if (/recovery ended before configured recovery target was reached/.test(log))
    return new BackupProblem('time-too-late')
  if (/stop point is before consistent recovery point/.test(log)) return new BackupProblem('time-too-early')
  if (/No space left on device/.test(log)) return new BackupProblem('disk-full', 'the cluster')
  if (/could not restore file .*exit code 200/.test(log)) return new BackupProblem('damaged', 'The write-ahead log')
  if (/WAL ends before end of online backup|could not (?:locate|find) .*(?:checkpoint|redo)/.test(log)) {
    return new BackupProblem('wal-missing', 'the end of the backup')
  }
  const fatal = log.split('\n').findLast((line) => /FATAL|PANIC/.test(line)) ?? lastLineOf(log)
  return new BackupProblem('not-recovered', fatal)
}

/** Stops the PostgreSQL that a killed restore left running on a copy. */
export const stopOrphanedCluster = async (draft: string, postgres: number): Promise<void> => {
  await runProgram(findPostgresProgram('pg_ctl', postgres), ['-D', draft, '-m', 'immediate', '-w', 'stop'])
}

/** Returns whether PostgreSQL runs on a data folder. */
export const isClusterRunning = async (folder: string, postgres: number): Promise<boolean> =>
  (await runProgram(findPostgresProgram('pg_ctl', postgres), ['-D', folder, 'status'])).code === 0

/**
 * Settings that no file of the cluster may override: the copy runs in isolation, and archives nothing before it is in
 * use.
 */
const toSettings = ({ fetchCommand, at }: RecoveryOrder, place: string): readonly string[] => [
  `config_file=${join(place, 'postgresql.conf')}`,
  `hba_file=${join(place, 'pg_hba.conf')}`,
  `unix_socket_directories=${place}`,
  'listen_addresses=',
  'ssl=off',
  'hot_standby=off',
  'shared_preload_libraries=',
  'logging_collector=off',
  'log_destination=stderr',
  'log_min_messages=info',
  'lc_messages=C',
  // With an empty command PostgreSQL keeps its new segments until the restored cluster starts with its own settings.
  'archive_mode=on',
  'archive_command=',
  `restore_command=${fetchCommand}`,
  'recovery_target_timeline=latest',
  'recovery_target_action=promote',
  // Clears any recovery target in the cluster's own settings, because PostgreSQL accepts only one. PostgreSQL reads
  // these settings in order.
  ...['name', 'xid', 'lsn'].map((kind) => `recovery_target_${kind}=`),
  'recovery_target=',
  // PostgreSQL reads this time before it knows the names of zones, including Z.
  `recovery_target_time=${at?.replace('T', ' ').replace('Z', '+00') ?? ''}`,
]

/**
 * Starts PostgreSQL on a copy, replays the archive up to the time, and resolves when it takes queries over a socket
 * that only this account can reach. Rejects with a {@link BackupProblem}; PostgreSQL has then ended.
 */
export const recoverCluster = async (order: RecoveryOrder): Promise<RecoveredCluster> => {
  // The path of a socket can have at most about a hundred bytes.
  const place = join(tmpdir(), `atrium-pg-${randomBytes(4).toString('hex')}`)
  makePrivateFolder(place)
  const logPath = join(place, 'log')
  const write = (path: string, text = ''): void => writeFileSync(path, text, { mode: fileModeFor(path) })
  write(join(place, 'postgresql.conf'))
  write(join(place, 'pg_ident.conf'))
  // The socket's folder is open to this account only.
  write(join(place, 'pg_hba.conf'), 'local all all trust\n')
  write(join(order.draft, 'recovery.signal'))
  const log = openSync(logPath, 'w', fileModeFor(logPath))
  const args = ['-D', order.draft, ...toSettings(order, place).flatMap((setting) => ['-c', setting])]
  const child = spawn(findPostgresProgram('postgres', order.postgres), args, { stdio: ['ignore', log, log] })
  closeSync(log)
  const ended = new Promise<void>((done) => {
    child.once('error', () => done())
    child.once('exit', () => done())
  })
  let hasEnded = false
  void ended.then(() => {
    hasEnded = true
  })
  const url = (asRole?: string): string => {
    const options = asRole === undefined ? '' : `&options=${encodeURIComponent(`-c role=${asRole}`)}`
    return `postgres://${encodeURIComponent(order.role)}@/${encodeURIComponent(order.databaseName)}?host=${encodeURIComponent(place)}${options}`
  }
  const stop = async (): Promise<void> => {
    // A fast stop: PostgreSQL ends the connections, and writes everything to the disk.
    if (!hasEnded) child.kill('SIGINT')
    await ended
    rmSync(place, { recursive: true, force: true })
  }
  const readEnd = async (): Promise<{ dataUntil: Date | null } | null> => {
    const client = new pg.Client({ connectionString: url() })
    client.on('error', () => undefined)
    try {
      await client.connect()
      return (await client.query('select pg_last_xact_replay_timestamp() as "dataUntil"')).rows[0]
    } catch {
      return null
    } finally {
      await client.end().catch(() => undefined)
    }
  }
  for (;;) {
    const found = hasEnded ? null : await readEnd()
    if (found !== null) return { url, dataUntil: found.dataUntil, stop }
    if (hasEnded) {
      const text = readFileSync(logPath, 'utf8')
      await stop()
      throw whyNotRecovered(text)
    }
    await sleep(100)
  }
}
