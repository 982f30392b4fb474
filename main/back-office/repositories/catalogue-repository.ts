import { type PromoCode, promoCodeSchema, type Sku, skuSchema } from '#domain/locations/sku.ts'
import { foldText } from '#domain/text/plain-text.ts'
import type { Database } from './database.ts'

/** A practitioner as the directory answers one. */
export type Practitioner = {
  readonly id: string
  readonly firstName: string
  readonly lastName: string
  readonly profession: string
  readonly salutation: string
}

export const readSkus = async (db: Database): Promise<Sku[]> => {
  const rows = await db.selectFrom('sku').select('document').orderBy('sku_id').execute()
  return rows.map((row) => skuSchema.parse(JSON.parse(row.document)))
}

export const readPromoCodes = async (db: Database): Promise<PromoCode[]> => {
  const rows = await db.selectFrom('promo_code').select('document').orderBy('promo_id').execute()
  return rows.map((row) => promoCodeSchema.parse(JSON.parse(row.document)))
}

const toPractitioner = (row: { practitioner_id: string; document: string }): Practitioner => {
  const document = JSON.parse(row.document) as Partial<Record<keyof Practitioner, string>>
  return {
    id: row.practitioner_id,
    firstName: document.firstName ?? '',
    lastName: document.lastName ?? '',
    profession: document.profession ?? '',
    salutation: document.salutation ?? '',
  }
}

/** Practitioners whose folded name has every word of `text`, by last name; all of them without one. */
export const searchPractitioners = async (db: Database, text: string | undefined): Promise<Practitioner[]> => {
  const rows = await db.selectFrom('practitioner').selectAll().execute()
  const words = foldText(text ?? '').split(' ')
  return rows
    .filter((row) => words.every((word) => foldText(row.search_text).includes(word)))
    .map(toPractitioner)
    .sort((a, b) => compare(a.lastName, b.lastName) || compare(a.firstName, b.firstName) || compare(a.id, b.id))
}

export const findPractitioner = async (db: Database, id: string): Promise<Practitioner | undefined> => {
  const row = await db.selectFrom('practitioner').selectAll().where('practitioner_id', '=', id).executeTakeFirst()
  return row === undefined ? undefined : toPractitioner(row)
}

const compare = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1)
