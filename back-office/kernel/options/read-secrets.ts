import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openSecretVault } from '#runtime/secret-vault.ts'

/**
 * The secrets of a server. Each is read from the first of these sources that is set: the file that its flag names, its
 * variable, the file that the `..._FILE` variable names, the vault. The command line must not contain a secret, because
 * other users can list command lines.
 */
const serverSecrets = {
  database: { flag: 'database-file', variable: 'ATRIUM_DATABASE_URL' },
  'smtp-url': { flag: 'smtp-url-file', variable: 'ATRIUM_SMTP_URL' },
  'stripe-secret-key': { flag: 'stripe-secret-key-file', variable: 'STRIPE_SECRET_KEY' },
  'stripe-publishable-key': { flag: 'stripe-publishable-key-file', variable: 'STRIPE_PUBLISHABLE_KEY' },
  'twilio-auth-token': { flag: 'twilio-auth-token-file', variable: 'TWILIO_AUTH_TOKEN' },
  'calendly-token': { flag: 'calendly-token-file', variable: 'ATRIUM_CALENDLY_TOKEN' },
} as const

export type SecretName = keyof typeof serverSecrets
type SecretFlag = (typeof serverSecrets)[SecretName]['flag']

export const secretNames = Object.keys(serverSecrets) as readonly SecretName[]

/** The flags that name a secret's file, for `parseArgs`. */
export const secretFlags = Object.fromEntries(
  Object.values(serverSecrets).map(({ flag }) => [flag, { type: 'string' }]),
) as Readonly<Record<SecretFlag, { readonly type: 'string' }>>

const fileVariableOf = (variable: string): string =>
  `${variable.startsWith('ATRIUM_') ? variable : `ATRIUM_${variable}`}_FILE`

const maxSecretBytes = 16_384

/** Reads a secret from a file. Throws an error that names the flag or variable, never the content. */
const readSecretFile = (path: string, source: string): string => {
  let text: string
  try {
    text = readFileSync(path, 'utf8').trim()
  } catch {
    throw new Error(`${source} must name a file that this user can read.`)
  }
  if (text === '' || text.length > maxSecretBytes || /[\r\n]/.test(text)) {
    throw new Error(`${source} must name a file that contains only the secret, on one line.`)
  }
  return text
}

type FileFlags = Readonly<Partial<Record<SecretFlag, string | undefined>>>
type Source = { readonly flag: SecretFlag; readonly variable: string }

/**
 * Reads a secret from a file or the environment; undefined when neither has it. Throws an error with a one-line message
 * for IT.
 */
export const readSecret = (name: SecretName, flags: FileFlags, env: NodeJS.ProcessEnv): string | undefined =>
  readFrom(serverSecrets[name], flags, env)

/**
 * Reads the PostgreSQL URL of the role that migrates. The server never reads its variable, so that its process does not
 * have that role's password.
 */
export const readMigrationURL = (flags: FileFlags, env: NodeJS.ProcessEnv): string | undefined =>
  readFrom({ flag: 'database-file', variable: 'ATRIUM_MIGRATION_DATABASE_URL' }, flags, env)

const readFrom = ({ flag, variable }: Source, flags: FileFlags, env: NodeJS.ProcessEnv): string | undefined => {
  const file = flags[flag]
  if (file !== undefined) return readSecretFile(file, `--${flag}`)
  const text = env[variable]?.trim() ?? ''
  if (text !== '') return text
  const fileVariable = fileVariableOf(variable)
  const named = env[fileVariable]?.trim() ?? ''
  return named === '' ? undefined : readSecretFile(named, fileVariable)
}

/** Returns a secret that `set-secret` stored in the data folder's vault; undefined if there is none. */
export const readVaultSecret = async (name: SecretName, dataFolder: string): Promise<string | undefined> => {
  // Opening a vault creates its files, so a folder without a vault must not get one by this read.
  if (!existsSync(join(dataFolder, 'key-store'))) return undefined
  const vault = await openSecretVault(dataFolder)
  return (await vault.read(name)) ?? undefined
}

/** Returns whether a URL has a password. A text that is not a valid URL is searched for `://user:password@`. */
export const hasPassword = (text: string): boolean => {
  if (!URL.canParse(text)) return /:\/\/[^/@\s]*:[^/@\s]+@/.test(text)
  const { password, searchParams } = new URL(text)
  return password !== '' || searchParams.has('password')
}

/** Returns the line that refuses a password on the command line, with what to use instead. */
export const passwordRefusal = (flag: 'database' | 'smtp-url'): string => {
  const { variable } = serverSecrets[flag]
  return `--${flag} must not contain a password, because other users of this computer can see the command line. Use --${flag}-file FILE or ${variable}.`
}

/**
 * Returns the PostgreSQL URL of a command on a data folder, from the same sources as the server: the flag, a file, the
 * environment or the folder's vault; undefined for SQLite. Throws an error with a one-line message for IT when the URL
 * is not a PostgreSQL URL or the flag has a password.
 */
export const readDatabaseURL = async (
  flags: { readonly database?: string | undefined; readonly 'database-file'?: string | undefined },
  dataFolder: string | null,
  env: NodeJS.ProcessEnv,
): Promise<string | undefined> => {
  if (hasPassword(flags.database ?? '')) throw new Error(passwordRefusal('database'))
  const url =
    flags.database ??
    readSecret('database', flags, env) ??
    (dataFolder === null ? undefined : await readVaultSecret('database', dataFolder))
  if (url !== undefined && !/^postgres(ql)?:\/\/./.test(url)) {
    throw new Error('--database must be a URL such as postgres://user@host/atrium.')
  }
  return url
}
