import { sql } from 'kysely'
import { normalizeGiftCardNumber } from '#domain/payments/gift-card.ts'
import { type Money, toMoney } from '#domain/values/money.ts'
import type { GiftCardTable } from '../database/catalogue-tables.ts'
import type { Database, DatabaseKind } from '../database/database.ts'
import type { GiftCardEntryTable } from '../database/tables.ts'

/** Locks a gift card for this transaction. On SQLite a writing transaction always runs alone. */
export const lockGiftCard = async (db: Database, kind: DatabaseKind, number: string): Promise<void> => {
  if (kind === 'sqlite') return
  await sql`select pg_advisory_xact_lock(hashtextextended(${`gift-card:${normalizeGiftCardNumber(number)}`}, 0))`.execute(
    db,
  )
}

/** Finds a card by its number; case and surrounding spaces do not matter. */
export const findGiftCard = async (
  db: Database,
  number: string,
): Promise<(Readonly<GiftCardTable> & { readonly active: 0 | 1 | null }) | undefined> =>
  db
    .selectFrom('gift_card')
    .leftJoin('gift_card_state', 'gift_card_state.gift_card_key', 'gift_card.gift_card_key')
    .selectAll('gift_card')
    .select('gift_card_state.active')
    .where('gift_card.gift_card_key', '=', normalizeGiftCardNumber(number))
    .executeTakeFirst()

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
