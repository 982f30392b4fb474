import { createHash } from 'node:crypto'
import {
  type AdministeredDocumentType,
  type AdministeredGiftCard,
  type AdministeredPromo,
  type AdministeredSku,
  administeredPromoSchema,
  administeredSkuSchema,
} from '#domain/catalogue/administered-catalogue.ts'
import type { PromoCode, Sku } from '#domain/catalogue/sku.ts'
import { toInstant } from '#domain/values/instant.ts'
import type { SkuID } from '#domain/values/location-id.ts'
import { toDecimalAmount, toMoney } from '#domain/values/money.ts'
import type { DocumentTypeTable, PromoCodeTable, SkuTable } from '../database/catalogue-tables.ts'
import type { Database } from '../database/database.ts'
import { readSkus } from './catalogue-repository.ts'

type Administered = { readonly version: number; readonly active: boolean }
const stateOf = (row: {
  readonly version?: number | null | undefined
  readonly active?: number | null | undefined
}): Administered => ({
  version: row.version ?? 1,
  active: row.active !== 0,
})
const toFlag = (active: boolean): 0 | 1 => (active ? 1 : 0)

const toSku = (row: Readonly<SkuTable>): AdministeredSku =>
  administeredSkuSchema.parse({ ...JSON.parse(row.document), ...stateOf(row) })

export const readAdministeredSkus = async (db: Database): Promise<AdministeredSku[]> =>
  (await db.selectFrom('sku').selectAll().orderBy('sku_id').execute()).map(toSku)

/**
 * Returns the scan types that administrators changed, and those with price rows at any location. For all other scan
 * types, a location's own record is used unchanged.
 */
export const findSkusForLocations = async (db: Database): Promise<AdministeredSku[]> => {
  const rows = await db
    .selectFrom('sku')
    .selectAll()
    .where((row) =>
      row.or([row('version', '>', 1), row('sku_id', 'in', row.selectFrom('location_price').select('sku_id'))]),
    )
    .execute()
  return rows.map(toSku)
}

/** Adds a scan type. Returns false if its number already exists, even if a concurrent call added it. */
export const addSku = async (db: Database, sku: Sku): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('sku')
    .values({ sku_id: sku.skuID, document: JSON.stringify(sku) })
    .onConflict((conflict) => conflict.column('sku_id').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Writes a scan type under its optimistic lock and increments the version. Returns false when the version is stale. */
export const changeSkuRow = async (db: Database, { version, active, ...sku }: AdministeredSku): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('sku')
    .set({ document: JSON.stringify(sku), version: version + 1, active: toFlag(active) })
    .where('sku_id', '=', sku.skuID)
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

const toDocumentType = (row: Readonly<DocumentTypeTable>): AdministeredDocumentType => ({
  uuid: row.uuid,
  name: row.name,
  description: row.description,
  ...stateOf(row),
})

export const readAdministeredDocumentTypes = async (db: Database): Promise<AdministeredDocumentType[]> =>
  (await db.selectFrom('document_type').selectAll().orderBy('name').execute()).map(toDocumentType)

export const addDocumentType = async (
  db: Database,
  { uuid, name, description }: Pick<DocumentTypeTable, 'uuid' | 'name' | 'description'>,
): Promise<void> => {
  await db.insertInto('document_type').values({ uuid, name, description }).execute()
}

/** Writes a document type as {@link changeSkuRow} does. */
export const changeDocumentTypeRow = async (db: Database, type: AdministeredDocumentType): Promise<boolean> => {
  const { uuid, name, description, version, active } = type
  const { numUpdatedRows } = await db
    .updateTable('document_type')
    .set({ name, description, version: version + 1, active: toFlag(active) })
    .where('uuid', '=', uuid)
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

const toPromo = (row: Readonly<PromoCodeTable>, skus: readonly Sku[]): AdministeredPromo =>
  administeredPromoSchema.parse({
    ...JSON.parse(row.document),
    ...stateOf(row),
    skuIDs: skus.filter(({ promocodes }) => promocodes.includes(row.promo_id)).map(({ skuID }) => skuID),
  })

export const readAdministeredPromos = async (db: Database): Promise<AdministeredPromo[]> => {
  const rows = await db.selectFrom('promo_code').selectAll().orderBy('promo_id').execute()
  const skus = await readSkus(db)
  return rows.map((row) => toPromo(row, skus))
}

/** Adds a promo code. Returns false if the code already exists, even if a concurrent call added it. */
export const addPromo = async (db: Database, promo: PromoCode): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('promo_code')
    .values({ promo_id: promo.promoID, document: JSON.stringify(promo) })
    .onConflict((conflict) => conflict.column('promo_id').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Writes a promo code as {@link changeSkuRow} does, but not the list of scan types to which the promo code applies. */
export const changePromoRow = async (
  db: Database,
  { version, active, skuIDs: _, ...promo }: AdministeredPromo,
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('promo_code')
    .set({ document: JSON.stringify(promo), version: version + 1, active: toFlag(active) })
    .where('promo_id', '=', promo.promoID)
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Makes a promo code valid for exactly these scan types. */
export const setSkusOfPromo = async (db: Database, promoID: string, skuIDs: readonly SkuID[]): Promise<void> => {
  for (const sku of await readSkus(db)) {
    const others = sku.promocodes.filter((code) => code !== promoID)
    const promocodes = skuIDs.includes(sku.skuID) ? [...others, promoID] : others
    if (promocodes.length === sku.promocodes.length) continue
    await db
      .updateTable('sku')
      .set({ document: JSON.stringify({ ...sku, promocodes }) })
      .where('sku_id', '=', sku.skuID)
      .execute()
  }
}

/** Returns the id under which administrators see a gift card. The card's number cannot be computed from the id. */
const giftCardIDOf = (key: string): string => createHash('sha256').update(`gift-card ${key}`).digest('hex').slice(0, 32)

type GiftCardWithKey = AdministeredGiftCard & { readonly key: string }

/** Returns every gift card with its balance, the newest first. `key` never leaves the server. */
export const readGiftCardRows = async (db: Database): Promise<GiftCardWithKey[]> => {
  const rows = await db
    .selectFrom('gift_card')
    .leftJoin('gift_card_state', 'gift_card_state.gift_card_key', 'gift_card.gift_card_key')
    .selectAll('gift_card')
    .select(['gift_card_state.version', 'gift_card_state.active'])
    .orderBy('created_at', 'desc')
    .orderBy('gift_card.gift_card_key')
    .execute()
  const sums = await db
    .selectFrom('gift_card_entry')
    .select(['gift_card_key', (entry) => entry.fn.sum<number | string | null>('amount').as('total')])
    .groupBy('gift_card_key')
    .execute()
  const balances = new Map(sums.map(({ gift_card_key, total }) => [gift_card_key, Number(total ?? 0)]))
  return rows.map((row) => ({
    key: row.gift_card_key,
    giftCardID: giftCardIDOf(row.gift_card_key),
    lastCharacters: row.number.slice(-4),
    currency: row.currency,
    balance: toDecimalAmount(toMoney(balances.get(row.gift_card_key) ?? 0)),
    issuedAt: toInstant(row.created_at * 1000),
    ...stateOf(row),
  }))
}

/** Activates or deactivates a gift card as {@link changeSkuRow} does. */
export const changeGiftCardRow = async (
  db: Database,
  { key, version, active }: Pick<GiftCardWithKey, 'key' | 'version' | 'active'>,
): Promise<boolean> => {
  if (version === 1) {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('gift_card_state')
      .values({ gift_card_key: key, version: 2, active: toFlag(active) })
      .onConflict((conflict) => conflict.column('gift_card_key').doNothing())
      .executeTakeFirst()
    return numInsertedOrUpdatedRows === 1n
  }
  const { numUpdatedRows } = await db
    .updateTable('gift_card_state')
    .set({ version: version + 1, active: toFlag(active) })
    .where('gift_card_key', '=', key)
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
