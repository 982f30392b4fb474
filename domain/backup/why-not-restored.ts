import type { BackupManifest } from './backup-manifest.ts'

/** The server that a backup is to be restored on. */
type Target = {
  /** The migrations that the program knows. */
  readonly migrations: readonly string[]
  /** The id of the server whose database is there; null without a database that can be read. */
  readonly serverID: string | null
}

/**
 * Returns why a backup must not be restored here; null if it can be. A newer program wrote it, or it belongs to another
 * server, whose workstations hold other work.
 */
export const whyNotRestored = (
  { migrations, serverID }: Pick<BackupManifest, 'migrations' | 'serverID'>,
  target: Target,
): 'newer-version' | 'other-server' | null => {
  if (migrations.some((name) => !target.migrations.includes(name))) return 'newer-version'
  return target.serverID !== null && target.serverID !== serverID ? 'other-server' : null
}
