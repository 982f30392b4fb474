import type { StudyDocument } from './document.ts'

const keyOf = (name: string): string => name.trim().normalize('NFC').toLowerCase()

/**
 * Whether a name is taken by an active document of another type of the same study (booking spec §5 Documents). Names compare
 * without case and outer spaces; further versions of one type may share theirs.
 */
export const isNameUsedForAnotherType = (
  name: string,
  typeID: string,
  documents: readonly Pick<StudyDocument, 'name' | 'typeId'>[],
): boolean => documents.some((document) => document.typeId !== typeID && keyOf(document.name) === keyOf(name))
