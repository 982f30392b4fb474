import {
  type AdministeredPharmacy,
  administeredPharmacySchema,
  type DirectoryPharmacy,
} from '#domain/people/pharmacy.ts'
import type { PharmacyTable } from '../database/catalogue-tables.ts'
import type { Database } from '../database/database.ts'

const toPharmacy = (row: Readonly<PharmacyTable>): AdministeredPharmacy =>
  administeredPharmacySchema.parse({
    ...JSON.parse(row.document),
    pharmacyID: row.pharmacy_id,
    version: row.version ?? 1,
    active: row.active !== 0,
  })

/** Returns every pharmacy, also those out of use, by name. */
export const readPharmacyEntries = async (db: Database): Promise<AdministeredPharmacy[]> => {
  const rows = await db.selectFrom('pharmacy').selectAll().execute()
  return rows
    .map(toPharmacy)
    .sort((a, b) => a.name.localeCompare(b.name, 'en') || a.address.localeCompare(b.address, 'en'))
}

/** Returns the pharmacies in use, by name. */
export const readActivePharmacies = async (db: Database): Promise<DirectoryPharmacy[]> =>
  (await readPharmacyEntries(db)).flatMap(({ version: _, active, ...pharmacy }) => (active ? [pharmacy] : []))

const columnsOf = ({ pharmacyID: _, version: __, active, ...fields }: AdministeredPharmacy) => ({
  document: JSON.stringify(fields),
  active: active ? (1 as const) : (0 as const),
})

export const addPharmacy = async (db: Database, pharmacy: AdministeredPharmacy): Promise<void> => {
  await db
    .insertInto('pharmacy')
    .values({ pharmacy_id: pharmacy.pharmacyID, version: pharmacy.version, ...columnsOf(pharmacy) })
    .execute()
}

/** Writes a pharmacy under its optimistic lock and increments the version. Returns false when the version is stale. */
export const changePharmacyRow = async (db: Database, pharmacy: AdministeredPharmacy): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('pharmacy')
    .set({ version: pharmacy.version + 1, ...columnsOf(pharmacy) })
    .where('pharmacy_id', '=', pharmacy.pharmacyID)
    .where('version', '=', pharmacy.version)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
