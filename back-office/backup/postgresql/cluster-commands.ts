import { realpathSync } from 'node:fs'
import { resolve } from 'node:path'
import type { RunKind } from '#domain/backup/backup-runs.ts'
import type { BackupWay } from '#domain/backup/cluster-manifest.ts'
import { readProgramVersion } from '#runtime/program-version.ts'
import type { CommandOutput } from '../../kernel/options/order-or-usage.ts'
import { BackupProblem, toBackupProblem } from '../backup-problem.ts'
import { backupWords as words } from '../backup-words.ts'
import { readBackupKey } from '../read-backup-key.ts'
import { readErasures } from '../read-erasures.ts'
import { addRun } from '../record-run.ts'
import { backUpCluster } from './back-up-cluster.ts'
import { checkClusterBackups } from './check-cluster-backup.ts'
import { readFacts, withClient, withDatabase } from './cluster-facts.ts'
import type { FoundBackup } from './cluster-folder.ts'
import { drillCluster } from './drill-cluster.ts'
import { restoreCluster } from './restore-cluster.ts'

/** The parsed flags of a command on a PostgreSQL cluster. */
export type ClusterCommandOrder = {
  readonly folder: string
  readonly url: string | undefined
  readonly keyFile: string | undefined
  readonly isDrill: boolean
  /** The data folder of the cluster. */
  readonly cluster: string | null
  /** An instant; null for the end of the archive. */
  readonly at: string | null
  /** The list of erasures to repeat; null for none. */
  readonly erasures: string | null
  /** The tool for a new folder; chosen automatically if absent. */
  readonly way: BackupWay | undefined
}

type ClusterCommandContext = {
  readonly print: CommandOutput
  readonly nowMs: number
  /** The parts of the command line that starts this program. */
  readonly program: readonly string[]
}

/** Returns the parts of the command line with which PostgreSQL can start this program. */
export const thisProgram = (): readonly string[] => [
  process.execPath,
  ...process.execArgv,
  realpathSync(process.argv[1] ?? ''),
]

/** Runs a backup or a drill, and records its success or failure for the administrator's screen. */
const recording = async (
  kind: RunKind,
  url: string,
  work: () => Promise<FoundBackup>,
  { print, nowMs }: ClusterCommandContext,
): Promise<FoundBackup> => {
  const record = async (problem: string | null, takenAt: number | null): Promise<void> => {
    const run = { kind, at: Math.floor(nowMs / 1000), problem, takenAt }
    const isRecorded = await withDatabase(url, (db) => addRun(db, run)).then(
      () => true,
      () => false,
    )
    if (!isRecorded) print.err(words.notRecorded)
  }
  try {
    const backup = await work()
    await record(null, Math.floor(Date.parse(backup.takenAt) / 1000))
    return backup
  } catch (thrown) {
    const problem = toBackupProblem(thrown, 'PostgreSQL')
    await record(problem.code, null)
    throw problem
  }
}

const needURL = (url: string | undefined): string => {
  if (url === undefined) throw new BackupProblem('no-database', 'PostgreSQL')
  return url
}

const absoluteKeyFile = (keyFile: string | undefined): string => resolve(keyFile ?? '')

/** Makes a backup of the cluster. */
const backUp = async (order: ClusterCommandOrder, context: ClusterCommandContext) => {
  const { folder, keyFile } = order
  const { print, program } = context
  const keyHex = readBackupKey(keyFile)
  const url = needURL(order.url)
  const key = { keyHex, keyFile: absoluteKeyFile(keyFile) }
  const options = { url, folder, ...key, version: readProgramVersion(), program, way: order.way }
  const backup = await recording('backup', url, () => backUpCluster(options), context)
  print.out(words.madeCluster(backup.place, backup.way === 'pgbackrest' ? 'pgBackRest' : 'pg_basebackup'))
  print.out(words.keepKey)
  return backup
}

const drill = async (order: ClusterCommandOrder, context: ClusterCommandContext) => {
  const { folder, keyFile } = order
  const { print, program, nowMs } = context
  const keyHex = readBackupKey(keyFile)
  const url = needURL(order.url)
  const began = performance.now()
  const work = async () => {
    const { dataDirectory, version } = await withClient(url, readFacts)
    const place = { folder, cluster: order.cluster ?? dataDirectory, keyHex, keyFile: absoluteKeyFile(keyFile) }
    return drillCluster({ ...place, program, nowMs, postgres: version })
  }
  const backup = await recording('drill', url, work, context)
  const seconds = Math.ceil((performance.now() - began) / 1000)
  print.out(words.drilled(folder, seconds))
  return { ...backup, seconds }
}

const verify = async (order: ClusterCommandOrder, context: ClusterCommandContext) => {
  if (order.isDrill) return drill(order, context)
  const backup = await checkClusterBackups(order.folder, readBackupKey(order.keyFile))
  context.print.out(words.sound(order.folder, backup.takenAt))
  return backup
}

const restore = async (order: ClusterCommandOrder, { print, nowMs, program }: ClusterCommandContext) => {
  const { folder, keyFile, at } = order
  const keyHex = readBackupKey(keyFile)
  const cluster = order.cluster ?? ''
  const erasures = readErasures(order.erasures)
  const options = { folder, cluster, keyHex, keyFile: absoluteKeyFile(keyFile), program, at, nowMs, erasures }
  const { backup, dataUntil, setAside, messagesHeld, sessionsEnded, erasedAgain } = await restoreCluster(options)
  print.out(words.restoredCluster(cluster, dataUntil))
  if (setAside !== null) print.out(words.setAside(setAside))
  if (messagesHeld > 0) print.out(words.doubtful(messagesHeld))
  print.out(words.erasedAgain(erasedAgain.length))
  print.out(words.afterClusterRestore)
  return { ...backup, dataUntil, setAside, messagesHeld, sessionsEnded, erasedAgain: erasedAgain.length }
}

/** The backup commands for a PostgreSQL cluster. Each returns the content of the JSON summary. */
export const clusterWorks = { backup: backUp, 'verify-backup': verify, restore } as const
