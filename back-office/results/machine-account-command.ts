import { randomUUID } from 'node:crypto'
import { parseArgs } from 'node:util'
import { type DatabaseSource, inTransaction } from '../database/database.ts'
import { openDatabase } from '../database/open-database.ts'
import { appendAudit } from '../kernel/audit-repository.ts'
import { type CommandOutput, messageOf, orderOrUsage } from '../kernel/options/order-or-usage.ts'
import { databaseFlags, readDatabaseSource } from '../kernel/options/read-database-source.ts'
import { createSessionToken } from '../kernel/session-token.ts'
import { putMachineAccount, removeMachineAccount } from '../repositories/machine-accounts-repository.ts'
import { auditOf } from './store-result.ts'

const usage =
  'Usage: npm run back-office -- machine-account --name NAME [--remove] --data DIR [--key-file FILE] [--database postgres://...] [--database-file FILE]'

/** Exit codes: done, nothing changed, wrong command line. */
const exitCodes = { well: 0, refused: 1, mistyped: 2 } as const

type Order = { readonly source: DatabaseSource; readonly name: string; readonly isRemoval: boolean }

const readOrder = async (args: readonly string[], env: NodeJS.ProcessEnv): Promise<Order | string> => {
  const options = {
    ...databaseFlags(env),
    name: { type: 'string' },
    remove: { type: 'boolean', default: false },
  } as const
  const { values } = parseArgs({ args: [...args], options })
  const name = values.name?.trim() ?? ''
  if (!/^[A-Za-z0-9][A-Za-z0-9 ._-]{0,59}$/.test(name)) return '--name must have 1 to 60 letters, digits and spaces.'
  const missing = 'Missing --data.'
  const source = await readDatabaseSource(values, env, { database: true, keyFile: true, missing })
  return typeof source === 'string' ? source : { source, name, isRemoval: values.remove }
}

/**
 * Runs the command `machine-account`, also while the server runs: prints a new token for another system that sends
 * results, or removes its account. The database has only the token's hash. A name that exists gets a new token.
 * Resolves to the exit code: 0 when done, 1 when nothing was changed, 2 for wrong flags.
 */
export const runMachineAccount = async (
  args: readonly string[],
  print: CommandOutput,
  env: NodeJS.ProcessEnv = process.env,
  nowMs: number = Date.now(),
): Promise<number> => {
  const order = await orderOrUsage(() => readOrder(args, env), print, usage)
  if (order === null) return exitCodes.mistyped
  const now = Math.floor(nowMs / 1000)
  const { name, isRemoval } = order
  const { token, tokenHash } = createSessionToken()
  try {
    const database = await openDatabase(order.source)
    try {
      const isDone = await inTransaction(database.db, async (db) => {
        if (isRemoval && !(await removeMachineAccount(db, name))) return false
        const account = { account_id: randomUUID(), name, token_hash: tokenHash, created_at: now }
        if (!isRemoval) await putMachineAccount(db, account)
        await appendAudit(db, database.kind, [
          auditOf(now, `machine-account.${isRemoval ? 'removed' : 'made'} ${name}`),
        ])
        return true
      })
      if (!isDone) {
        print.err(`There is no machine account ${name}. Nothing was changed.`)
        return exitCodes.refused
      }
    } finally {
      await database.close().catch(() => undefined)
    }
  } catch (error) {
    print.err(`Nothing was changed: ${messageOf(error)}`)
    return exitCodes.refused
  }
  print.out(isRemoval ? `Removed the machine account ${name}.` : `Token of ${name}: ${token}`)
  if (!isRemoval) print.out('It is shown once. Send it as "Authorization: Bearer" with POST /fhir/DiagnosticReport.')
  return exitCodes.well
}
