import { parseArgs } from 'node:util'
import type { SignedAuditHead } from '#domain/audit/audit-head.ts'
import type { Database, DatabaseSource } from '../database/database.ts'
import { openForSearch } from '../database/open-for-search.ts'
import type { AuditHead } from './audit-hash.ts'
import { type AuditCheck, checkAuditChain } from './check-audit-chain.ts'
import { findHeadProblem, type HeadProblem, readKeptHeads, readOriginInLog } from './kept-heads.ts'
import { type CommandOutput, orderOrUsage } from './options/order-or-usage.ts'
import { databaseFlags, readDatabaseSource } from './options/read-database-source.ts'

const usage =
  'Usage: npm run back-office -- verify-audit (--data DIR [--key-file FILE] | --database postgres://...) [--expect ROWS:HASH] [--heads FILE]...'

/** Exit codes: valid log, broken or unreadable log, wrong command line. */
const exitCodes = { well: 0, broken: 1, mistyped: 2 } as const

const oneSourceRequired = 'Give either --data or --database.'

type Order = {
  readonly source: DatabaseSource
  readonly expected: readonly AuditHead[]
  readonly heads: readonly SignedAuditHead[]
}

const readOrder = async (args: readonly string[], env: NodeJS.ProcessEnv): Promise<Order | string> => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      ...databaseFlags(env),
      expect: { type: 'string', multiple: true },
      heads: { type: 'string', multiple: true },
    },
  })
  const expected: AuditHead[] = []
  for (const text of values.expect ?? []) {
    const [, rows, hash] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text) ?? []
    if (rows === undefined || hash === undefined) return '--expect must be ROWS:HASH, as an earlier run printed it.'
    expected.push({ rows: Number(rows), hash })
  }
  const heads: SignedAuditHead[] = []
  for (const path of values.heads ?? []) {
    const kept = await readKeptHeads(path)
    if (kept === null) return '--heads must name a file of heads that a workstation saved.'
    heads.push(...kept)
  }
  if (values.data !== undefined && values.database !== undefined) return oneSourceRequired
  const source = await readDatabaseSource(values, env, { database: true, keyFile: true, missing: oneSourceRequired })
  return typeof source === 'string' ? source : { source, expected, heads }
}

const headWords: Readonly<Record<HeadProblem, string>> = {
  'bad-signature': 'A head in the file has no valid signature. The file was changed.',
  'other-server': 'A head in the file belongs to another server.',
  'unknown-key': 'The audit log does not have the key of a head in the file: the log was replaced.',
}

type Outcome = { readonly line: string; readonly summary: object; readonly isWell: boolean }

const describe = (check: AuditCheck, heads: number): Outcome => {
  if (check.ok) {
    const { rows, chains, head } = check
    return {
      line: `The audit log is intact: ${rows} rows in ${chains} chains.`,
      summary: { command: 'verify-audit', ok: true, rows, chains, heads, head: `${head.rows}:${head.hash}` },
      isWell: true,
    }
  }
  const { brokenAt, problem, chain } = check
  const line =
    problem === 'head'
      ? `The audit log does not match an earlier head: rows were removed or rewritten, at row ${brokenAt} or later.`
      : `The audit log is broken at row ${brokenAt}.`
  return { line, summary: { command: 'verify-audit', ok: false, brokenAt, problem, chain }, isWell: false }
}

const verify = async (db: Database, { source, expected, heads }: Order): Promise<Outcome> => {
  const origin = await readOriginInLog(db)
  for (const head of heads) {
    const problem = findHeadProblem(head, origin)
    if (problem === null) continue
    const summary = { command: 'verify-audit', ok: false, brokenAt: null, problem, at: head.at }
    return { line: headWords[problem], summary, isWell: false }
  }
  return describe(await checkAuditChain(db, [...expected, ...heads], source.kind), expected.length + heads.length)
}

/**
 * Runs the command `verify-audit`: checks the chains of the audit log, with the server running or stopped, and changes
 * nothing. The last line of output is a JSON summary with the log's `head`. A later run that gets earlier heads also
 * finds rows that were cut off and a log that was rewritten. `--expect` takes the head of a summary or of a printed
 * cash-up, and `--heads` takes the heads that workstations saved. Resolves to the exit code: 0 for a valid log, 1 for a
 * broken or unreadable one, 2 for wrong flags.
 */
export const verifyAudit = async (
  args: readonly string[],
  print: CommandOutput,
  env: NodeJS.ProcessEnv = process.env,
): Promise<number> => {
  const order = await orderOrUsage(() => readOrder(args, env), print, usage)
  if (order === null) return exitCodes.mistyped
  const database = openForSearch(order.source)
  try {
    const { line, summary, isWell } = await verify(database.db, order)
    print.out(line)
    print.out(JSON.stringify(summary))
    return isWell ? exitCodes.well : exitCodes.broken
  } catch (error) {
    print.err(`Could not read the audit log: ${error instanceof Error ? error.message : error}`)
    print.out(JSON.stringify({ command: 'verify-audit', ok: false, brokenAt: null }))
    return exitCodes.broken
  } finally {
    await database.close().catch(() => undefined)
  }
}
