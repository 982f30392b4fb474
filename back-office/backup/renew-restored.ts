import { randomBytes, randomUUID } from 'node:crypto'
import type { Erasure } from '#domain/members/erasure.ts'
import { type Database, type DatabaseSource, inTransaction } from '../database/database.ts'
import { openDatabase } from '../database/open-database.ts'
import { appendAudit } from '../kernel/audit-repository.ts'
import { repeatErasures } from '../members/repeat-erasures.ts'
import { holdDoubtfulMessages } from '../messages/hold-doubtful.ts'
import { renewFeedEpoch } from '../repositories/changes-repository.ts'
import { holdInvitationMails } from '../repositories/invitation-mails-repository.ts'
import { addRestoration } from '../repositories/restores-repository.ts'
import { removeAllSessions } from '../repositories/sessions-repository.ts'

type Renewal = {
  readonly source: DatabaseSource
  /** When the backup was taken, as an instant. */
  readonly takenAt: string
  /** Epoch seconds. */
  readonly now: number
  /** The erasures of members; those that the backup does not have are repeated. */
  readonly erasures?: readonly Erasure[] | undefined
}

/** What a restore changed besides the data of the backup. */
export type Renewed = {
  readonly sessionsEnded: number
  /** The messages that may have been sent after the backup. */
  readonly messagesHeld: number
  /** The ids of the members whom the backup still had, and who were erased again. */
  readonly erasedAgain: readonly string[]
}

const renew = async (db: Database, { source: { kind }, takenAt, now, erasures = [] }: Renewal): Promise<Renewed> => {
  await renewFeedEpoch(db, randomBytes(16).toString('hex'))
  const backup_at = Math.floor(Date.parse(takenAt) / 1000)
  await addRestoration(db, { restoration_id: randomUUID(), backup_at, restored_at: now })
  const sessionsEnded = await removeAllSessions(db)
  const membersHeld = await holdDoubtfulMessages({ db, kind, newId: randomUUID, now })
  const messagesHeld = membersHeld + (await holdInvitationMails(db, now))
  const subject = { member_id: null, study_id: null, location_id: null, outcome: 'ok' }
  await appendAudit(db, kind, [{ at: now, user_id: null, action: `database.restored ${takenAt}`, ...subject }])
  const erasedAgain = await repeatErasures(erasures, { db, kind, newId: randomUUID, now })
  return { sessionsEnded, messagesHeld, erasedAgain }
}

/**
 * Prepares a restored copy for work, in one transaction: brings its schema up to date; gives the change feed another
 * epoch; ends all sessions, because some may have been revoked since the backup; holds messages that may have been sent
 * since; erases again the members who were erased since; and adds the restore to the audit log.
 */
export const renewRestored = async (renewal: Renewal): Promise<Renewed> => {
  const database = await openDatabase(renewal.source, { beforeMigrating: async () => {} })
  try {
    return await inTransaction(database.db, (db) => renew(db, renewal))
  } finally {
    await database.close()
  }
}
