import { type Database, inTransaction } from '../database/database.ts'
import { findMembersWithSeveral, updateOtherSafety } from '../repositories/other-safety-repository.ts'

/** Appointments of the last day count: the scan may have taken place, and staff have not marked it yet. */
const pastSeconds = 86_400

/**
 * Compares the bookings of each member who has several, if one of these was never compared with the others. `now` in
 * epoch seconds.
 */
export const fillOtherSafety = async (db: Database, now: number): Promise<void> => {
  for (const patientID of await findMembersWithSeveral(db, now - pastSeconds)) {
    await inTransaction(db, async (transaction) => updateOtherSafety(transaction, patientID))
  }
}
