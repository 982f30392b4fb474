import type { RunKind } from '#domain/backup/backup-runs.ts'
import type { Currency } from '#domain/values/money.ts'

/** The permanent id of this server, one row. It is stored in the database, so a restored backup keeps it. */
type ServerIdentityTable = { identity_id: number; server_id: string }

/** The identity of the change feed, one row. `epoch` is random, so that a cursor of another database is recognised. */
type ChangeFeedTable = { feed_id: number; epoch: string }

/** A restore of a backup into this database. Times in epoch seconds. */
export type RestorationTable = {
  restoration_id: string
  backup_at: number
  restored_at: number
  /** When the card processor answered which payments it took since the backup; null before that. */
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
  /** When the backup was taken; null if there is none. */
  taken_at: number | null
}

/**
 * A server process over this database. `seen_at` in epoch seconds of the database's clock, renewed every few seconds.
 */
type ServerRunTable = { run_id: string; seen_at: number }

/**
 * The process that does a kind of work for all processes. `term` grows with each new holder, so that a former holder is
 * recognised. `until` in epoch seconds of the database's clock.
 */
type WorkLeaseTable = { work: string; run_id: string; term: number; until: number }

/** The calls of all processes that one rate limit counted in a minute since the epoch. */
type CallCountTable = { counter: string; minute: number; calls: number }

export type IdempotencyKeyTable = {
  idempotency_key: string
  user_id: string
  route: string
  body_hash: string
  status: number | null
  answer: string | null
  created_at: number
  /** On PostgreSQL, the id of the try that acts outside the database under this key; null if there is none. */
  leased_by?: string | null | undefined
  /** Epoch seconds of the database's clock. */
  leased_until?: number | null | undefined
}

/** The tables about the server itself. */
export type ServerTables = {
  idempotency_key: IdempotencyKeyTable
  server_run: ServerRunTable
  work_lease: WorkLeaseTable
  call_count: CallCountTable
  server_identity: ServerIdentityTable
  change_feed: ChangeFeedTable
  restoration: RestorationTable
  restored_payment: RestoredPaymentTable
  backup_run: BackupRunTable
}
