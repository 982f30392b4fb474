import { parseArgs } from 'node:util'
import type { DatabaseSource } from '../database/database.ts'
import { openForSearch } from '../database/open-for-search.ts'
import { type AuditHead, checkAuditChain } from './audit-repository.ts'
import { orderOrUsage, type Say } from './options/order-or-usage.ts'
import { databaseFlags, readDatabaseSource } from './options/read-database-source.ts'

const usage =
  'Usage: npm run back-office -- verify-audit (--data DIR [--key-file FILE] | --database postgres://...) [--expect ROWS:HASH]'

/** Exit codes: valid log, broken or unreadable log, wrong command line. */
const exitCodes = { well: 0, broken: 1, mistyped: 2 } as const

const oneOfBoth = 'Give either --data or --database.'

type Order = { readonly source: DatabaseSource; readonly expected: AuditHead | undefined }

const readOrder = async (args: readonly string[], env: NodeJS.ProcessEnv): Promise<Order | string> => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      ...databaseFlags(env),
      expect: { type: 'string' },
    },
  })
  const [, rows, hash] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(values.expect ?? '') ?? []
  if (values.expect !== undefined && (rows === undefined || hash === undefined)) {
    return '--expect must be ROWS:HASH, as an earlier run printed it.'
  }
  const expected = rows === undefined || hash === undefined ? undefined : { rows: Number(rows), hash }
  if (values.data !== undefined && values.database !== undefined) return oneOfBoth
  const source = await readDatabaseSource(values, env, { database: true, keyFile: true, missing: oneOfBoth })
  return typeof source === 'string' ? source : { source, expected }
}

/**
 * Runs the command `verify-audit`: checks the hash chain of the audit log, with the server running or stopped, and
 * changes nothing. The last line of output is a JSON summary; with its `head`, a later run with `--expect` also finds
 * rows that were cut off at the end. Resolves to the exit code: 0 for a valid chain, 1 for a broken or unreadable one,
 * 2 for wrong flags.
 */
export const verifyAudit = async (
  args: readonly string[],
  say: Say,
  env: NodeJS.ProcessEnv = process.env,
): Promise<number> => {
  const order = await orderOrUsage(() => readOrder(args, env), say, usage)
  if (order === null) return exitCodes.mistyped
  const database = openForSearch(order.source)
  try {
    const check = await checkAuditChain(database.db, order.expected)
    const summary = check.ok
      ? { command: 'verify-audit', ok: true, rows: check.rows, head: `${check.rows}:${check.hash}` }
      : { command: 'verify-audit', ok: false, brokenAt: check.brokenAt }
    say.out(
      check.ok ? `The audit log is intact: ${check.rows} rows.` : `The audit log is broken at row ${check.brokenAt}.`,
    )
    say.out(JSON.stringify(summary))
    return check.ok ? exitCodes.well : exitCodes.broken
  } catch (error) {
    say.err(`Could not read the audit log: ${error instanceof Error ? error.message : error}`)
    say.out(JSON.stringify({ command: 'verify-audit', ok: false, brokenAt: null }))
    return exitCodes.broken
  } finally {
    await database.close().catch(() => undefined)
  }
}
