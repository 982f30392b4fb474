import { z } from 'zod'
import { type DirectoryPharmacy, directoryPharmacySchema } from '#domain/people/pharmacy.ts'
import type { WordCache } from './word-cache.ts'

export type PharmacyCache = {
  /** Returns the pharmacies in use; null if this workstation has no copy that it can read. */
  read(): readonly DirectoryPharmacy[] | null
  /** Replaces the copy. */
  write(pharmacies: readonly DirectoryPharmacy[]): void
}

const copySchema = z.array(directoryPharmacySchema)

/** Creates the cache of the directory of pharmacies. The list is stored as one text, because it is read as a whole. */
export const createPharmacyCache = (text: WordCache): PharmacyCache => {
  // Each form with the questions reads the list, and a directory can have thousands of entries.
  let parsed: readonly DirectoryPharmacy[] | null = null
  return {
    read: () => {
      if (parsed !== null) return parsed
      const stored = text.read()
      // A copy from an older version may lack newer fields.
      parsed = stored === null ? null : (copySchema.safeParse(JSON.parse(stored)).data ?? null)
      return parsed
    },
    write: (pharmacies) => {
      text.write(JSON.stringify(pharmacies))
      parsed = pharmacies
    },
  }
}
