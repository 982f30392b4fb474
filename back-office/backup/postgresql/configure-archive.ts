import type pg from 'pg'
import type { BackupWay } from '#domain/backup/cluster-manifest.ts'
import { BackupProblem } from '../backup-problem.ts'
import type { ClusterFacts } from './cluster-facts.ts'

/** The longest time in seconds before an acknowledged change is archived, as promised for backups. */
const promisedSeconds = 60

const inShell = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

type ArchiveOrder = {
  readonly program: readonly string[]
  readonly way: BackupWay
  readonly folder: string
  readonly keyFile: string
}

/**
 * Returns PostgreSQL's `archive_command` for a folder. PostgreSQL replaces %p by the path, and %% by %. pgBackRest
 * refuses a command that does not contain its name.
 */
export const toArchiveCommand = ({ program, way, folder, keyFile }: ArchiveOrder): string =>
  `${[...program, 'archive-wal', '--with', way, '--to', folder, '--key-file', keyFile]
    .map((word) => inShell(word.replaceAll('%', '%%')))
    .join(' ')} %p`

const isOurs = (command: string, folder: string): boolean =>
  command.includes("'archive-wal'") && command.includes(inShell(folder.replaceAll('%', '%%')))

/**
 * Makes PostgreSQL archive its write-ahead log into a folder. Throws `archive-off` when PostgreSQL must be restarted
 * for that, and `archive-other` when it archives with another command.
 */
export const configureArchive = async (
  client: pg.Client,
  facts: ClusterFacts,
  { command, folder }: { readonly command: string; readonly folder: string },
): Promise<void> => {
  const isOff = facts.archiveMode === 'off'
  // While archiving is off, PostgreSQL shows `(disabled)` instead of the command, so the file with the setting is read.
  const { rows } = await client.query(`select setting from pg_file_settings where name = 'archive_command' and applied`)
  const present: string = isOff ? (rows.at(-1)?.setting ?? '') : facts.archiveCommand
  if (present !== '' && present !== command && !isOurs(present, folder)) {
    throw new BackupProblem('archive-other', present)
  }
  const settings = [
    ...(present === command ? [] : [`archive_command = ${client.escapeLiteral(command)}`]),
    ...(facts.archiveTimeout > 0 && facts.archiveTimeout <= promisedSeconds
      ? []
      : [`archive_timeout = ${promisedSeconds}`]),
    ...(isOff ? ['archive_mode = on'] : []),
  ]
  for (const setting of settings) await client.query(`alter system set ${setting}`)
  if (settings.length > 0) await client.query('select pg_reload_conf()')
  if (isOff) throw new BackupProblem('archive-off')
}
