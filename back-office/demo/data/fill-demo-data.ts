import type { Kysely, Transaction } from 'kysely'
import type { BackOfficeTables } from '../../database/tables.ts'
import { hasAccounts } from '../../repositories/accounts-repository.ts'
import { indexNewMembers } from '../../repositories/member-index-repository.ts'
import { toMember } from '../../repositories/members-repository.ts'
import { fillOtherSafety } from '../../safety/other-bookings.ts'
import { createDemoRows, type DemoRows } from './create-demo-rows.ts'
import { drawDemoFiles } from './demo-documents.ts'
import { mergeInDemo } from './demo-merge.ts'
import { demoAccounts, demoPassword } from './demo-people.ts'

type DemoOptions = {
  /** Epoch seconds. Two times in the same hour of the clock give the same data. */
  readonly now: number
  /** Selects the studies; when it is absent, the hour of `now` selects them. The members are always the same. */
  readonly seed?: string | undefined
  /** Returns the stored form of a password; each account has a fixed salt, so that the data are the same every time. */
  readonly hashPassword: (password: string, salt: string) => Promise<string>
}

/** Each table comes after the tables that it refers to. */
const tablesInTurn = [
  'location',
  'sku',
  'promo_code',
  'practitioner',
  'pharmacy',
  'member',
  'study',
  'scheduler_event',
  'safety_record',
  'safety_revision',
  'safety_sign_off',
  'machine_time',
  'study_log',
  'transaction',
  'transaction_step',
  'member_credit',
  'gift_card',
  'gift_card_entry',
  'document_type',
  'document',
  'share',
  'incoming_result',
  'refused_delivery',
  'message',
  'crm_person',
  'crm_opportunity',
  'backup_run',
] as const satisfies readonly (keyof DemoRows)[]

/** A number of bound parameters in one statement that both database engines accept. */
const parametersPerStatement = 30_000

/**
 * Fills an empty database with the demo of decisions §1: 27 locations, the catalogue, 2,000 members, studies from 90
 * days before to 60 days after in every state, safety answers, readings, consults, feedback, documents, shares,
 * transactions of every payment type, results that wait, the CRM and the accounts. The same day and hour always give
 * the same data. Does nothing if there are users already.
 */
export const fillDemoData = async (database: Kysely<BackOfficeTables>, options: DemoOptions): Promise<void> => {
  if (await hasAccounts(database)) return
  const rows = createDemoRows(options.now, await drawDemoFiles(), { seed: options.seed })
  const hashes = await Promise.all(
    demoAccounts.map((account) => options.hashPassword(demoPassword, `demo-salt-${account.userID}`)),
  )
  await database.transaction().execute(async (transaction) => {
    await transaction
      .insertInto('user')
      .values(
        demoAccounts.map((account, index) => ({
          user_id: account.userID,
          email: account.email,
          email_key: account.email,
          password_hash: hashes[index] ?? null,
          failed_sign_ins: 0,
          locked_until: null,
          firstname: account.firstname,
          lastname: account.lastname,
          roles: JSON.stringify(account.roles),
          allowed_locations: account.allowedLocations === null ? null : JSON.stringify(account.allowedLocations),
          home_location: account.homeLocation,
        })),
      )
      .execute()
    for (const table of tablesInTurn) await insertAll(transaction, table, rows[table])
    await indexNewMembers(transaction, rows.member.map(toMember))
    await mergeInDemo(transaction, rows, Math.floor(options.now / 3600) * 3600)
    // The demo's time is the beginning of the hour.
    await fillOtherSafety(transaction, Math.floor(options.now / 3600) * 3600)
  })
}

const insertAll = async <Table extends keyof BackOfficeTables>(
  transaction: Transaction<BackOfficeTables>,
  table: Table,
  rows: readonly BackOfficeTables[Table][],
): Promise<void> => {
  const columns = Object.keys(rows[0] ?? {}).length
  if (columns === 0) return
  const perStatement = Math.max(1, Math.floor(parametersPerStatement / columns))
  for (let start = 0; start < rows.length; start += perStatement) {
    const chunk = rows.slice(start, start + perStatement)
    // The insert builder cannot follow a table that is a type parameter; the signature above has checked the rows.
    const anyTable = transaction as unknown as Transaction<Record<string, Record<string, unknown>>>
    await anyTable
      .insertInto(table as string)
      .values(chunk as Record<string, unknown>[])
      .execute()
  }
}
