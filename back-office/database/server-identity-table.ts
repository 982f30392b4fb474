import type { RunKind } from '#domain/backup/backup-runs.ts'
import type { Currency } from '#domain/values/money.ts'

/** The permanent id of this server, one row. It is stored in the database, so a restored backup keeps it. */
type ServerIdentityTable = { identity_id: number; server_id: string }

/** The identity of the change feed, one row. `epoch` is random, so that a cursor of another database is recognised. */
export type ChangeFeedTable = { feed_id: number; epoch: string }

/** A restore of a backup into this database. Times in epoch seconds. */
export type RestorationTable = {
  restoration_id: string
  backup_at: number
  restored_at: number
  /** When the card processor was asked what it took since the backup; null until it answered. */
  cards_checked_at: number | null
}

/** A card payment or refund that the processor has and a restored database lacks, until finance resolves it. */
export type RestoredPaymentTable = {
  /** The processor's id. */
  payment_id: string
  restoration_id: string
  kind: 'payment' | 'refund'
  /** Minor units. */
  amount: number
  currency: Currency
  card: string
  taken_at: number
  study_id: string | null
  location_id: string | null
  resolved_at: number | null
  resolved_by: string | null
  note: string | null
}

/** A run of a backup or of a restore drill. Times in epoch seconds. */
export type BackupRunTable = {
  run_id: string
  kind: RunKind
  at: number
  /** The code of the problem; null after a success. */
  problem: string | null
  /** When the backup was taken; null without one. */
  taken_at: number | null
}

/** The tables about the server itself. */
export type ServerTables = {
  server_identity: ServerIdentityTable
  change_feed: ChangeFeedTable
  restoration: RestorationTable
  restored_payment: RestoredPaymentTable
  backup_run: BackupRunTable
}
