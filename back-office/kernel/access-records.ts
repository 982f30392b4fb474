import type { AuditedState, ChangedRecords } from '../database/audit-table.ts'
import type { Database } from '../database/database.ts'
import type { ReadUrgency } from '../database/shared-reads.ts'
import type { UserTable } from '../database/tables.ts'

/**
 * The records that the permission to make a call depends on. The server injects them, because the kernel does not
 * import repositories.
 */
export type AccessRecords = {
  /** Returns the user of a session; undefined when the session does not exist or has expired. `now`: epoch seconds. */
  readonly findSessionUser: (
    db: Database,
    tokenHash: string,
    now: number,
    urgency?: ReadUrgency,
  ) => Promise<UserTable | undefined>
  /** Returns a ticket's delivery and its author; undefined when the ticket does not exist or has expired. */
  readonly findTicket: (
    db: Database,
    ticketHash: string,
    now: number,
  ) => Promise<{ readonly user: UserTable; readonly deliveryID: string; readonly studyID: string } | undefined>
  /** Returns a study's member and location; undefined for an unknown study. */
  readonly findStudyScope: (
    db: Database,
    studyID: string,
  ) => Promise<{ readonly locationID: string; readonly patientID: string } | undefined>
  /** Returns the id of the kept member for each of these members who was merged. */
  readonly findKeptMembers: (db: Database, memberIDs: readonly string[]) => Promise<ReadonlyMap<string, string>>
  /** Returns the state that the audit log compares before and after a change of a study or a member (decision 327). */
  readonly findAuditedState: (db: Database, subject: ChangedRecords) => Promise<AuditedState>
}
