import type { Database } from '../database/database.ts'
import type { RestorationTable, RestoredPaymentTable } from '../database/server-identity-table.ts'

export type RestoredPaymentRow = Readonly<RestoredPaymentTable>

export const addRestoration = async (
  db: Database,
  restoration: Pick<RestorationTable, 'restoration_id' | 'backup_at' | 'restored_at'>,
): Promise<void> => {
  await db
    .insertInto('restoration')
    .values({ ...restoration, cards_checked_at: null })
    .execute()
}

/** Returns the restores whose check with the card processor is not finished yet, oldest first. */
export const findUncheckedRestorations = async (db: Database): Promise<readonly Readonly<RestorationTable>[]> =>
  db.selectFrom('restoration').selectAll().where('cards_checked_at', 'is', null).orderBy('restored_at').execute()

/** Ends the check of a restore: stores what is missing, each payment once. Runs in the caller's transaction. */
export const endRestorationCheck = async (
  db: Database,
  { restorationID, now, missing }: { restorationID: string; now: number; missing: readonly RestoredPaymentRow[] },
): Promise<void> => {
  for (const row of missing) {
    await db
      .insertInto('restored_payment')
      .values(row)
      .onConflict((conflict) => conflict.column('payment_id').doNothing())
      .execute()
  }
  await db
    .updateTable('restoration')
    .set({ cards_checked_at: now })
    .where('restoration_id', '=', restorationID)
    .execute()
}

/** Returns which of these attempts, and which attempts of these processor ids, the database has. */
export const findKnownAttempts = async (
  db: Database,
  { attemptIDs, intentIDs }: { readonly attemptIDs: readonly string[]; readonly intentIDs: readonly string[] },
): Promise<{ readonly attemptIDs: ReadonlySet<string>; readonly intentIDs: ReadonlySet<string> }> => {
  const attempts = new Set<string>()
  const intents = new Set<string>()
  // Both databases limit the number of ids in one statement.
  for (let start = 0; start < Math.max(attemptIDs.length, intentIDs.length); start += idsPerQuery) {
    const rows = await db
      .selectFrom('payment_attempt')
      .select(['attempt_id', 'intent_id'])
      .where((row) =>
        row.or([
          row('attempt_id', 'in', orNone(attemptIDs.slice(start, start + idsPerQuery))),
          row('intent_id', 'in', orNone(intentIDs.slice(start, start + idsPerQuery))),
        ]),
      )
      .execute()
    for (const { attempt_id, intent_id } of rows) {
      attempts.add(attempt_id)
      if (intent_id !== null) intents.add(intent_id)
    }
  }
  return { attemptIDs: attempts, intentIDs: intents }
}

const idsPerQuery = 500
const orNone = (ids: readonly string[]): readonly string[] => (ids.length === 0 ? [''] : ids)

/** Returns the payments that finance has not resolved, oldest first, each with the time of its backup. */
export const findRestoredPayments = async (
  db: Database,
): Promise<readonly (RestoredPaymentRow & Pick<RestorationTable, 'backup_at'>)[]> =>
  db
    .selectFrom('restored_payment')
    .innerJoin('restoration', 'restoration.restoration_id', 'restored_payment.restoration_id')
    .selectAll('restored_payment')
    .select('restoration.backup_at')
    .where('resolved_at', 'is', null)
    .orderBy('taken_at')
    .orderBy('payment_id')
    .execute()

export const findRestoredPayment = async (db: Database, paymentID: string): Promise<RestoredPaymentRow | undefined> =>
  db.selectFrom('restored_payment').selectAll().where('payment_id', '=', paymentID).executeTakeFirst()

/** Resolves a payment. Returns false if another person resolved it first. */
export const resolveRestoredPaymentRow = async (
  db: Database,
  paymentID: string,
  { note, by, now }: { readonly note: string; readonly by: string; readonly now: number },
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('restored_payment')
    .set({ note, resolved_by: by, resolved_at: now })
    .where('payment_id', '=', paymentID)
    .where('resolved_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
