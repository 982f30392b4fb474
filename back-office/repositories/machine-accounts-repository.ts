import type { Database } from '../database/database.ts'
import type { MachineAccountTable } from '../database/result-tables.ts'

export const findMachineAccount = async (db: Database, tokenHash: string): Promise<MachineAccountTable | undefined> =>
  db.selectFrom('machine_account').selectAll().where('token_hash', '=', tokenHash).executeTakeFirst()

/** Adds an account, or gives the account of that name a new token; the old token is no longer valid. */
export const putMachineAccount = async (db: Database, account: MachineAccountTable): Promise<void> => {
  await db
    .insertInto('machine_account')
    .values(account)
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ token_hash: account.token_hash }))
    .execute()
}

/** Returns false if there is no account of that name. */
export const removeMachineAccount = async (db: Database, name: string): Promise<boolean> => {
  const removed = await db.deleteFrom('machine_account').where('name', '=', name).executeTakeFirst()
  return Number(removed.numDeletedRows) === 1
}
