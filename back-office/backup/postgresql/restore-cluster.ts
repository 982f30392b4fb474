import { createReadStream, existsSync, readdirSync, renameSync, rmdirSync, rmSync, statfsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { Duplex } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { sql } from 'kysely'
import { chooseBackup } from '#domain/backup/log-segments.ts'
import { whyNotRestored } from '#domain/backup/why-not-restored.ts'
import type { Erasure } from '#domain/members/erasure.ts'
import { DataFolderInUse, lockDataFolder } from '#runtime/data-folder.ts'
import { makePrivateFolder } from '#runtime/private-modes.ts'
import type { Database } from '../../database/database.ts'
import { migrations } from '../../database/migrations/migrations.ts'
import { readSchemaState } from '../../database/schema-state.ts'
import { BackupProblem, toBackupProblem } from '../backup-problem.ts'
import { flushFolder } from '../durable-files.ts'
import { type Renewed, renewRestored } from '../renew-restored.ts'
import { withDatabase } from './cluster-facts.ts'
import { type FoundBackup, readBackups, readClusterFolder } from './cluster-folder.ts'
import { feedProgram } from './feed-program.ts'
import { checkNoGap } from './log-archive.ts'
import { restoreWithPgbackrest } from './pgbackrest.ts'
import { collect, findPostgresProgram, lastLineOf, runProgram, startProgram } from './postgres-programs.ts'
import { isClusterRunning, type RecoveredCluster, recoverCluster, stopOrphanedCluster } from './recovering-cluster.ts'
import { openSealedStream } from './sealed-stream.ts'

/** A step of a restore. A kill after it must leave either the old or the new cluster; for tests only. */
type RestoreStep = 'copied' | 'recovered' | 'renewed' | 'set-aside' | 'replaced'

export type ClusterRestoreOrder = {
  /** The folder with the backups. */
  readonly folder: string
  /** The data folder of the cluster; PostgreSQL must be stopped. */
  readonly cluster: string
  readonly keyHex: string
  readonly keyFile: string
  /** The parts of the command line that starts this program, for PostgreSQL's `restore_command`. */
  readonly program: readonly string[]
  /** An instant; null for the end of the archive. */
  readonly at: string | null
  /** Epoch milliseconds. */
  readonly nowMs: number
  /** The erasures of members; those that the restored cluster does not have are repeated. */
  readonly erasures?: readonly Erasure[] | undefined
  readonly onStep?: (step: RestoreStep) => void
}

type RestoredCluster = Renewed & {
  readonly backup: FoundBackup
  /** The time of the last change that the restored cluster has. */
  readonly dataUntil: string
  /** The folder with the cluster that was there; null if there was none. */
  readonly setAside: string | null
}

const inShell = (text: string): string => `'${text.replaceAll("'", "'\\''").replaceAll('%', '%%')}'`

const toFetchCommand = ({ program, folder, keyFile }: Pick<ClusterRestoreOrder, 'program' | 'folder' | 'keyFile'>) =>
  `${[...program, 'fetch-wal', '--from', folder, '--key-file', keyFile].map(inShell).join(' ')} %f %p`

/** Returns PostgreSQL's id of the cluster in a folder; null if no id can be read. */
const readSystemID = async (folder: string, postgres: number): Promise<string | null> => {
  const { code, out } = await runProgram(findPostgresProgram('pg_controldata', postgres), ['-D', folder])
  return code === 0 ? (/Database system identifier:\s+(\d+)/.exec(out)?.[1] ?? null) : null
}

/** If a copy fails with less free space than this, the full disk is the likely cause. */
const nearlyFull = 16 << 20

const checkSpace = (folder: string, bytes: number): void => {
  const { bavail, bsize } = statfsSync(folder)
  if (bavail * bsize < bytes) throw new BackupProblem('disk-full', folder)
}

/** Writes the files of a backup into a new folder. */
const copyBack = async (backup: FoundBackup, draft: string, { folder, keyHex }: ClusterRestoreOrder): Promise<void> => {
  makePrivateFolder(draft)
  if (backup.label !== null) {
    try {
      return await restoreWithPgbackrest(folder, keyHex, { label: backup.label, target: draft })
    } catch (thrown) {
      // pgBackRest does not report why it cannot write.
      checkSpace(draft, nearlyFull)
      throw thrown
    }
  }
  const { name, bytes } = backup.file ?? { name: '', bytes: 0 }
  const path = join(backup.place, name)
  if (!existsSync(path)) throw new BackupProblem('damaged', path)
  checkSpace(draft, bytes)
  const child = startProgram('tar', ['-x', '-f', '-', '-C', draft])
  const ended = collect(child, false)
  const steps = [Duplex.from(openSealedStream(keyHex, name, path)), createGunzip()]
  const problem = await feedProgram(createReadStream(path), steps, child).then(
    () => null,
    (thrown: unknown) => thrown,
  )
  const isOwnFault = problem !== null && !(problem instanceof Error && problem.name === 'AbortError')
  if (isOwnFault) child.kill('SIGKILL')
  const { code, err } = await ended
  // On a full disk tar fails first, and that stops the input, so its message is checked first.
  if (/No space left/.test(err)) throw new BackupProblem('disk-full', draft)
  if (isOwnFault) throw toBackupProblem(problem, path)
  if (code !== 0) throw new BackupProblem('failed', lastLineOf(err) || draft)
}

/** Throws if a newer program wrote the recovered state, which can be newer than its backup. */
const checkVersion = (url: string): Promise<void> =>
  withDatabase(url, async (db) => {
    if ((await readSchemaState(db, 'postgresql')).state === 'newer') throw new BackupProblem('newer-version')
  })

/** Returns the role that owns the tables: it runs the migrations, so that it also owns new tables. */
const readOwner = async (db: Database): Promise<string | undefined> =>
  (
    await sql<{ owner: string }>`select tableowner as owner from pg_tables
      where schemaname = current_schema() and tablename = 'migration'`.execute(db)
  ).rows[0]?.owner

type Work<Result> = (recovered: RecoveredCluster, backup: FoundBackup) => Promise<Result>

const toStamp = (nowMs: number): string => new Date(nowMs).toISOString().slice(0, 19).replace(/[-:]/g, '')

const chooseFrom = (order: ClusterRestoreOrder, folderID: string): FoundBackup => {
  const backups = readBackups(order.folder)
  const backup = chooseBackup(backups, order.at)
  if (backup === undefined) throw new BackupProblem(backups.length === 0 ? 'no-backup' : 'time-too-early', order.folder)
  if (backup.systemID !== folderID) throw new BackupProblem('other-cluster', order.folder)
  const why = whyNotRestored(backup, { migrations: migrations.map(({ name }) => name), serverID: null })
  if (why !== null) throw new BackupProblem(why)
  if (backup.way === 'base-backup') checkNoGap(order.folder, backup.log)
  return backup
}

/** Recovers a cluster in a separate folder, runs some work on it, and stops it. */
export const withRecovered = async <Result>(
  order: ClusterRestoreOrder,
  draft: string,
  work: Work<Result>,
): Promise<Result> => {
  const { folder, keyHex, at, onStep = () => {} } = order
  const backup = chooseFrom(order, readClusterFolder(folder, keyHex).systemID)
  const { postgres, role, databaseName } = backup
  await copyBack(backup, draft, order)
  onStep('copied')
  const fetchCommand = toFetchCommand(order)
  const recovered = await recoverCluster({ draft, postgres, role, databaseName, fetchCommand, at })
  onStep('recovered')
  try {
    await checkVersion(recovered.url())
    return await work(recovered, backup)
  } finally {
    await recovered.stop()
  }
}

/** Prepares the recovered database for work, as {@link renewRestored} does. */
export const renewCluster = async (
  recovered: RecoveredCluster,
  backup: FoundBackup,
  { nowMs, erasures }: Pick<ClusterRestoreOrder, 'nowMs' | 'erasures'>,
): Promise<Renewed & { readonly dataUntil: string }> => {
  const owner = await withDatabase(recovered.url(), readOwner)
  const until = Math.max(recovered.dataUntil?.getTime() ?? 0, Date.parse(backup.takenAt))
  const dataUntil = new Date(until).toISOString()
  const source = { kind: 'postgresql', url: recovered.url(owner) } as const
  const now = Math.floor(nowMs / 1000)
  return { ...(await renewRestored({ source, takenAt: dataUntil, now, erasures })), dataUntil }
}

const isEmpty = (folder: string): boolean => readdirSync(folder).length === 0

/** Moves the present cluster aside, and the restored one into its place. */
const replace = (cluster: string, draft: string, { nowMs, onStep = () => {} }: ClusterRestoreOrder): string | null => {
  let setAside: string | null = null
  if (existsSync(cluster)) {
    if (isEmpty(cluster)) rmdirSync(cluster)
    else {
      const first = `${cluster}-before-restore-${toStamp(nowMs)}`
      setAside = first
      for (let place = 2; existsSync(setAside); place += 1) setAside = `${first}-${place}`
      renameSync(cluster, setAside)
    }
  }
  onStep('set-aside')
  renameSync(draft, cluster)
  flushFolder(dirname(cluster))
  onStep('replaced')
  return setAside
}

const restore = async (order: ClusterRestoreOrder): Promise<RestoredCluster> => {
  const { cluster, folder, keyHex, onStep = () => {} } = order
  if (!existsSync(dirname(cluster))) throw new BackupProblem('no-cluster', cluster)
  const { systemID } = readClusterFolder(folder, keyHex)
  const { postgres } = chooseFrom(order, systemID)
  const isPresent = existsSync(cluster) && !isEmpty(cluster)
  if (isPresent && (await isClusterRunning(cluster, postgres))) throw new BackupProblem('server-runs', cluster)
  const present = isPresent ? await readSystemID(cluster, postgres) : null
  if (present !== null && present !== systemID) throw new BackupProblem('other-server')
  const draft = `${cluster}.restoring`
  await removeDraft(draft, postgres)
  try {
    const { backup, ...renewed } = await withRecovered(order, draft, async (recovered, found) => {
      const done = await renewCluster(recovered, found, order)
      return { ...done, backup: found }
    })
    onStep('renewed')
    return { ...renewed, backup, setAside: replace(cluster, draft, order) }
  } finally {
    await removeDraft(draft, postgres)
  }
}

/** Removes what a killed restore or drill left. */
const removeDraft = async (draft: string, postgres: number): Promise<void> => {
  if (!existsSync(draft)) return
  await stopOrphanedCluster(draft, postgres)
  rmSync(draft, { recursive: true, force: true })
}

/** Removes the copies that killed drills left beside a cluster. */
export const removeDrills = async (cluster: string, prefix: string, postgres: number): Promise<void> => {
  const around = dirname(cluster)
  for (const name of readdirSync(around).filter((each) => each.startsWith(basename(cluster) + prefix)))
    await removeDraft(join(around, name), postgres)
}

/** Runs some work while no other restore or drill reads the folder. Throws a {@link BackupProblem}. */
export const whileLocked = async <Result>(
  { folder, cluster }: Pick<ClusterRestoreOrder, 'folder' | 'cluster'>,
  work: () => Promise<Result>,
): Promise<Result> => {
  let unlock: () => Promise<void>
  try {
    unlock = await lockDataFolder(join(folder, 'restoring'))
  } catch (thrown) {
    throw thrown instanceof DataFolderInUse
      ? new BackupProblem('restore-runs', folder)
      : toBackupProblem(thrown, folder)
  }
  try {
    return await work()
  } catch (thrown) {
    throw toBackupProblem(thrown, cluster)
  } finally {
    await unlock()
  }
}

/**
 * Replaces a stopped PostgreSQL cluster with its state at a time, or at the end of the archive. The present cluster is
 * kept beside it as `...-before-restore-TIME`. Throws a {@link BackupProblem}; the present cluster is then unchanged.
 */
export const restoreCluster = (order: ClusterRestoreOrder): Promise<RestoredCluster> => {
  readClusterFolder(order.folder, order.keyHex)
  return whileLocked(order, () => restore(order))
}
