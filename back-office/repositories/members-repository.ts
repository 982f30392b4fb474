import { phoneKey } from '#domain/members/duplicates.ts'
import { type Member, memberSchema } from '#domain/members/member.ts'
import { foldText } from '#domain/values/plain-text.ts'
import { type Database, inTransaction } from '../database/database.ts'
import type { MemberTable } from '../database/tables.ts'
import { indexChangedMember, indexNewMembers } from './member-index-repository.ts'
import { toReferralCode } from './referral-code.ts'

/** Returns the text of `search_text`: folded names, birth date, phone digits and email address, in one line. */
const toSearchText = (
  member: Pick<Member, 'firstname' | 'middlename' | 'preferredName' | 'lastname' | 'dob' | 'phone_number' | 'email'>,
): string =>
  [
    foldText(`${member.firstname} ${member.middlename} ${member.preferredName} ${member.lastname}`),
    member.dob,
    phoneKey(member.phone_number),
    member.email.toLowerCase(),
  ].join(' ')

/** Returns a member's row, with the columns that are derived from the member's fields. */
export const toMemberRow = (member: Member, createdAt: number): MemberTable => ({
  patient_id: member.patientID,
  firstname: member.firstname,
  middlename: member.middlename,
  preferred_name: member.preferredName,
  lastname: member.lastname,
  email: member.email,
  email_key: member.email.toLowerCase(),
  dob: member.dob,
  gender: member.gender,
  phone_number: member.phone_number,
  phone_key: phoneKey(member.phone_number),
  address: member.address,
  city: member.city,
  state: member.state,
  postal_code: member.postalCode,
  country: member.country,
  phn: member.phn,
  salesforce_account_id: member.salesforceAccountId,
  sf_opportunity_id: member.sfOpportunityID,
  lead_source: member.leadSource,
  lead_source_detail: member.leadSourceDetail,
  language: member.language,
  referral_code: toReferralCode(member.patientID),
  search_text: toSearchText(member),
  version: member.version,
  created_at: createdAt,
})

/** Returns a member in the contract's form (booking spec §3 Member), from its row. */
export const toMember = (row: MemberTable): Member =>
  memberSchema.parse({
    patientID: row.patient_id,
    user_id: row.patient_id,
    atriumID: row.patient_id,
    firstname: row.firstname,
    middlename: row.middlename,
    preferredName: row.preferred_name,
    lastname: row.lastname,
    email: row.email,
    dob: row.dob,
    yob: Number(row.dob.slice(0, 4)),
    mob: Number(row.dob.slice(5, 7)),
    gender: row.gender,
    phone_number: row.phone_number,
    address: row.address,
    city: row.city,
    state: row.state,
    postalCode: row.postal_code,
    country: row.country,
    phn: row.phn,
    roles: ['user'],
    salesforceAccountId: row.salesforce_account_id,
    sfOpportunityID: row.sf_opportunity_id,
    leadSource: row.lead_source,
    leadSourceDetail: row.lead_source_detail,
    language: row.language,
    version: row.version,
  })

export const findMember = async (db: Database, memberID: string): Promise<Member | undefined> => {
  const row = await db.selectFrom('member').selectAll().where('patient_id', '=', memberID).executeTakeFirst()
  return row === undefined ? undefined : toMember(row)
}

export const findMembers = async (db: Database, memberIDs: readonly string[]): Promise<Member[]> => {
  if (memberIDs.length === 0) return []
  const rows = await db.selectFrom('member').selectAll().where('patient_id', 'in', memberIDs).execute()
  return rows.map(toMember)
}

export const findMemberByEmail = async (db: Database, email: string): Promise<Member | undefined> => {
  const row = await db
    .selectFrom('member')
    .selectAll()
    .where('email_key', '=', email.trim().toLowerCase())
    .executeTakeFirst()
  return row === undefined ? undefined : toMember(row)
}

const membersATime = 500

/** Adds members and their search index, in one transaction; `createdBy` is the staff account. */
export const addMembers = async (
  db: Database,
  members: readonly Member[],
  createdAt: number,
  createdBy: string | null = null,
): Promise<void> =>
  inTransaction(db, async (transaction) => {
    for (let from = 0; from < members.length; from += membersATime) {
      const some = members.slice(from, from + membersATime)
      await transaction
        .insertInto('member')
        .values(some.map((member) => ({ ...toMemberRow(member, createdAt), created_by: createdBy })))
        .execute()
      await indexNewMembers(transaction, some)
    }
  })

export const addMember = (
  db: Database,
  member: Member,
  createdAt: number,
  createdBy: string | null = null,
): Promise<void> => addMembers(db, [member], createdAt, createdBy)

/**
 * Writes a changed member under an optimistic lock. Returns false, and writes nothing, when the version is stale or the
 * member was merged into another.
 */
export const replaceMember = async (db: Database, member: Member, readVersion: number): Promise<boolean> => {
  const { patient_id, created_at: _createdAt, ...columns } = toMemberRow(member, 0)
  return inTransaction(db, async (transaction) => {
    const result = await transaction
      .updateTable('member')
      .set(columns)
      .where('patient_id', '=', patient_id)
      .where('version', '=', readVersion)
      .where('merged_into', 'is', null)
      .executeTakeFirst()
    if (result.numUpdatedRows !== 1n) return false
    await indexChangedMember(transaction, member)
    return true
  })
}
