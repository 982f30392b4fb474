import { sql } from 'kysely'
import { normalizeGiftCardNumber } from '#domain/payments/gift-card.ts'
import { type Money, toMoney } from '#domain/values/money.ts'
import type { Database, DatabaseKind } from '../database/database.ts'
import type { GiftCardEntryTable, GiftCardTable } from '../database/tables.ts'

/** Locks a gift card for this transaction. On SQLite a writing transaction is alone anyway. */
export const lockGiftCard = async (db: Database, kind: DatabaseKind, number: string): Promise<void> => {
  if (kind === 'sqlite') return
  await sql`select pg_advisory_xact_lock(hashtextextended(${`gift-card:${normalizeGiftCardNumber(number)}`}, 0))`.execute(
    db,
  )
}

/** Finds a card by its number, in any spelling. */
export const findGiftCard = async (db: Database, number: string): Promise<Readonly<GiftCardTable> | undefined> =>
  db.selectFrom('gift_card').selectAll().where('gift_card_key', '=', normalizeGiftCardNumber(number)).executeTakeFirst()

/** Returns a card's balance, in minor units of its currency. */
export const findGiftCardBalance = async (db: Database, number: string): Promise<Money> => {
  const row = await db
    .selectFrom('gift_card_entry')
    .select((entry) => entry.fn.sum<number | string | null>('amount').as('total'))
    .where('gift_card_key', '=', normalizeGiftCardNumber(number))
    .executeTakeFirst()
  return toMoney(Number(row?.total ?? 0))
}

export const addGiftCardEntry = async (db: Database, row: Readonly<GiftCardEntryTable>): Promise<void> => {
  await db.insertInto('gift_card_entry').values(row).execute()
}
