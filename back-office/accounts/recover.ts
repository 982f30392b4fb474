import { parseArgs } from 'node:util'
import { codeLengths, formatCode, setupCodeSeconds } from '#domain/accounts/secret-code.ts'
import { type DatabaseSource, inTransaction } from '../database/database.ts'
import { openDatabase } from '../database/open-database.ts'
import { appendAudit } from '../kernel/audit-repository.ts'
import { type CommandOutput, messageOf, orderOrUsage } from '../kernel/options/order-or-usage.ts'
import { databaseFlags, readDatabaseSource } from '../kernel/options/read-database-source.ts'
import { hashToken } from '../kernel/session-token.ts'
import { addInvitation, findAccount } from '../repositories/accounts-repository.ts'
import { clearFailedSignIns, findUserByEmail } from '../repositories/users-repository.ts'
import { createCode } from './account-codes.ts'
import { accountsServerWords } from './accounts-words.ts'

const words = accountsServerWords.recover

/** Exit codes: done, nothing changed, wrong command line. */
const exitCodes = { well: 0, refused: 1, mistyped: 2 } as const

type Order = { readonly source: DatabaseSource; readonly email: string }
/** Parses the command line. Returns an error message when a flag is missing or invalid. */
const readOrder = async (args: readonly string[], env: NodeJS.ProcessEnv): Promise<Order | string> => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      ...databaseFlags(env),
      email: { type: 'string' },
    },
  })
  const { data, email } = values
  const missing = words.missing('--data')
  if (data === undefined || data === '') return missing
  if (email === undefined || email.trim() === '') return words.missing('--email')
  const source = await readDatabaseSource(values, env, { database: true, keyFile: true, missing })
  return typeof source === 'string' ? source : { email, source }
}

/** Unlocks an administrator and returns a code that sets a new password; null if there is no such administrator. */
const recoverAdministrator = async ({ source, email }: Order, now: number): Promise<string | null> => {
  const database = await openDatabase(source)
  try {
    return await inTransaction(database.db, async (db) => {
      const user = await findUserByEmail(db, email.trim())
      const account = user === undefined ? undefined : await findAccount(db, user.user_id, now)
      if (account === undefined || account.state === 'deactivated' || !account.roles.includes('admin')) return null
      const { userID } = account
      await clearFailedSignIns(db, userID)
      const code = createCode(codeLengths.invitation)
      const expiresAt = now + setupCodeSeconds
      // The old password is valid until the code is used, so that the server keeps an administrator.
      await addInvitation(db, { tokenHash: hashToken(code), userID, now, expiresAt })
      const subject = { member_id: null, study_id: null, location_id: null, outcome: 'ok' }
      await appendAudit(db, database.kind, [
        { at: now, user_id: null, action: `account.recovered ${userID}`, ...subject },
      ])
      return code
    })
  } finally {
    await database.close().catch(() => undefined)
  }
}

/**
 * Runs the command `recover` on the server's computer, even while the server runs. It prints a code with which an
 * administrator who lost the password can set a new one. The code works once and expires after a day. The command
 * gives no access that its user lacks: a person who can run it can also read the database. Resolves to the exit code:
 * 0 when done, 1 when nothing was changed, 2 for wrong flags.
 */
export const recover = async (
  args: readonly string[],
  print: CommandOutput,
  env: NodeJS.ProcessEnv = process.env,
  nowMs: number = Date.now(),
): Promise<number> => {
  const order = await orderOrUsage(() => readOrder(args, env), print, words.usage)
  if (order === null) return exitCodes.mistyped
  try {
    const code = await recoverAdministrator(order, Math.floor(nowMs / 1000))
    if (code === null) {
      print.err(words.noAdministrator(order.email))
      return exitCodes.refused
    }
    print.out(words.code(formatCode(code)))
    print.out(words.codeNote)
    return exitCodes.well
  } catch (error) {
    print.err(words.failed(messageOf(error)))
    return exitCodes.refused
  }
}
