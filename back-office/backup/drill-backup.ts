import { randomUUID } from 'node:crypto'
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { BackupManifest } from '#domain/backup/backup-manifest.ts'
import { makePrivateFolder } from '#runtime/private-modes.ts'
import { checkAuditChain } from '../kernel/check-audit-chain.ts'
import { BackupProblem, toBackupProblem } from './backup-problem.ts'
import { countRows, withCopy } from './read-copy.ts'
import { restoreDatabase } from './restore-database.ts'

const prefix = 'drill-'

/** The tables that a restore itself writes; all others must have the rows of the backup. */
const written: ReadonlySet<string> = new Set([
  'audit',
  'audit_chain',
  'backup_run',
  'migration',
  'restoration',
  'session',
  'study_log',
])

/** Removes what an interrupted drill left. */
const removeLeftovers = (data: string): void => {
  for (const name of readdirSync(data).filter((file) => file.startsWith(prefix))) {
    rmSync(join(data, name), { recursive: true, force: true })
  }
}

const checkRestored = (folder: string, keyHex: string, manifest: BackupManifest): Promise<void> =>
  withCopy(join(folder, 'back-office.sqlite'), keyHex, async (copy, db) => {
    const rows = countRows(copy)
    const isWhole = Object.entries(manifest.rows).every(([table, count]) => written.has(table) || rows[table] === count)
    if (!isWhole) throw new BackupProblem('damaged', folder)
    // The restore added a row, so the chain must continue from the end that the manifest names.
    if (!(await checkAuditChain(db, manifest.audit)).ok) throw new BackupProblem('audit-broken', folder)
  })

/**
 * Restores a backup into a folder of its own inside the data folder, checks the result and removes the folder. The
 * server's database is not touched, and the server may run. Throws a {@link BackupProblem}.
 */
export const drillBackup = async (order: {
  readonly folder: string
  readonly data: string
  readonly keyHex: string
  readonly nowMs: number
}): Promise<BackupManifest> => {
  const { folder, data, keyHex, nowMs } = order
  let place: string | undefined
  try {
    removeLeftovers(data)
    place = join(data, `${prefix}${randomUUID()}`)
    makePrivateFolder(place)
    const { manifest } = await restoreDatabase({ folder, data: place, keyHex, nowMs })
    await checkRestored(place, keyHex, manifest)
    return manifest
  } catch (thrown) {
    throw toBackupProblem(thrown, data)
  } finally {
    if (place !== undefined) rmSync(place, { recursive: true, force: true })
  }
}
