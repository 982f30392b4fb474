import type { Practitioner, PractitionerRef, StudyPractitioners } from '#domain/people/practitioner.ts'
import { practitionerName } from '../study/panel-words.ts'
import { practitionerWords } from './practitioner-words.ts'

const practitionerParts = ['Primary', 'Referring', 'Additional'] as const
type PractitionerPart = (typeof practitionerParts)[number]

/** One practitioner of a study in one role. */
export type PractitionerRow = {
  readonly key: string
  readonly part: PractitionerPart
  readonly ref: PractitionerRef
  /** Null if the directory could not be read, or if it no longer has this practitioner. */
  readonly practitioner: Practitioner | null
  readonly name: string
}

/**
 * Returns the study's practitioners in the order primary, referring, additional. `known` is null if only the cache
 * could be read.
 */
export const practitionerRows = (
  { primary, referring, additional }: StudyPractitioners,
  known: readonly Practitioner[] | null,
): readonly PractitionerRow[] => {
  const toRow = (part: PractitionerPart, ref: PractitionerRef, index: number): PractitionerRow => {
    const practitioner = known?.find(({ id }) => id === ref.practitionerID) ?? null
    const nameUnknown = known === null ? practitionerWords.unknownOffline : practitionerWords.unknown
    return {
      key: `${part} ${index} ${ref.practitionerID}`,
      part,
      ref,
      practitioner,
      name: practitioner === null ? nameUnknown(ref.practitionerID) : practitionerName(practitioner),
    }
  }
  return [
    ...(primary === null ? [] : [toRow('Primary', primary, 0)]),
    ...(referring === null ? [] : [toRow('Referring', referring, 0)]),
    ...additional.map((ref, index) => toRow('Additional', ref, index)),
  ]
}
