import { randomBytes } from 'node:crypto'
import { accessSync, constants, createWriteStream, renameSync, rmSync, statfsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { createGzip } from 'node:zlib'
import type pg from 'pg'
import { backupManifestName } from '#domain/backup/backup-manifest.ts'
import type { BackupWay, ClusterManifest } from '#domain/backup/cluster-manifest.ts'
import { fileModeFor, makePrivateFolder } from '#runtime/private-modes.ts'
import { BackupProblem, toBackupProblem } from '../backup-problem.ts'
import { flushFile, flushFolder, hashFile } from '../durable-files.ts'
import { type ClusterFacts, readDatabaseFacts, readFacts, toProgramEnvironment, withClient } from './cluster-facts.ts'
import {
  backupPlacesOf,
  type FoundBackup,
  findInterrupted,
  openClusterFolder,
  readBackups,
  toBackupPlace,
  writeWhole,
} from './cluster-folder.ts'
import { configureArchive, toArchiveCommand } from './configure-archive.ts'
import { isArchived } from './log-archive.ts'
import { backUpWithPgbackrest, type ClusterPlace, hasPgbackrest, prepareRepository } from './pgbackrest.ts'
import { collect, findPostgresProgram, lastLineOf, startProgram } from './postgres-programs.ts'
import { sealStream } from './sealed-stream.ts'

/** A step of a backup. A kill after it must not leave an incomplete backup; for tests only. */
type ClusterStep = 'configured' | 'archived' | 'copied' | 'described'

type ClusterOrder = {
  readonly url: string
  /** The folder of this cluster's backups: new, empty, or one that an earlier backup made. */
  readonly folder: string
  readonly keyHex: string
  readonly keyFile: string
  readonly version: string
  /** The parts of the command line that starts this program, for PostgreSQL's `archive_command`. */
  readonly program: readonly string[]
  /** The tool to use in a new folder. If absent, pgBackRest is used where it is installed. */
  readonly way?: BackupWay | undefined
  readonly onStep?: (step: ClusterStep) => void
}

const baseName = 'base.tar.gz.sealed'
/** How long PostgreSQL may take to archive one segment before the backup fails. */
const maxArchiveMs = 120_000
/**
 * PostgreSQL tries a segment three times in a row. The first failure may belong to a try that began before disk space
 * was freed.
 */
const failuresInARow = 3
const fullEveryMs = 7 * 24 * 3_600_000

const canRead = (folder: string): boolean => {
  try {
    accessSync(folder, constants.R_OK)
    return true
  } catch {
    return false
  }
}

const toClusterPlace = ({ dataDirectory, socket, port, role, databaseName }: ClusterFacts): ClusterPlace => ({
  ...{ dataDirectory, socket, port },
  user: role,
  database: databaseName,
})

/** Ends the current segment, waits until PostgreSQL has archived it, and returns its name. */
const archiveNow = async (client: pg.Client, folder: string, way: BackupWay): Promise<string> => {
  await client.query(`select pg_create_restore_point('atrium')`)
  const { rows } = await client.query(
    `select pg_walfile_name(pg_switch_wal()) as name, (select failed_count from pg_stat_archiver)::int as failed`,
  )
  const { name, failed }: { name: string; failed: number } = rows[0]
  const isDone = async (): Promise<boolean> => {
    const { rows: found } = await client.query(
      `select coalesce(left(last_archived_wal, 24) >= $1, false) as "isPast", failed_count::int as "failedNow"
        from pg_stat_archiver`,
      [name],
    )
    const { isPast, failedNow }: { isPast: boolean; failedNow: number } = found[0]
    if (way === 'base-backup' ? isArchived(folder, name) : isPast) return true
    if (isPast) throw new BackupProblem('archive-other', 'the archived segment is not in this folder')
    if (failedNow - failed >= failuresInARow) throw whyArchiveFails(folder)
    return false
  }
  for (const until = performance.now() + maxArchiveMs; performance.now() < until; ) {
    if (await isDone()) return name
    await sleep(100)
  }
  throw whyArchiveFails(folder)
}

const whyArchiveFails = (folder: string): BackupProblem => {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize < 32 << 20
    ? new BackupProblem('disk-full', folder)
    : new BackupProblem('archive-fails', backupPlacesOf(folder).log)
}

/** Streams a copy of the cluster into one encrypted file. */
const copyCluster = async (client: pg.Client, order: ClusterOrder, version: number, path: string): Promise<void> => {
  const program = findPostgresProgram('pg_basebackup', version)
  const args = ['-D', '-', '-F', 'tar', '-X', 'none', '-c', 'fast', '--no-password']
  const stop = new AbortController()
  const child = startProgram(program, args, { env: toProgramEnvironment(order.url), signal: stop.signal })
  if (child.stdout === null) throw new Error('pg_basebackup has no output.')
  const ended = collect(child, false)
  // pg_basebackup would wait forever for segments that cannot be archived.
  const watch = setInterval(() => {
    client
      .query(
        `select coalesce(last_failed_time > coalesce(last_archived_time, '-infinity')
          and clock_timestamp() - coalesce(last_archived_time, stats_reset) > interval '60 seconds', false) as fails
          from pg_stat_archiver`,
      )
      .then(
        ({ rows }) => rows[0].fails && stop.abort(whyArchiveFails(order.folder)),
        () => undefined,
      )
  }, 2000)
  const mode = fileModeFor(path)
  const step = sealStream(order.keyHex, baseName)
  const written = pipeline(child.stdout, createGzip({ level: 1 }), step, createWriteStream(path, { mode }))
  try {
    const [end] = await Promise.all([ended, written])
    if (end.code !== 0) throw new BackupProblem('failed', lastLineOf(end.err))
    flushFile(path)
  } catch (thrown) {
    child.kill('SIGKILL')
    await written.catch(() => undefined)
    const reason: unknown = stop.signal.reason
    throw reason instanceof BackupProblem ? reason : thrown
  } finally {
    clearInterval(watch)
  }
}

const backUp = async (client: pg.Client, order: ClusterOrder): Promise<FoundBackup> => {
  const { url, folder, keyHex, onStep = () => {} } = order
  const facts = await readFacts(client)
  const chosen = order.way ?? (canRead(facts.dataDirectory) && (await hasPgbackrest()) ? 'pgbackrest' : 'base-backup')
  const { way } = openClusterFolder(folder, { systemID: facts.systemID, way: chosen, keyHex })
  for (const left of findInterrupted(folder)) rmSync(left, { recursive: true, force: true })
  const cluster = toClusterPlace(facts)
  if (way === 'pgbackrest') await prepareRepository(folder, keyHex, cluster)
  const command = toArchiveCommand({ program: order.program, way, folder, keyFile: order.keyFile })
  await configureArchive(client, facts, { command, folder })
  onStep('configured')
  const before = readBackups(folder)
  await archiveNow(client, folder, way)
  const { rows } = await client.query('select pg_walfile_name(pg_current_wal_insert_lsn()) as name, now() as now')
  const { name: from, now }: { name: string; now: Date } = rows[0]
  onStep('archived')
  const place = toBackupPlace(folder, now, randomBytes(4).toString('hex'))
  makePrivateFolder(place)
  try {
    const isFull = !before.some(({ takenAt }) => {
      const age = now.getTime() - Date.parse(takenAt)
      // A backup that a wrong clock dated in the future must not delay the next full backup until that date.
      return age >= 0 && age < fullEveryMs
    })
    const label =
      way === 'pgbackrest'
        ? await backUpWithPgbackrest(folder, keyHex, cluster, isFull ? 'full' : 'diff')
        : await copyCluster(client, order, facts.version, join(place, baseName)).then(() => null)
    onStep('copied')
    const state = await readDatabaseFacts(url)
    const until = await archiveNow(client, folder, way)
    const path = join(place, baseName)
    const manifest: ClusterManifest = {
      ...{ format: 1, database: 'postgresql', way, version: order.version, systemID: facts.systemID },
      ...{ postgres: facts.version, databaseName: facts.databaseName, role: facts.role, ...state },
      log: { from, until, segmentBytes: facts.segmentBytes },
      file: label === null ? { name: baseName, bytes: statSync(path).size, sha256: hashFile(path) } : null,
      label,
    }
    writeWhole(`${join(place, backupManifestName)}.draft`, manifest)
    onStep('described')
    renameSync(`${join(place, backupManifestName)}.draft`, join(place, backupManifestName))
    flushFolder(place)
    flushFolder(folder)
    return { ...manifest, place }
  } catch (thrown) {
    rmSync(place, { recursive: true, force: true })
    throw thrown
  }
}

/**
 * Backs up the PostgreSQL cluster of a running server, and makes PostgreSQL archive its write-ahead log into the same
 * folder, so that any later time can also be restored. The manifest is written last: a kill leaves a complete backup or
 * none. Throws a {@link BackupProblem}.
 */
export const backUpCluster = async (order: ClusterOrder): Promise<FoundBackup> => {
  try {
    return await withClient(order.url, (client) => backUp(client, order))
  } catch (thrown) {
    throw toBackupProblem(thrown, order.folder)
  }
}
