import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { BackupManifest } from '#domain/backup/backup-manifest.ts'
import type { RunKind } from '#domain/backup/backup-runs.ts'
import { isBackupWay } from '#domain/backup/cluster-manifest.ts'
import { formatSize } from '#domain/format/format-size.ts'
import { readProgramVersion } from '#runtime/program-version.ts'
import { type CommandOutput, orderOrUsage } from '../kernel/options/order-or-usage.ts'
import { databaseFlags } from '../kernel/options/read-database-source.ts'
import { readDatabaseURL } from '../kernel/options/read-secrets.ts'
import { backUpDatabase } from './back-up-database.ts'
import { BackupProblem, toBackupProblem } from './backup-problem.ts'
import { backupWords as words } from './backup-words.ts'
import { checkBackup } from './check-backup.ts'
import { drillBackup } from './drill-backup.ts'
import { type ClusterCommandOrder, clusterWorks, thisProgram } from './postgresql/cluster-commands.ts'
import { isClusterFolder } from './postgresql/cluster-folder.ts'
import { readBackupKey as readKey } from './read-backup-key.ts'
import { readErasures } from './read-erasures.ts'
import { recordRun } from './record-run.ts'
import { restoreDatabase } from './restore-database.ts'

export type BackupCommand = 'backup' | 'verify-backup' | 'restore'

/** Exit codes: done, refused or failed, wrong command line. */
const exitCodes = { well: 0, refused: 1, mistyped: 2 } as const

type Order = {
  readonly kind: 'sqlite'
  readonly folder: string
  /** The data folder of the server; null where the command needs none. */
  readonly data: string | null
  readonly keyFile: string | undefined
  /** The list of erasures to repeat; null for none. */
  readonly erasures: string | null
  /** Whether verify-backup also restores the backup and checks the result. */
  readonly isDrill: boolean
}

type AnyOrder = Order | ({ readonly kind: 'postgresql' } & ClusterCommandOrder)

/**
 * Returns the instant in a text; null if the text has another form. A time without a zone is refused, because its
 * meaning would depend on the computer.
 */
const toInstantText = (text: string): string | null =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,6})?)?(Z|[+-]\d\d:\d\d)$/.test(text) && !Number.isNaN(Date.parse(text))
    ? new Date(text).toISOString()
    : null

const readOrder = async (
  command: BackupCommand,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<AnyOrder | string> => {
  const options = {
    ...databaseFlags(env),
    drill: { type: 'boolean', default: false },
    cluster: { type: 'string' },
    at: { type: 'string' },
    with: { type: 'string' },
    erasures: { type: 'string' },
  } as const
  const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options })
  if (values.drill && command !== 'verify-backup') return words.drillOnly
  if (values.erasures !== undefined && command !== 'restore') return words.restoreOnly
  const erasures = values.erasures === undefined ? null : resolve(values.erasures)
  const [named, ...others] = positionals
  if (named === undefined || named === '' || others.length > 0) return words.oneFolder
  const folder = resolve(named)
  const data = values.data === undefined || values.data === '' ? null : resolve(values.data)
  const url = await readDatabaseURL(values, data, env)
  const { drill: isDrill, 'key-file': keyFile } = values
  if (command === 'backup' ? url !== undefined : isClusterFolder(folder) || values.cluster !== undefined) {
    const at = values.at === undefined ? null : toInstantText(values.at)
    if (values.at !== undefined && at === null) return words.wrongTime
    if (command !== 'restore' && at !== null) return words.clusterOnly
    if (command === 'restore' && values.cluster === undefined) return words.missingCluster
    if (isDrill && url === undefined) return words.missingData
    const way = values.with
    if (way !== undefined && (command !== 'backup' || !isBackupWay(way))) return words.wrongWay
    const cluster = values.cluster === undefined ? null : resolve(values.cluster)
    return { kind: 'postgresql', folder, url, keyFile, isDrill, cluster, at, way, erasures }
  }
  if ([values.at, values.cluster, values.with].some((value) => value !== undefined)) return words.clusterOnly
  if (data === null && (command !== 'verify-backup' || isDrill)) return words.missingData
  return { kind: 'sqlite', folder, data, keyFile, isDrill, erasures }
}

type CommandContext = { readonly print: CommandOutput; readonly nowMs: number }

const databaseOf = (data: string | null): string => join(data ?? '', 'back-office.sqlite')

/** Runs a backup or a drill, and records its success or failure for the administrator's screen. */
const recording = async (
  kind: RunKind,
  place: { readonly path: string; readonly keyHex: string },
  work: () => Promise<BackupManifest>,
  { print, nowMs }: CommandContext,
): Promise<BackupManifest> => {
  const record = async (problem: string | null, takenAt: number | null): Promise<void> => {
    const run = { kind, at: Math.floor(nowMs / 1000), problem, takenAt }
    if (!(await recordRun(place.path, place.keyHex, run))) print.err(words.notRecorded)
  }
  try {
    const manifest = await work()
    await record(null, Math.floor(Date.parse(manifest.takenAt) / 1000))
    return manifest
  } catch (thrown) {
    const problem = toBackupProblem(thrown, place.path)
    // A wrong key cannot write the record either.
    if (problem.code !== 'wrong-key' && problem.code !== 'not-encrypted') await record(problem.code, null)
    throw problem
  }
}

const backUp = async ({ folder, data, keyFile }: Order, context: CommandContext) => {
  const { print, nowMs } = context
  const path = databaseOf(data)
  if (!existsSync(path)) throw new BackupProblem('no-database', data ?? '')
  const keyHex = readKey(keyFile)
  const mark = randomBytes(4).toString('hex')
  const order = { path, keyHex, folder, version: readProgramVersion(), nowMs, mark }
  const manifest = await recording('backup', { path, keyHex }, () => backUpDatabase(order), context)
  print.out(words.made(folder, formatSize(manifest.file.bytes)))
  print.out(words.keepKey)
  return manifest
}

const drill = async ({ folder, data, keyFile }: Order, context: CommandContext) => {
  const { print, nowMs } = context
  const path = databaseOf(data)
  if (!existsSync(path)) throw new BackupProblem('no-database', data ?? '')
  const keyHex = readKey(keyFile)
  const work = () => drillBackup({ folder, data: data ?? '', keyHex, nowMs })
  const began = performance.now()
  const manifest = await recording('drill', { path, keyHex }, work, context)
  const seconds = Math.ceil((performance.now() - began) / 1000)
  print.out(words.drilled(folder, seconds))
  return { ...manifest, seconds }
}

const verify = async (order: Order, context: CommandContext) => {
  const { folder, keyFile, isDrill } = order
  if (isDrill) return drill(order, context)
  const manifest = await checkBackup(folder, readKey(keyFile))
  context.print.out(words.sound(folder, manifest.takenAt))
  return manifest
}

const restore = async ({ folder, data, keyFile, ...order }: Order, { print, nowMs }: CommandContext) => {
  const erasures = readErasures(order.erasures)
  const done = await restoreDatabase({ folder, data: data ?? '', keyHex: readKey(keyFile), nowMs, erasures })
  const { manifest, setAside, messagesHeld, sessionsEnded, erasedAgain } = done
  print.out(words.restored(data ?? '', manifest.takenAt))
  if (setAside !== null) print.out(words.setAside(setAside))
  if (messagesHeld > 0) print.out(words.doubtful(messagesHeld))
  print.out(words.erasedAgain(erasedAgain.length))
  print.out(words.afterRestore)
  return { ...manifest, setAside, messagesHeld, sessionsEnded, erasedAgain: erasedAgain.length }
}

const works = { backup: backUp, 'verify-backup': verify, restore } as const

/**
 * Runs the commands `backup`, `verify-backup` and `restore` of decisions section 6 on a SQLite database or a PostgreSQL
 * cluster. The last line of the output is a JSON summary. Resolves to the exit code: 0 when all is well, 1 when nothing
 * was changed, 2 for wrong flags.
 */
export const runBackupCommand = async (
  command: BackupCommand,
  args: readonly string[],
  print: CommandOutput,
  env: NodeJS.ProcessEnv = process.env,
  nowMs: number = Date.now(),
): Promise<number> => {
  const order = await orderOrUsage(() => readOrder(command, args, env), print, words.usage[command])
  if (order === null) return exitCodes.mistyped
  try {
    const result =
      order.kind === 'sqlite'
        ? await works[command](order, { print, nowMs })
        : await clusterWorks[command](order, { print, nowMs, program: thisProgram() })
    print.out(JSON.stringify({ command, ok: true, folder: order.folder, ...result }))
    return exitCodes.well
  } catch (thrown) {
    const { code, message } = toBackupProblem(thrown, order.folder)
    print.err(message)
    print.out(JSON.stringify({ command, ok: false, folder: order.folder, problem: code }))
    return exitCodes.refused
  }
}
