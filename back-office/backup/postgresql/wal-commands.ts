import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type CommandOutput, orderOrUsage } from '../../kernel/options/order-or-usage.ts'
import { toBackupProblem } from '../backup-problem.ts'
import { backupWords as words } from '../backup-words.ts'
import { readBackupKey } from '../read-backup-key.ts'
import { archiveSegment, fetchSegment } from './log-archive.ts'

export type WalCommand = 'archive-wal' | 'fetch-wal'

/**
 * Exit codes for PostgreSQL. `absent` ends a recovery at the end of the archive. A code above 125 makes the recovery
 * fail, because a damaged segment must not look like the end.
 */
const exitCodes = { well: 0, absent: 1, failed: 1, damaged: 200 } as const

type Order = { readonly folder: string; readonly keyFile: string; readonly names: readonly string[] }

const readOrder = async (command: WalCommand, args: readonly string[]): Promise<Order | string> => {
  const flag = command === 'archive-wal' ? 'to' : 'from'
  // The value of `with` is not used, because the folder records its tool; the flag informs readers of PostgreSQL's
  // configuration.
  const options = { [flag]: { type: 'string' }, 'key-file': { type: 'string' }, with: { type: 'string' } } as const
  const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options })
  const folder = values[flag]
  const keyFile = values['key-file']
  const wanted = command === 'archive-wal' ? 1 : 2
  if (typeof folder !== 'string' || typeof keyFile !== 'string' || positionals.length !== wanted) {
    return words.walFlags
  }
  return { folder: resolve(folder), keyFile, names: positionals }
}

/**
 * Runs the commands `archive-wal` and `fetch-wal`, which PostgreSQL calls for each file of its write-ahead log:
 * `backup` sets `archive-wal` in PostgreSQL's configuration, and `restore` uses `fetch-wal`. Resolves to the exit code.
 */
export const runWalCommand = async (
  command: WalCommand,
  args: readonly string[],
  print: CommandOutput,
): Promise<number> => {
  const order = await orderOrUsage(() => readOrder(command, args), print, words.usage[command])
  if (order === null) return command === 'fetch-wal' ? exitCodes.damaged : exitCodes.failed
  const [name = '', target = ''] = order.names
  try {
    const keyHex = readBackupKey(order.keyFile)
    if (command === 'archive-wal') {
      await archiveSegment(order.folder, name, keyHex)
      return exitCodes.well
    }
    return (await fetchSegment(order.folder, name, target, keyHex)) ? exitCodes.well : exitCodes.absent
  } catch (thrown) {
    print.err(toBackupProblem(thrown, order.folder).message)
    return command === 'fetch-wal' ? exitCodes.damaged : exitCodes.failed
  }
}
