import type { BackupManifest } from './backup-manifest.ts'

/** The server on which a backup would be restored. */
type Target = {
  /** The migrations that the installed program contains. */
  readonly migrations: readonly string[]
  /** The id of the server whose database is present; null if there is no readable database. */
  readonly serverID: string | null
}

/**
 * Returns why a backup must not be restored on this server: a newer program wrote it, or it belongs to another server.
 * The workstations of this server have copies and unsent work that belong to this server's database only. Returns null
 * if the backup can be restored.
 */
export const whyNotRestored = (
  { migrations, serverID }: Pick<BackupManifest, 'migrations' | 'serverID'>,
  target: Target,
): 'newer-version' | 'other-server' | null => {
  if (migrations.some((name) => !target.migrations.includes(name))) return 'newer-version'
  return target.serverID !== null && target.serverID !== serverID ? 'other-server' : null
}
