import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { isAuditWhole } from '../audit-of-copy.ts'
import { BackupProblem } from '../backup-problem.ts'
import { readDatabaseFacts, withDatabase } from './cluster-facts.ts'
import { type FoundBackup, readClusterFolder } from './cluster-folder.ts'
import { type ClusterRestoreOrder, removeDrills, renewCluster, whileLocked, withRecovered } from './restore-cluster.ts'

const prefix = '-drill-'

/** The tables whose rows are never removed: after a backup they can only grow. */
const growing = ['audit', 'member', 'study', 'transaction', 'document'] as const

const checkRecovered = async (url: string, backup: FoundBackup): Promise<void> => {
  const { rows } = await readDatabaseFacts(url)
  const hasTables = Object.keys(backup.rows).every((table) => table in rows)
  const hasRows = growing.every((table) => (rows[table] ?? 0) >= (backup.rows[table] ?? 0))
  if (!hasTables || !hasRows) throw new BackupProblem('damaged', backup.place)
  const isWhole = await withDatabase(url, (db) => isAuditWhole(db, 'postgresql', backup.audit))
  if (!isWhole) throw new BackupProblem('audit-broken', backup.place)
}

/**
 * Restores the newest backup and the whole archive into a folder beside the cluster, checks the result and removes the
 * folder. The cluster is not touched and PostgreSQL may run. Throws a {@link BackupProblem}.
 */
export const drillCluster = (
  order: Omit<ClusterRestoreOrder, 'at'> & { readonly postgres: number },
): Promise<FoundBackup & { readonly dataUntil: string }> => {
  readClusterFolder(order.folder, order.keyHex)
  return whileLocked(order, async () => {
    await removeDrills(order.cluster, prefix, order.postgres)
    const draft = `${order.cluster}${prefix}${randomUUID()}`
    try {
      return await withRecovered({ ...order, at: null }, draft, async (recovered, backup) => {
        // Reads every row, so that a page that PostgreSQL cannot read fails the drill.
        await checkRecovered(recovered.url(), backup)
        const { dataUntil } = await renewCluster(recovered, backup, { nowMs: order.nowMs })
        return { ...backup, dataUntil }
      })
    } finally {
      rmSync(draft, { recursive: true, force: true })
    }
  })
}
