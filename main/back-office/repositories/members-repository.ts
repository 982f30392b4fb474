import { sql } from 'kysely'
import { phoneKey } from '#domain/members/duplicates.ts'
import { type Member, memberSchema } from '#domain/members/member.ts'
import { foldText } from '#domain/text/plain-text.ts'
import type { Database } from './database.ts'
import { toReferralCode } from './referral-code.ts'
import type { MemberTable } from './tables.ts'

/** What stands in `search_text`: folded names, birth date, digits of the phone and the e-mail address, in one line. */
export const toSearchText = (
  member: Pick<Member, 'firstname' | 'middlename' | 'preferredName' | 'lastname' | 'dob' | 'phone_number' | 'email'>,
): string =>
  [
    foldText(`${member.firstname} ${member.middlename} ${member.preferredName} ${member.lastname}`),
    member.dob,
    phoneKey(member.phone_number),
    member.email.toLowerCase(),
  ].join(' ')

/** The columns that follow from a member's own fields. */
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
  referral_code: toReferralCode(member.patientID),
  search_text: toSearchText(member),
  version: member.version,
  created_at: createdAt,
})

/** A member as answered (booking spec §3 Member), from its row. */
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

export type MemberQuery = {
  /** Parts that must all be found somewhere in `search_text`; each a list of spellings of which one is enough. */
  readonly parts: readonly (readonly string[])[]
  /** Part of an e-mail address, lower case. */
  readonly email: string | undefined
  readonly limit: number
}

/** Members that match, by last and first name. What is searched for is data, never a pattern: no wildcard has a meaning. */
export const searchMembers = async (db: Database, query: MemberQuery): Promise<Member[]> => {
  let select = db.selectFrom('member').selectAll()
  for (const spellings of query.parts) {
    select = select.where((has) =>
      has.or(spellings.map((spelling) => sql<boolean>`search_text like ${toPattern(spelling)} escape '!'`)),
    )
  }
  if (query.email !== undefined)
    select = select.where(sql<boolean>`email_key like ${toPattern(query.email)} escape '!'`)
  const rows = await select.orderBy('lastname').orderBy('firstname').orderBy('patient_id').limit(query.limit).execute()
  return rows.map(toMember)
}

const toPattern = (text: string): string => `%${text.replace(/[!%_]/g, '!$&')}%`

export const addMember = async (db: Database, member: Member, createdAt: number): Promise<void> => {
  await db.insertInto('member').values(toMemberRow(member, createdAt)).execute()
}

/**
 * Writes a changed member over the version that was read. False when somebody else was faster: nothing is written then.
 */
export const replaceMember = async (db: Database, member: Member, readVersion: number): Promise<boolean> => {
  const { patient_id, created_at: _createdAt, ...columns } = toMemberRow(member, 0)
  const result = await db
    .updateTable('member')
    .set(columns)
    .where('patient_id', '=', patient_id)
    .where('version', '=', readVersion)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}
