import { type PromoCode, promoCodeSchema, type Sku, skuSchema } from '#domain/catalogue/sku.ts'
import {
  type Practitioner,
  type PractitionerContactChanges,
  practiceLocationSchema,
  practitionerContactSchema,
} from '#domain/people/practitioner.ts'
import { foldText } from '#domain/values/plain-text.ts'
import type { PractitionerTable } from '../database/catalogue-tables.ts'
import type { Database } from '../database/database.ts'

export const readSkus = async (db: Database): Promise<Sku[]> => {
  const rows = await db.selectFrom('sku').select('document').orderBy('sku_id').execute()
  return rows.map((row) => skuSchema.parse(JSON.parse(row.document)))
}

/** Returns the active promo codes; with `all` also the inactive ones, whose names old transactions still need. */
export const readPromoCodes = async (db: Database, which: 'in use' | 'all' = 'in use'): Promise<PromoCode[]> => {
  const rows = await db
    .selectFrom('promo_code')
    .select('document')
    .where('active', 'in', which === 'all' ? [0, 1] : [1])
    .orderBy('promo_id')
    .execute()
  return rows.map((row) => promoCodeSchema.parse(JSON.parse(row.document)))
}

type PractitionerRow = Readonly<PractitionerTable>

const emptyContact = { emailAddress: '', faxNumber: '', address: '', address2: '' }

/** Accepts a practice and keeps the fields that only older documents have. */
const keptLocationSchema = practiceLocationSchema.loose().extend({
  practitionerContact: practiceLocationSchema.shape.practitionerContact.loose(),
})

/** Returns a row in the contract's form; fields that an older document lacks are empty. */
export const toPractitioner = (row: PractitionerRow): Practitioner => {
  const document = JSON.parse(row.document) as Readonly<Record<string, unknown>>
  const text = (value: unknown): string => (typeof value === 'string' ? value : '')
  const contact = typeof document.contact === 'object' ? document.contact : {}
  return {
    id: row.practitioner_id,
    firstName: text(document.firstName),
    lastName: text(document.lastName),
    profession: text(document.profession),
    salutation: text(document.salutation),
    contact: practitionerContactSchema.safeParse({ ...emptyContact, ...contact }).data ?? emptyContact,
    locations: Array.isArray(document.locations)
      ? document.locations.flatMap((location) => practiceLocationSchema.safeParse(location).data ?? [])
      : [],
    version: row.version,
  }
}

/**
 * Returns active practitioners whose folded name has every word of `text`, in the order of last names; all active
 * practitioners if there is no text.
 */
export const searchPractitioners = async (db: Database, text: string | undefined): Promise<Practitioner[]> => {
  const rows = await db.selectFrom('practitioner').selectAll().where('active', '=', 1).execute()
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

/** Returns the practitioners of these ids that are in the directory, each once, in the order of the ids. */
export const findPractitioners = async (db: Database, ids: readonly string[]): Promise<Practitioner[]> => {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return []
  const rows = await db.selectFrom('practitioner').selectAll().where('practitioner_id', 'in', wanted).execute()
  const known = new Map(rows.map((row) => [row.practitioner_id, row]))
  return wanted.flatMap((id) => {
    const row = known.get(id)
    return row === undefined ? [] : [toPractitioner(row)]
  })
}

/**
 * Writes a practitioner's delivery addresses under an optimistic lock and increments the version. Returns undefined
 * when the version is stale or the practitioner is gone.
 */
export const changePractitionerContact = async (
  db: Database,
  read: Pick<Practitioner, 'id' | 'version'>,
  { practiceFaxNumbers, ...contact }: PractitionerContactChanges,
): Promise<Practitioner | undefined> => {
  const row = await db
    .selectFrom('practitioner')
    .selectAll()
    .where('practitioner_id', '=', read.id)
    .where('version', '=', read.version)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const document = JSON.parse(row.document) as Readonly<Record<string, unknown>>
  const changed = await db
    .updateTable('practitioner')
    .set({
      document: JSON.stringify({
        ...document,
        contact: { ...toPractitioner(row).contact, ...contact },
        ...(practiceFaxNumbers === undefined
          ? {}
          : { locations: withFaxNumbers(document.locations, new Map(Object.entries(practiceFaxNumbers))) }),
      }),
      version: read.version + 1,
    })
    .where('practitioner_id', '=', read.id)
    .where('version', '=', read.version)
    .returningAll()
    .executeTakeFirst()
  return changed === undefined ? undefined : toPractitioner(changed)
}

/** Replaces the fax numbers of these practices, by id; all other content stays unchanged. */
const withFaxNumbers = (locations: unknown, numbers: ReadonlyMap<string, string>): unknown => {
  if (!Array.isArray(locations)) return locations
  return locations.map((location: unknown) => {
    const { success, data } = keptLocationSchema.safeParse(location)
    const faxNumber = success ? numbers.get(data.id) : undefined
    if (!success || faxNumber === undefined) return location
    return { ...data, practitionerContact: { ...data.practitionerContact, faxNumber } }
  })
}

const compare = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1)
