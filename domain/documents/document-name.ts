import type { StudyDocument } from './document.ts'

const keyOf = (name: string): string => name.trim().normalize('NFC').toLowerCase()

/**
 * Returns whether an active document of another type of the same study has this name (booking spec §5 Documents). Case
 * and outer spaces do not matter. Versions of one type may share a name.
 */
export const isNameUsedForAnotherType = (
  name: string,
  typeID: string,
  documents: readonly Pick<StudyDocument, 'name' | 'typeId'>[],
): boolean => documents.some((document) => document.typeId !== typeID && keyOf(document.name) === keyOf(name))
