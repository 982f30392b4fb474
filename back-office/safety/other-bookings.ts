import { type Database, inTransaction } from '../database/database.ts'
import { findMembersWithSeveral, updateOtherSafety } from '../repositories/other-safety-repository.ts'

/** Appointments that began in the last 24 hours count too, because their scan is perhaps not marked yet. */
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
