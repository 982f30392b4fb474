import { z } from 'zod'
import { instantSchema } from '../values/time-schemas.ts'

/** A row of the audit log, with the current names for its ids. */
export const auditRowSchema = z.object({
  sequence: z.number().int().positive(),
  at: instantSchema,
  /** Null for actions of the server itself, and for calls without an account. */
  user: z.object({ userID: z.string(), name: z.string().nullable() }).nullable(),
  /** The name of the call in the log, such as `member.viewed`. */
  action: z.string(),
  /** The ids and field names that the row has in addition to its action. */
  what: z.string().nullable(),
  /** `name` and `dob` are null if the member no longer exists. */
  member: z.object({ memberID: z.string(), name: z.string().nullable(), dob: z.string().nullable() }).nullable(),
  studyID: z.string().nullable(),
  locationID: z.string().nullable(),
  workstationID: z.string().nullable(),
  address: z.string().nullable(),
  /** `ok`, or the code of the refusal. */
  outcome: z.string(),
  /** JSON; see decision 327. */
  before: z.string().nullable(),
  after: z.string().nullable(),
  /** The number of records of each kind that a bulk call returned to the workstation; null for all other calls. */
  given: z.record(z.string(), z.number().int()).nullable(),
})
export type AuditRow = z.infer<typeof auditRowSchema>

/** The actions whose names would mislead a reader. */
const actionWords: Readonly<Record<string, string>> = {
  'cache.changes-read': 'Copied to a workstation',
  'cache.members-read': 'Copied to a workstation',
  'audit.viewed': 'Audit log viewed',
}

/** Returns an action in words: `study.temporary-hold-booked` becomes `Study temporary hold booked`. */
export const describeAction = (action: string): string => {
  const known = actionWords[action]
  if (known !== undefined) return known
  const words = action.replace(/[.-]+/g, ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/**
 * Returns the names of the fields that a row lists as changed, except versions: first the fields whose values are in
 * the row, then the fields of which the row has only the names.
 */
export const fieldsOfChange = ({ after }: Pick<AuditRow, 'after'>): readonly string[] => {
  if (after === null) return []
  const parsed: unknown = JSON.parse(after)
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return []
  const { changed, ...values } = parsed as { readonly changed?: unknown }
  const hidden = Array.isArray(changed) ? changed.filter((name): name is string => typeof name === 'string') : []
  return [...Object.keys(values).filter((name) => !/(?:^|\.)version$/.test(name)), ...hidden]
}

/** The fields whose stored names would mislead a reader. */
const fieldWords: Readonly<Record<string, string>> = {
  extra: 'study details',
  items: 'study items',
  location_id: 'location',
  machine_id: 'machine',
  opportunity_id: 'opportunity',
  payment_amount: 'paid',
  sku_id: 'scan type',
  starts_at: 'start',
  temporary_hold_until: 'end of the temporary hold',
  safety: 'safety questions',
  'member.dob': 'date of birth',
  'member.phn': 'personal health number',
  'member.firstname': 'first name',
  'member.lastname': 'last name',
  'member.middlename': 'middle name',
  'member.version': 'version of the member',
}

/**
 * Returns a changed field in words: `member.phone_number` becomes `phone number`, and `status.checkin` becomes
 * `checkin`.
 */
export const describeField = (name: string): string =>
  fieldWords[name] ?? name.replace(/^(?:member|status)\./, '').replaceAll('_', ' ')
