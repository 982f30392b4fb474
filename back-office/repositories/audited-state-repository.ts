import type { AuditedState, ChangedRecords } from '../database/audit-table.ts'
import type { Database } from '../database/database.ts'
import type { MemberTable, StudyTable } from '../database/tables.ts'

type Values = Record<string, string | number | boolean | null>

/**
 * The columns of a study whose values are written to the audit log: appointment, hold, money and the state of the
 * study.
 */
const studyValues = [
  'location_id',
  'sku_id',
  'starts_at',
  'machine_id',
  'temporary_hold_until',
  'cancelled',
  'price',
  'payment_amount',
  'balance',
  'invoice_step',
  'opportunity_id',
  'version',
] as const satisfies readonly (keyof StudyTable)[]

/** The columns with texts and answers: only the names of these columns are written to the audit log. */
const studyHidden = [
  'cancellation',
  'referrer',
  'sedative_taken',
  'items',
  'extra',
  'sedative',
  'safety',
] as const satisfies readonly (keyof StudyTable)[]

/** The columns of a member: all of them identify the person or lead to the person. */
const memberHidden = [
  'firstname',
  'middlename',
  'preferred_name',
  'lastname',
  'email',
  'dob',
  'gender',
  'phone_number',
  'address',
  'city',
  'state',
  'postal_code',
  'country',
  'phn',
  'lead_source',
  'lead_source_detail',
  'language',
] as const satisfies readonly (keyof MemberTable)[]

/** The maximum length of a flag's text. Status flags are words or instants; the audit log omits a longer text. */
const maxFlagChars = 40

/** Adds the flags of a study's status; the name of a nested flag is appended after a dot. */
const addFlags = (values: Values, prefix: string, flags: unknown): void => {
  if (typeof flags === 'object' && flags !== null) {
    for (const [name, flag] of Object.entries(flags)) addFlags(values, `${prefix}.${name}`, flag)
    return
  }
  const isShort = typeof flags === 'string' && flags.length <= maxFlagChars
  if (typeof flags === 'boolean' || typeof flags === 'number' || isShort) values[prefix] = flags
}

/** Returns the state that the audit log compares before and after a change of a study or a member. */
export const findAuditedState = async (db: Database, { studyID, memberID }: ChangedRecords): Promise<AuditedState> => {
  const values: Values = {}
  const hidden: Record<string, string | number | null> = {}
  if (studyID !== null) {
    const study = await db
      .selectFrom('study')
      .select([...studyValues, ...studyHidden, 'status'])
      .where('study_id', '=', studyID)
      .executeTakeFirst()
    if (study !== undefined) {
      for (const name of studyValues) values[name] = study[name]
      for (const name of studyHidden) hidden[name] = study[name]
      addFlags(values, 'status', JSON.parse(study.status))
    }
  }
  if (memberID !== null) {
    const member = await db
      .selectFrom('member')
      .select([...memberHidden, 'version'])
      .where('patient_id', '=', memberID)
      .executeTakeFirst()
    if (member !== undefined) {
      values['member.version'] = member.version
      for (const name of memberHidden) hidden[`member.${name}`] = member[name]
    }
  }
  return { values, hidden }
}
