import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { DatabaseSource } from '../../database/database.ts'
import { readKeyFile } from '../../database/database-key.ts'
import { readDatabaseURL } from './read-secrets.ts'

/** The flags that name the database of a command, for `parseArgs`. */
export const databaseFlags = (env: NodeJS.ProcessEnv) =>
  ({
    data: { type: 'string' },
    database: { type: 'string' },
    'database-file': { type: 'string' },
    'key-file': { type: 'string', default: env.ATRIUM_KEY_FILE },
  }) as const

type DatabaseFlags = { readonly [Name in keyof ReturnType<typeof databaseFlags>]?: string | undefined }

type Rules = {
  /** Whether the folder must already have a database. A command that creates one passes false. */
  readonly database: boolean
  /** Whether the named key file must already exist. A command that creates it passes false. */
  readonly keyFile: boolean
  /** The problem when the flags name neither a folder nor a database. */
  readonly missing: string
}

/**
 * Returns the database that the flags of a command name, or the problem with them. Throws as {@link readDatabaseURL}
 * and {@link readKeyFile} do.
 */
export const readDatabaseSource = async (
  flags: DatabaseFlags,
  env: NodeJS.ProcessEnv,
  rules: Rules,
): Promise<DatabaseSource | string> => {
  const folder = flags.data === undefined ? null : resolve(flags.data)
  const url = await readDatabaseURL(flags, folder, env)
  if (url !== undefined) return { kind: 'postgresql', url }
  if (folder === null) return rules.missing
  const path = join(folder, 'back-office.sqlite')
  if (rules.database && !existsSync(path)) return `The folder ${flags.data} has no database.`
  const keyFile = flags['key-file']
  if (rules.keyFile && keyFile !== undefined && !existsSync(keyFile)) {
    return `The key file ${keyFile} does not exist.`
  }
  return { kind: 'sqlite', path, keyHex: keyFile === undefined ? undefined : readKeyFile(keyFile) }
}
