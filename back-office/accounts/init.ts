import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { codeLengths, formatCode, setupCodeSeconds } from '#domain/accounts/secret-code.ts'
import { emailSchema } from '#domain/members/member.ts'
import { lineOfText } from '#domain/values/plain-text.ts'
import { type Database, type DatabaseKind, type DatabaseSource, inTransaction } from '../database/database.ts'
import { openDatabase } from '../database/open-database.ts'
import { appendAudit } from '../kernel/audit-repository.ts'
import { type CommandOutput, messageOf, orderOrUsage } from '../kernel/options/order-or-usage.ts'
import { databaseFlags, readDatabaseSource } from '../kernel/options/read-database-source.ts'
import { Refusal } from '../kernel/refusal.ts'
import { hashToken } from '../kernel/session-token.ts'
import { hasAdministrator } from '../repositories/accounts-repository.ts'
import { replaceSetupCode } from '../repositories/setup-repository.ts'
import { createCode } from './account-codes.ts'
import { accountsServerWords } from './accounts-words.ts'
import { createFirstAdministrator } from './first-administrator.ts'
import { hashNewPassword } from './new-password.ts'

const words = accountsServerWords.init

/** Exit codes: done, nothing changed, wrong command line. */
const exitCodes = { well: 0, refused: 1, mistyped: 2 } as const

type Administrator = {
  readonly organisation: string
  readonly email: string
  readonly password: string
  readonly firstname: string
  readonly lastname: string
}
type Order = { readonly source: DatabaseSource; readonly administrator: Administrator | null }

const readPassword = (path: string): string | null => {
  try {
    return readFileSync(path, 'utf8').replace(/\r?\n$/, '')
  } catch {
    return null
  }
}

/** Splits the administrator's name into the first word and the rest. */
const toNames = (name: string): { readonly firstname: string; readonly lastname: string } => {
  const [firstname = words.firstname, ...rest] = name.trim().split(/\s+/)
  return { firstname, lastname: rest.join(' ') || words.lastname }
}

/** Parses the command line. Returns an error message when a flag is missing or invalid. */
const readOrder = async (args: readonly string[], env: NodeJS.ProcessEnv): Promise<Order | string> => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      ...databaseFlags(env),
      organisation: { type: 'string' },
      email: { type: 'string' },
      name: { type: 'string', default: `${words.firstname} ${words.lastname}` },
      'password-file': { type: 'string' },
    },
  })
  const { data, email } = values
  const missing = words.missing('--data')
  if (data === undefined || data === '') return missing
  const source = await readDatabaseSource(values, env, { database: false, keyFile: false, missing })
  if (typeof source === 'string') return source
  if (email === undefined) return { source, administrator: null }
  const address = emailSchema.safeParse(email)
  if (!address.success) return words.email
  const organisation = lineOfText(200).safeParse(values.organisation ?? '')
  if (!organisation.success) return words.missing('--organisation')
  const passwordFile = values['password-file']
  if (passwordFile === undefined) return words.missing('--password-file')
  const password = readPassword(passwordFile)
  if (password === null) return words.passwordFile(passwordFile)
  const administrator = {
    organisation: organisation.data,
    email: address.data,
    password,
    ...toNames(values.name),
  }
  return { source, administrator }
}

type Opened = { readonly db: Database; readonly kind: DatabaseKind }

const create = async ({ db, kind }: Opened, { password, ...first }: Administrator, now: number): Promise<void> => {
  const passwordHash = await hashNewPassword(password, [
    first.email,
    first.firstname,
    first.lastname,
    first.organisation,
  ])
  const userID = `u-${randomUUID()}`
  await inTransaction(db, async (transaction) => {
    await createFirstAdministrator(transaction, { userID, passwordHash, now, ...first })
    const subject = { member_id: null, study_id: null, location_id: null, outcome: 'ok' }
    await appendAudit(transaction, kind, [{ at: now, user_id: null, action: `account.set-up ${userID}`, ...subject }])
  })
}

const printCode = async ({ db }: Opened, now: number, print: CommandOutput): Promise<number> => {
  if (await hasAdministrator(db)) {
    print.err(words.hasAdministrator)
    return exitCodes.refused
  }
  const code = createCode(codeLengths.setup)
  await inTransaction(db, (transaction) =>
    replaceSetupCode(transaction, { codeHash: hashToken(code), now, expiresAt: now + setupCodeSeconds }),
  )
  print.out(words.setupCode(formatCode(code)))
  print.out(words.setupCodeNote)
  return exitCodes.well
}

/**
 * Runs the command `init` (decisions section 6) on a database without an administrator, even while a server runs. It
 * creates the organisation and its first administrator, or without `--email` prints a setup code for the first-start
 * screen. Resolves to the exit code: 0 when done, 1 when nothing was changed, 2 for wrong flags.
 */
export const initialise = async (
  args: readonly string[],
  print: CommandOutput,
  env: NodeJS.ProcessEnv = process.env,
  nowMs: number = Date.now(),
): Promise<number> => {
  const order = await orderOrUsage(() => readOrder(args, env), print, words.usage)
  if (order === null) return exitCodes.mistyped
  const now = Math.floor(nowMs / 1000)
  const { source, administrator } = order
  try {
    const database = await openDatabase(source)
    try {
      if (administrator === null) return await printCode(database, now, print)
      await create(database, administrator, now)
      print.out(words.created(administrator.email, administrator.organisation))
      return exitCodes.well
    } finally {
      await database.close().catch(() => undefined)
    }
  } catch (error) {
    print.err(describe(error))
    return exitCodes.refused
  }
}

const describe = (error: unknown): string => {
  if (!(error instanceof Refusal)) return words.failed(messageOf(error))
  if (error.code === 'already-set-up') return words.hasAdministrator
  return words.failed(Object.values(error.details?.fields ?? {})[0] ?? error.message)
}
