import type { CrmOpportunity } from '#domain/crm/crm.ts'
import { refundableOf } from '#domain/payments/ledger.ts'
import { ledgerKind, type TransactionID } from '#domain/payments/transaction.ts'
import type { Database } from '../database/database.ts'
import { findMember } from '../repositories/members-repository.ts'
import type { StudyRow } from '../repositories/studies-repository.ts'
import { detailsOf, findTransactionRows, toEntryOfRow } from '../repositories/transactions-repository.ts'

/** Returns the full name of an opportunity's owner; null when the owner has no account here. */
export const findSalesperson = async (
  db: Database,
  { OwnerId }: Pick<CrmOpportunity, 'OwnerId'>,
): Promise<string | null> => {
  const row = await db
    .selectFrom('user')
    .select(['firstname', 'lastname'])
    .where('user_id', '=', OwnerId)
    .executeTakeFirst()
  return row === undefined ? null : nameOf(row)
}

/**
 * Returns who referred the member: the owner of the referral code on the study, else the source named in the member's
 * record, else null.
 */
export const findReferringMember = async (
  db: Database,
  study: Pick<StudyRow, 'study_id' | 'patient_id'>,
): Promise<string | null> => {
  const code = await findReferralCode(db, study.study_id)
  const owners =
    code === null
      ? []
      : await db
          .selectFrom('member')
          .select(['firstname', 'lastname', 'merged_into'])
          .where('referral_code', '=', code)
          .limit(2)
          .execute()
  const [owner] = owners
  // A code shared by two members does not identify a referrer.
  if (owner !== undefined && owners.length === 1) {
    const keptID = owner.merged_into ?? null
    const kept = keptID === null ? undefined : await findMember(db, keptID)
    return nameOf(kept ?? owner)
  }
  const detail = (await findMember(db, study.patient_id))?.leadSourceDetail.trim() ?? ''
  return detail === '' ? null : detail
}

/** Returns the referral code in effect on a study; a withdrawn code does not count. */
const findReferralCode = async (db: Database, studyID: string): Promise<string | null> => {
  const rows = await findTransactionRows(db, studyID)
  const entries = rows.map(toEntryOfRow)
  const current = rows.find(
    (row) =>
      row.payment_type === 'referral code' &&
      ledgerKind(row.transaction_type) === 'discount' &&
      (row.amount === 0 || refundableOf(entries, row.transaction_id as TransactionID) > 0),
  )
  return current === undefined ? null : (detailsOf(current).referralCode ?? null)
}

const nameOf = ({ firstname, lastname }: { readonly firstname: string; readonly lastname: string }): string =>
  `${firstname} ${lastname}`.trim()
