import type { Database } from '../database/database.ts'
import type { UserTable } from '../database/tables.ts'

/** The records that the right to make a call depends on. The server hands them in; the kernel knows no repository. */
export type AccessRecords = {
  /** The user whose session this is; undefined when it does not exist or has expired. `now` in epoch seconds. */
  readonly findSessionUser: (db: Database, tokenHash: string, now: number) => Promise<UserTable | undefined>
  /** The delivery that a ticket is for, and its author; undefined when the ticket does not exist or has expired. */
  readonly findTicket: (
    db: Database,
    ticketHash: string,
    now: number,
  ) => Promise<{ readonly user: UserTable; readonly deliveryID: string; readonly studyID: string } | undefined>
  /** Whose study it is and where; undefined when there is no such study. */
  readonly findStudyScope: (
    db: Database,
    studyID: string,
  ) => Promise<{ readonly locationID: string; readonly patientID: string } | undefined>
}
