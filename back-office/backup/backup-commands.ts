import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { formatSize } from '#domain/format/format-size.ts'
import { readProgramVersion } from '#runtime/program-version.ts'
import { readKeyFile } from '../database/database-key.ts'
import { orderOrUsage, type Say } from '../kernel/options/order-or-usage.ts'
import { databaseFlags } from '../kernel/options/read-database-source.ts'
import { readDatabaseURL } from '../kernel/options/read-secrets.ts'
import { backUpDatabase } from './back-up-database.ts'
import { BackupProblem, toBackupProblem } from './backup-problem.ts'
import { backupWords as words } from './backup-words.ts'
import { checkBackup } from './check-backup.ts'
import { restoreDatabase } from './restore-database.ts'

export type BackupCommand = 'backup' | 'verify-backup' | 'restore'

/** Exit codes: done, refused or failed, wrong command line. */
const exitCodes = { well: 0, refused: 1, mistyped: 2 } as const

type Order = {
  readonly folder: string
  /** The data folder of the server; null where the command needs none. */
  readonly data: string | null
  readonly keyFile: string | undefined
}

const readOrder = async (
  command: BackupCommand,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<Order | string> => {
  const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options: databaseFlags(env) })
  const [folder, ...others] = positionals
  if (folder === undefined || folder === '' || others.length > 0) return words.oneFolder
  const data = values.data === undefined || values.data === '' ? null : resolve(values.data)
  if ((await readDatabaseURL(values, data, env)) !== undefined) return words.postgres
  if (data === null && command !== 'verify-backup') return words.missingData
  return { folder: resolve(folder), data, keyFile: values['key-file'] }
}

/** Reads the key; a missing file is never created, because a new key opens no backup. */
const readKey = (keyFile: string | undefined): string => {
  if (keyFile === undefined || keyFile.trim() === '') throw new BackupProblem('missing-key')
  if (!existsSync(keyFile)) throw new BackupProblem('key-unreadable', keyFile)
  try {
    return readKeyFile(keyFile)
  } catch {
    throw new BackupProblem('key-unreadable', keyFile)
  }
}

type Surroundings = { readonly say: Say; readonly nowMs: number }

const backUp = async ({ folder, data, keyFile }: Order, { say, nowMs }: Surroundings) => {
  const path = join(data ?? '', 'back-office.sqlite')
  if (!existsSync(path)) throw new BackupProblem('no-database', data ?? '')
  const mark = randomBytes(4).toString('hex')
  const manifest = await backUpDatabase({
    path,
    keyHex: readKey(keyFile),
    folder,
    version: readProgramVersion(),
    nowMs,
    mark,
  })
  say.out(words.made(folder, formatSize(manifest.file.bytes)))
  say.out(words.keepKey)
  return manifest
}

const verify = async ({ folder, keyFile }: Order, { say }: Surroundings) => {
  const manifest = await checkBackup(folder, readKey(keyFile))
  say.out(words.sound(folder, manifest.takenAt))
  return manifest
}

const restore = async ({ folder, data, keyFile }: Order, { say, nowMs }: Surroundings) => {
  const done = await restoreDatabase({ folder, data: data ?? '', keyHex: readKey(keyFile), nowMs })
  const { manifest, setAside, messagesHeld, sessionsEnded } = done
  say.out(words.restored(data ?? '', manifest.takenAt))
  if (setAside !== null) say.out(words.setAside(setAside))
  if (messagesHeld > 0) say.out(words.doubtful(messagesHeld))
  say.out(words.afterRestore)
  return { ...manifest, setAside, messagesHeld, sessionsEnded }
}

const works = { backup: backUp, 'verify-backup': verify, restore } as const

/**
 * Runs the commands `backup`, `verify-backup` and `restore` of decisions section 6 on a SQLite database. The last line of
 * the output is a JSON summary. Resolves to the exit code: 0 when all is well, 1 when nothing was changed, 2 for wrong
 * flags.
 */
export const runBackupCommand = async (
  command: BackupCommand,
  args: readonly string[],
  say: Say,
  env: NodeJS.ProcessEnv = process.env,
  nowMs: number = Date.now(),
): Promise<number> => {
  const order = await orderOrUsage(() => readOrder(command, args, env), say, words.usage[command])
  if (order === null) return exitCodes.mistyped
  try {
    const result = await works[command](order, { say, nowMs })
    say.out(JSON.stringify({ command, ok: true, folder: order.folder, ...result }))
    return exitCodes.well
  } catch (thrown) {
    const { code, message } = toBackupProblem(thrown, order.folder)
    say.err(message)
    say.out(JSON.stringify({ command, ok: false, folder: order.folder, problem: code }))
    return exitCodes.refused
  }
}
